package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.narrative.MeshSettings;
import io.meshlock.simulator.narrative.NarrativeMesh;
import io.meshlock.simulator.narrative.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flaws 4 and 5 of KRL as printed, by schedules made by hand; {@code KrlExplorerTest} and {@link KrlHuntTest} find the
 * others.
 */
class KrlFlawsTest {

    private static final int CAP = 1_000;

    /**
     * Flaw 4: once two tokens have crossed, a waits for an acknowledgement that never comes, and is deaf to b for as
     * long as the link is up. It takes b for higher although b is lower and has said so: each has the other in its
     * queue.
     */
    @Test
    void asPrintedCrossingTokensMakeAnEndDeaf() {
        NarrativeMesh mesh = crossing("krlf-as-printed");
        assertThat(mesh.describe("a"))
                .contains("height (0,-1,0)")
                .contains("Q [1]")
                .endsWith("deaf to 1");
        assertThat(mesh.describe("b")).contains("height (0,-2,1)").contains("Q [0]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"krlf", "krl-adaptive"})
    void correctedCrossingTokensDoNoHarm(String algorithm) {
        NarrativeMesh mesh = crossing(algorithm);
        mesh.finish(CAP);
        for (int round = 0; round < 3; round++) {
            mesh.request("a", 1, 0);
            mesh.request("b", 1, 0);
            mesh.request("c", 1, 0);
            mesh.finish(CAP);
            assertThat(mesh.waiting()).isEmpty();
        }
    }

    /** Two holders forward their tokens to each other at the same moment, and request one again meanwhile. */
    private static NarrativeMesh crossing(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.links("a-b", "b-c"), 2);
        mesh.request("a", 1, 0);
        mesh.request("b", 1, 0);
        mesh.release("a1");
        mesh.release("b1");
        mesh.request("a", 1, 0);
        mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        assertThat(mesh.isQuiet()).isTrue();
        assertThat(mesh.inside()).hasSize(2);
        return mesh;
    }

    /** Flaw 5: a component of holders lowers its heights for ever. */
    @Test
    void asPrintedHoldersAmongThemselvesAreNeverSilent() {
        assertThat(KrlProbes.holdersOnly(Algorithms.named("krl-as-printed"))).contains("not silent");
    }

    /** Flaw 5: a component without a token raises its heights for ever. */
    @Test
    void asPrintedAPartWithoutATokenIsNeverSilent() {
        assertThat(KrlProbes.cutOff(Algorithms.named("krl-as-printed"))).contains("not silent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"krl", "krlf", "krl-adaptive"})
    void correctedPartsFallSilent(String algorithm) {
        assertThat(KrlProbes.holdersOnly(Algorithms.named(algorithm))).isNull();
        assertThat(KrlProbes.cutOff(Algorithms.named(algorithm))).isNull();
    }

    private static NarrativeMesh mesh(String algorithm, Topology topology, int permits) {
        return new NarrativeMesh(
                Algorithms.named(algorithm),
                topology,
                new MeshSettings(PoolSettings.permits(permits), true, Options.DEFAULTS));
    }
}
