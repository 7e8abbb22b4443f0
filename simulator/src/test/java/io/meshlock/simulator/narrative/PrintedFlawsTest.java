package io.meshlock.simulator.narrative;

import static io.meshlock.simulator.narrative.Flaws.CAP;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One test per flaw of the printed algorithm, and the same schedule for the forms that are meant to survive it. In the
 * printed form each ends with all permits free and a request that waits for ever, or in the wrong order, or never ends.
 */
class PrintedFlawsTest {

    private static final String PRINTED = "prioritized-as-printed";
    private static final String REPAIRED = "prioritized-minimal-repair";
    private static final String ANCHORED = "prioritized";
    private static final String MOVING = "prioritized-moving";

    @Test
    void flaw1LosesTheOwnRequest() {
        neverServes(Flaws.scenario1(PRINTED), "c1");
    }

    @ParameterizedTest
    @ValueSource(strings = {REPAIRED, MOVING, ANCHORED})
    void scenario1ServesEverybody(String algorithm) {
        servesEverybody(Flaws.scenario1(algorithm));
    }

    @Test
    void flaw2KeepsTheTokenFromAFreePermit() {
        NarrativeMesh mesh = Flaws.scenario2(PRINTED);
        assertThat(mesh.isQuiet()).isTrue();
        assertThat(mesh.freePermits()).isEqualTo(1);
        assertThat(mesh.inside()).containsExactly("a1");
        assertThat(mesh.waiting()).containsExactly("b1");
    }

    @ParameterizedTest
    @ValueSource(strings = {REPAIRED, MOVING, ANCHORED})
    void scenario2LetsBothIn(String algorithm) {
        assertThat(Flaws.scenario2(algorithm).inside()).containsExactly("a1", "b1");
    }

    @Test
    void flaw3ResendsTheOwnRequestInVain() {
        NarrativeMesh mesh = Flaws.scenario3(PRINTED);
        assertThat(String.join("\n", mesh.takeLog())).contains("c -> d REQUEST(5");
        neverServes(mesh, "c1");
    }

    @ParameterizedTest
    @ValueSource(strings = {REPAIRED, MOVING, ANCHORED})
    void scenario3ServesEverybody(String algorithm) {
        servesEverybody(Flaws.scenario3(algorithm));
    }

    @Test
    void flaw4DoesNotTellOfABetterOwnRequest() {
        NarrativeMesh mesh = Flaws.scenario4(PRINTED);
        assertThat(mesh.finish(CAP)).isTrue();
        assertThat(mesh.served()).containsExactly("a1", "x1", "b1", "c1");
    }

    @ParameterizedTest
    @ValueSource(strings = {REPAIRED, MOVING, ANCHORED})
    void scenario4ServesTheHighestPriorityFirst(String algorithm) {
        NarrativeMesh mesh = Flaws.scenario4(algorithm);
        servesEverybody(mesh);
        assertThat(mesh.served()).containsExactly("a1", "b1", "x1", "c1");
    }

    @Test
    void flaw5LooksAtTheWrongNeighbour() {
        neverServes(Flaws.scenario5(PRINTED), "c2");
    }

    @ParameterizedTest
    @ValueSource(strings = {REPAIRED, MOVING, ANCHORED})
    void scenario5ServesEverybody(String algorithm) {
        servesEverybody(Flaws.scenario5(algorithm));
    }

    @Test
    void flaw6IsUndefinedWithoutNeighbours() {
        neverServes(Flaws.scenario6(PRINTED), "b1");
    }

    @ParameterizedTest
    @ValueSource(strings = {REPAIRED, MOVING, ANCHORED})
    void scenario6ServesEverybody(String algorithm) {
        servesEverybody(Flaws.scenario6(algorithm));
    }

    /** In print the first bounce loses a request (flaw 1), so aging is turned on again in the repaired form. */
    @Test
    void flaw7BouncesTheTokenPastTheRelease() {
        NarrativeMesh mesh = Flaws.scenario7(REPAIRED, MeshSettings.permits(1).with("epsilon-percent", 150));
        assertThat(mesh.isQuiet()).isFalse();
        assertThat(mesh.freePermits()).isEqualTo(1);
        assertThat(mesh.waiting()).containsExactly("a1", "b1");
        assertThat(mesh.inFlight()).anyMatch(line -> line.contains("RELEASE"));
    }

    @ParameterizedTest
    @ValueSource(strings = {REPAIRED, MOVING, ANCHORED})
    void scenario7ServesEverybody(String algorithm) {
        servesEverybody(Flaws.scenario7(algorithm, MeshSettings.permits(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {PRINTED, REPAIRED})
    void flaw8RaisesHeightsForEverWithoutAToken(String algorithm) {
        assertThat(Flaws.scenario8(algorithm).isQuiet()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {MOVING, ANCHORED})
    void scenario8FallsSilent(String algorithm) {
        assertThat(Flaws.scenario8(algorithm).isQuiet()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {REPAIRED, MOVING, ANCHORED})
    void scenario8ServesEverybodyOnceTheLinkIsBack(String algorithm) {
        NarrativeMesh mesh = Flaws.scenario8(algorithm);
        mesh.link("a", "b");
        servesEverybody(mesh);
    }

    /** The minimal repair does not touch this one. */
    @ParameterizedTest
    @ValueSource(strings = {PRINTED, REPAIRED})
    void flaw9StopsAnUpdateAtTheFirstQueueOfOne(String algorithm) {
        NarrativeMesh mesh = Flaws.scenario9(algorithm);
        assertThat(mesh.finish(CAP)).isTrue();
        assertThat(mesh.served()).containsExactly("a1", "x1", "d1", "c1");
    }

    @ParameterizedTest
    @ValueSource(strings = {MOVING, ANCHORED})
    void scenario9ServesTheHighestPriorityFirst(String algorithm) {
        NarrativeMesh mesh = Flaws.scenario9(algorithm);
        servesEverybody(mesh);
        assertThat(mesh.served()).containsExactly("a1", "d1", "x1", "c1");
    }

    private static void servesEverybody(NarrativeMesh mesh) {
        assertThat(mesh.finish(CAP)).as("falls silent").isTrue();
        assertThat(mesh.waiting()).as("never served").isEmpty();
    }

    /** All messages are delivered and all permits are free, but this request still waits. */
    private static void neverServes(NarrativeMesh mesh, String request) {
        assertThat(mesh.finish(CAP)).as("falls silent").isTrue();
        assertThat(mesh.inside()).isEmpty();
        assertThat(mesh.waiting()).containsExactly(request);
    }
}
