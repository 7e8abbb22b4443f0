package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.RecordedEffects;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.recovery.TinyMesh.Held;
import io.meshlock.protocol.registry.Algorithms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nodes that come back with less than they knew: a wall clock that went back, a voter's memory from a backup. */
class OldMemoriesTest {

    private static final long B = 100;
    private static final long G = 2_000;
    private static final Map<String, Long> OPTIONS =
            Map.of("recovery", 1L, "beacon", B, "election-timeout", G, "lease", 3 * G / 2, "drift-ppm", 10_000L);

    private final List<Held> grants = new ArrayList<>();

    private TinyMesh mesh(int nodes, int permits, long seed) {
        TinyMesh mesh = new TinyMesh(new TinyMesh.Shape(nodes, permits, OPTIONS, 10_000, 10, 0), seed);
        mesh.onGrant = grants::add;
        mesh.linkAll();
        mesh.runFor(50);
        return mesh;
    }

    private static void restart(TinyMesh mesh, int node, DurableState found) {
        mesh.crash(node);
        mesh.restart(node, found);
        mesh.linkAll();
    }

    /** It has no vote and no disk: its incarnations are numbered by the time of its start. */
    @Test
    void aNodeWhoseClockWentBackIsServedAgain() {
        TinyMesh mesh = mesh(4, 2, 1);
        restart(mesh, 3, DurableState.fresh(Incarnation.first(1_000)));
        mesh.request(3, 1);
        mesh.runFor(G);
        assertThat(grants).hasSize(1);
        restart(mesh, 3, DurableState.fresh(Incarnation.first(5)));
        mesh.request(3, 1);
        mesh.runFor(3 * G);
        assertThat(grants).as("granted to the incarnation that is there").hasSize(2);
        mesh.runFor(3 * G);
        assertThat(mesh.nodes.get(3).held).as("and renewed").hasSize(1);
        assertThat(mesh.violations).isEmpty();
    }

    /**
     * Request numbers have 12 bits that differ between incarnations, so that they come again after some thousand
     * restarts at the latest. What an earlier incarnation still holds must not hide the request of a later one.
     */
    @Test
    void aRequestNumberOfAFormerIncarnationIsNoHindrance() {
        long former = Incarnation.first(1_000);
        long later = laterWithTheSameNumbers(former);
        TinyMesh mesh = mesh(4, 2, 1);
        restart(mesh, 3, DurableState.fresh(former));
        mesh.request(3, 1);
        mesh.runFor(G);
        assertThat(grants).hasSize(1);
        restart(mesh, 3, DurableState.fresh(later));
        mesh.request(3, 1);
        mesh.runFor(G); // the lease of the former grant is longer
        assertThat(grants).hasSize(2);
        assertThat(mesh.violations).isEmpty();
    }

    private static long laterWithTheSameNumbers(long former) {
        for (long later = former + 1; later < former + 1_000_000; later++) {
            if (firstNumber(later) == firstNumber(former)) {
                return later;
            }
        }
        throw new AssertionError("numbers never come again");
    }

    private static long firstNumber(long incarnation) {
        long[] number = {0};
        Setup setup = Setup.of(3, PoolSettings.permits(2))
                .meshSize(4)
                .options(Options.of(OPTIONS))
                .durable(DurableState.fresh(incarnation))
                .build();
        Algorithms.named("prioritized").create(setup).request(0, PermitRequest.of(1, 1), new RecordedEffects() {
            @Override
            public void waiting(long request, Key key) {
                number[0] = key.request();
            }
        });
        return number[0];
    }

    @Test
    void aVoterWhoseClockWentBackVotesAgain() {
        TinyMesh mesh = mesh(3, 2, 1);
        mesh.request(1, 1);
        restart(mesh, 2, DurableState.fresh(Incarnation.first(1_000)));
        mesh.runFor(3 * G);
        assertThat(mesh.nodes.get(2).laterSelves).isZero();
        restart(mesh, 2, DurableState.fresh(Incarnation.first(5)));
        mesh.runFor(4 * G);
        int told = mesh.nodes.get(2).laterSelves;
        assertThat(told).as("told of its later incarnation").isPositive();
        assertThat(mesh.status(2).view().seats()).hasSize(3);
        mesh.crash(mesh.holder());
        mesh.request(2, 1);
        mesh.runFor(8 * G);
        assertThat(mesh.recoveries).hasSize(1);
        assertThat(grants).hasSizeGreaterThan(1);
        assertThat(mesh.nodes.get(2).laterSelves).as("told no more").isEqualTo(told);
        assertThat(mesh.violations).isEmpty();
    }

    /**
     * A restored memory is a broken promise; but whoever makes a token hears of the latest one from anybody in reach who
     * remembers it, and waits for the leases that it cannot know.
     */
    @Test
    void aVoterFromABackupDoesNoHarmWhileTheOthersAreInReach() {
        int overtaken = 0;
        for (int seed = 1; seed <= 100; seed++) {
            grants.clear();
            TinyMesh mesh = mesh(3, 2, seed);
            int restored = 1 + seed % 2;
            DurableState backup = mesh.nodes.get(restored).disk;
            mesh.request(restored, 1);
            mesh.runFor(seed * 7L % G);
            mesh.crash(0); // the others make a token, and the restored one forgets that it helped
            mesh.request(3 - restored, 1);
            mesh.runFor(3 * G);
            overtaken += mesh.recoveries.size();
            mesh.crash(restored);
            mesh.restart(0, false);
            mesh.restart(restored, backup.restarted());
            mesh.linkAll();
            mesh.request(0, 1);
            mesh.request(restored, 1);
            mesh.runFor(seed * 13L % G);
            mesh.crash(Math.max(0, mesh.holder()));
            mesh.runFor(12 * G);
            assertThat(mesh.violations).as("seed " + seed).isEmpty();
        }
        assertThat(overtaken)
                .as("tokens that the restored voter had helped to make")
                .isGreaterThanOrEqualTo(100);
    }
}
