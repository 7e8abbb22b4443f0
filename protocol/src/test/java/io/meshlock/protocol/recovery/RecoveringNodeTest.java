package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.recovery.TinyMesh.Held;
import io.meshlock.protocol.token.FencingToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A few nodes, driven step by step: no fault, a crash of the holder, a restart, a partition, a pause. Times are in
 * ticks: b = 100, G = 2000, L = 3000.
 */
class RecoveringNodeTest {

    private static final long B = 100;
    private static final long G = 2_000;
    private static final Map<String, Long> OPTIONS =
            Map.of("recovery", 1L, "beacon", B, "election-timeout", G, "lease", 3 * G / 2, "drift-ppm", 10_000L);

    private final List<Held> grants = new ArrayList<>();

    private TinyMesh mesh(int nodes, int permits) {
        return mesh(nodes, permits, 1);
    }

    private TinyMesh mesh(int nodes, int permits, long policy) {
        Map<String, Long> options = new TreeMap<>(OPTIONS);
        options.put("recovery", policy);
        TinyMesh mesh = new TinyMesh(new TinyMesh.Shape(nodes, permits, options, 10_000, 10, 0), 1);
        mesh.onGrant = grants::add;
        mesh.linkAll();
        mesh.runFor(50);
        return mesh;
    }

    private void assertSafe(TinyMesh mesh) {
        assertThat(mesh.violations).isEmpty();
    }

    @Test
    void grantsAndRenewsInCalmTimes() {
        TinyMesh mesh = mesh(3, 2);
        mesh.request(0, 1);
        mesh.request(1, 1);
        mesh.request(2, 1);
        mesh.runFor(3 * G);
        assertThat(grants).hasSize(2);
        mesh.release(grants.get(0));
        mesh.runFor(5 * G);
        assertThat(grants).hasSize(3);
        assertThat(mesh.nodes).allMatch(node -> node.lost == 0);
        assertThat(mesh.recoveries).isEmpty();
        assertSafe(mesh);
    }

    /** In calm times voters say nothing but echoes. */
    @Test
    void theHolderHearsItsVotersInCalmTimes() {
        TinyMesh mesh = mesh(3, 2);
        mesh.request(1, 1);
        mesh.runFor(5 * G);
        assertThat(mesh.status(0).validFor()).isPositive();
        assertThat(mesh.status(0).heard()).isEqualTo(3);
        mesh.crash(2);
        mesh.runFor(3 * G);
        assertThat(mesh.status(0).heard()).isLessThan(3);
        assertSafe(mesh);
    }

    /** One node has all grants that a pool may have, and keeps them; whoever wants one more waits. */
    @Test
    void keepsAsManyGrantsAsThereMayBe() {
        TinyMesh mesh = mesh(3, PoolBounds.MAX_GRANTS + 1);
        for (int i = 0; i <= PoolBounds.MAX_GRANTS; i++) {
            mesh.request(1, 1);
        }
        mesh.runFor(3 * G); // two leases
        assertThat(grants).hasSize(PoolBounds.MAX_GRANTS);
        assertThat(mesh.nodes).allMatch(node -> node.lost == 0);
        assertThat(grants)
                .allMatch(
                        grant -> !grant.over && grant.until > mesh.nodes.get(1).local(mesh.now));
        mesh.release(grants.get(0));
        mesh.runFor(B);
        assertThat(grants).hasSize(PoolBounds.MAX_GRANTS + 1);
        assertThat(mesh.recoveries).isEmpty();
        assertSafe(mesh);
    }

    /** What a node that is no voter, or that does not even exist, is said to have promised stops nobody. */
    @ParameterizedTest
    @ValueSource(ints = {77, 3})
    void aForgedPromiseOfTheLastRoundStopsNobody(int writer) {
        TinyMesh mesh = mesh(4, 2);
        mesh.request(1, 1);
        mesh.runFor(G);
        Epoch last = new Epoch(FencingToken.MAX_ROUND, writer);
        PeerState forged = new PeerState(
                writer,
                Incarnation.first(99),
                Seat.NONE,
                1,
                1,
                last,
                Epoch.NONE,
                0,
                false,
                true,
                List.of(),
                List.of(),
                null,
                null,
                null);
        for (int node = 0; node < 3; node++) {
            mesh.forge(3, node, new RecoveryMessage.Beacon(1, 1, null, -1, List.of(), List.of(forged)));
        }
        mesh.resize(1, 3);
        mesh.runFor(G);
        assertThat(mesh.recoveries).as("the holder is not overtaken").isEmpty();
        mesh.crash(mesh.holder());
        mesh.request(2, 1);
        mesh.runFor(5 * G);
        assertThat(grants).hasSize(2);
        assertThat(FencingToken.round(grants.get(1).grant.number())).isEqualTo(1);
        assertSafe(mesh);
    }

    /** In a voter's name rounds can be claimed, but not so many that they run out. */
    @Test
    void aForgedPromiseOfAVoterCostsFewRounds() {
        TinyMesh mesh = mesh(3, 2);
        mesh.request(1, 1);
        mesh.runFor(G);
        Epoch last = new Epoch(FencingToken.MAX_ROUND, 2);
        PeerState forged = new PeerState(
                2, 0, Seat.FIRST, 1 << 20, 1, last, Epoch.NONE, 0, false, true, List.of(), List.of(), null, null, null);
        mesh.forge(2, 1, new RecoveryMessage.Beacon(1, 1, null, -1, List.of(), List.of(forged)));
        mesh.crash(0);
        mesh.request(1, 1);
        mesh.runFor(2 * G);
        mesh.crash(2);
        mesh.restart(2, false);
        mesh.linkAll();
        mesh.runFor(20 * G);
        assertThat(mesh.recoveries).isNotEmpty();
        assertThat(FencingToken.round(grants.get(grants.size() - 1).grant.number()))
                .isBetween(1, 20_000);
        assertSafe(mesh);
    }

    /**
     * Every move costs a little validity, and echoes of a heartbeat come when its maker has long passed the token on.
     */
    @Test
    void tokenThatMovesFasterThanBeaconsDoesNotStandStill() {
        Map<String, Long> options = new TreeMap<>(OPTIONS);
        options.putAll(Map.of("eager", 1L, "beacon", 100 * B, "election-timeout", 100 * G, "lease", 150 * G));
        TinyMesh mesh = new TinyMesh(new TinyMesh.Shape(3, 1, options, 10_000, 2, 0), 1);
        mesh.linkAll();
        mesh.runFor(300 * B);
        long[] last = {mesh.now};
        long[] longest = {0};
        mesh.onGrant = held -> {
            longest[0] = Math.max(longest[0], mesh.now - last[0]);
            last[0] = mesh.now;
            mesh.after(1, () -> {
                mesh.release(held);
                mesh.request(held.at.id, 1);
            });
        };
        for (int node = 0; node < 3; node++) {
            mesh.request(node, 1);
        }
        mesh.runFor(100 * B);
        longest[0] = 0;
        mesh.runFor(50 * G);
        assertThat(longest[0]).isLessThan(100);
        assertThat(mesh.recoveries).isEmpty();
        assertSafe(mesh);
    }

    @Test
    void fallsSilentWhenNobodyUsesIt() {
        TinyMesh mesh = mesh(3, 2);
        mesh.request(1, 1);
        mesh.runFor(G);
        mesh.release(grants.get(0));
        mesh.runFor(4 * G);
        mesh.sent.clear();
        mesh.runFor(50 * G);
        assertThat(mesh.sent).isEmpty();
        mesh.request(2, 1);
        mesh.runFor(2 * B);
        assertThat(grants).hasSize(2);
        assertSafe(mesh);
    }

    @Test
    void makesANewTokenWhenItsHolderCrashes() {
        TinyMesh mesh = mesh(3, 2);
        mesh.request(0, 1);
        mesh.request(1, 1);
        mesh.runFor(B);
        assertThat(grants).hasSize(2);
        mesh.crash(0);
        mesh.request(2, 1);
        mesh.runFor(2 * G);
        assertThat(mesh.recoveries).hasSize(1);
        mesh.runFor(2 * G);
        assertThat(grants).hasSize(3);
        assertThat(grants.get(2).grant.number()).isGreaterThan(1L << FencingToken.COUNT_BITS);
        assertThat(mesh.nodes.get(1).lost).isZero();
        assertSafe(mesh);
    }

    /** A grant that is to be kept outlives its node and its lease; but not the token's holder. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsAGrantWhoseNodeCrashed(boolean holderCrashes) {
        TinyMesh mesh = mesh(5, 1);
        mesh.runFor(G);
        mesh.request(2, 1);
        mesh.runFor(5 * B);
        assertThat(grants).hasSize(1);
        mesh.keep(grants.get(0), 20 * G);
        mesh.runFor(5 * B);
        assertThat(mesh.holder()).isZero();
        mesh.crash(2);
        mesh.request(1, 1);
        if (holderCrashes) {
            mesh.crash(0);
            mesh.runFor(10 * G);
            assertThat(grants).as("the lease counts").hasSize(2);
        } else {
            mesh.runFor(19 * G);
            assertThat(grants).as("kept").hasSize(1);
            mesh.runFor(3 * G);
            assertThat(grants).hasSize(2);
        }
        assertSafe(mesh);
    }

    /** Clients that ask again and again with little patience are served as if they had waited. */
    @ParameterizedTest
    @ValueSource(longs = {B / 20, B / 2, B, 2 * B, 3 * B, 5 * B})
    void impatientClientsAreServedAfterTheHolderCrashed(long patience) {
        TinyMesh mesh = new TinyMesh(new TinyMesh.Shape(3, 1, OPTIONS, 10_000, 10, 0), 1);
        mesh.onGrant = grants::add;
        mesh.setLink(0, 1, true);
        mesh.setLink(1, 2, true);
        mesh.runFor(50);
        mesh.request(0, 1);
        mesh.runFor(5 * B);
        mesh.crash(0);
        long crashed = mesh.now;
        while (grants.size() < 2 && mesh.now < crashed + 20 * G) {
            long request = mesh.request(2, 1);
            mesh.runFor(patience);
            mesh.cancel(2, request);
        }
        assertThat(grants).hasSize(2);
        long bound = (G + 6 * B + 3 * G / 2) * 103 / 100 + 4 * 2 * (B / 4 + 10);
        assertThat(mesh.now - crashed).isLessThan(bound + patience);
        assertSafe(mesh);
    }

    @Test
    void aRestartedNodeTakesPartAtOnceAndCostsNoEpoch() {
        TinyMesh mesh = mesh(3, 1);
        mesh.request(1, 1);
        mesh.runFor(B);
        mesh.crash(2);
        mesh.runFor(B);
        mesh.restart(2, false);
        mesh.linkAll();
        mesh.runFor(4 * B);
        assertThat(mesh.recoveries).isEmpty();
        assertThat(mesh.status(2).taking()).isTrue();
        mesh.request(2, 1);
        mesh.runFor(B);
        mesh.release(grants.get(0));
        mesh.runFor(2 * B);
        assertThat(grants).hasSize(2);
        assertThat(grants.get(1).at.id).isEqualTo(2);
        assertSafe(mesh);
    }

    @Test
    void stopsGrantingInAMinority() {
        TinyMesh mesh = mesh(3, 1);
        mesh.request(1, 1);
        mesh.runFor(B);
        mesh.setLink(0, 1, false);
        mesh.setLink(0, 2, false);
        mesh.request(0, 1);
        mesh.request(2, 1);
        mesh.runFor(3 * G);
        assertThat(mesh.recoveries).hasSize(1);
        mesh.release(grants.get(0));
        mesh.runFor(4 * B);
        assertThat(grants).hasSize(2);
        assertThat(grants.get(1).at.id).isEqualTo(2);
        mesh.linkAll();
        mesh.runFor(10 * B);
        mesh.release(grants.get(1));
        mesh.runFor(10 * B);
        assertThat(grants).hasSize(3);
        assertSafe(mesh);
    }

    @Test
    void aPausedNodeFindsItsGrantLost() {
        TinyMesh mesh = mesh(3, 1);
        mesh.request(1, 1);
        mesh.runFor(B);
        mesh.pause(1, 3 * G);
        mesh.request(2, 1);
        mesh.runFor(4 * G);
        assertThat(grants).hasSize(2);
        assertThat(mesh.nodes.get(1).lost).isEqualTo(1);
        assertThat(mesh.recoveries).isEmpty();
        assertSafe(mesh);
    }

    /** Restarted one after the other, nodes need not be missed, if each is waited for until its vote counts again. */
    @Test
    void aRestartedVoterTellsWhenItsVoteCounts() {
        TinyMesh mesh = mesh(3, 1);
        mesh.request(1, 1);
        mesh.runFor(B);
        assertThat(mesh.status(2).votes()).isTrue();
        mesh.crash(2);
        mesh.restart(2, false);
        mesh.linkAll();
        mesh.runFor(G - 2 * B);
        assertThat(mesh.status(2).taking()).isTrue();
        assertThat(mesh.status(2).votes()).isFalse();
        mesh.runFor(4 * B);
        assertThat(mesh.status(2).votes()).isTrue();
        mesh.crash(2);
        mesh.restart(2, true);
        mesh.linkAll();
        assertThat(mesh.status(2).votes()).as("its seat is lost").isFalse();
        assertSafe(mesh);
    }

    @Test
    void whoLostItsDiskGetsAnotherSeat() {
        TinyMesh mesh = mesh(3, 1);
        mesh.request(1, 1);
        mesh.runFor(B);
        mesh.crash(2);
        mesh.restart(2, true);
        mesh.linkAll();
        mesh.runFor(20 * B);
        assertThat(mesh.status(2).taking()).isTrue();
        assertThat(mesh.status(0).view().seats())
                .hasSize(3)
                .contains(new Seat(2, mesh.status(2).seat()));
        assertThat(mesh.status(2).seat()).isNotEqualTo(Seat.FIRST);
        assertThat(mesh.recoveries).isEmpty();
        mesh.request(2, 1);
        mesh.release(grants.get(0));
        mesh.runFor(4 * B);
        assertThat(grants).hasSize(2);
        assertSafe(mesh);
    }

    /** Only a newcomer wants permits, and only the voters can make a token. */
    @Test
    void aNewcomerWakesTheVoters() {
        TinyMesh mesh = mesh(3, 1);
        for (int node = 0; node < 3; node++) {
            mesh.crash(node);
        }
        for (int node = 0; node < 3; node++) {
            mesh.restart(node, node == 0);
        }
        mesh.linkAll();
        mesh.request(0, 1);
        mesh.runFor(8 * G);
        assertThat(grants).hasSize(1);
        assertSafe(mesh);
    }

    @Test
    void neverMakesANewTokenIfThePolicySaysSo() {
        TinyMesh mesh = mesh(3, 1, 2);
        mesh.setLink(0, 1, false);
        mesh.setLink(0, 2, false);
        mesh.request(0, 1);
        mesh.runFor(5 * G);
        assertThat(grants).hasSize(1); // the token's side goes on, majority or not
        assertThat(mesh.nodes.get(0).lost).isZero();
        mesh.crash(0);
        mesh.request(1, 1);
        mesh.runFor(10 * G);
        assertThat(grants).hasSize(1);
        assertThat(mesh.recoveries).isEmpty();
        assertSafe(mesh);
    }

    @Test
    void underNeverARestartedNodeIsLetInByTheHolderAlone() {
        TinyMesh mesh = mesh(3, 1, 2);
        mesh.crash(2);
        mesh.crash(1);
        mesh.restart(1, false);
        mesh.linkAll();
        mesh.request(1, 1);
        mesh.runFor(20 * B);
        assertThat(grants).hasSize(1);
        assertSafe(mesh);
    }

    @Test
    void theOperatorMakesATokenWithoutAMajority() {
        TinyMesh mesh = mesh(3, 1, 3);
        mesh.request(2, 1);
        mesh.runFor(B);
        mesh.crash(0);
        mesh.crash(1);
        mesh.runFor(3 * G);
        assertThat(mesh.recoveries).isEmpty();
        mesh.request(2, 1);
        mesh.recover(2);
        mesh.runFor(4 * G);
        assertThat(mesh.recoveries).hasSize(1);
        assertThat(mesh.status(2).view().seats()).containsExactly(new Seat(2, Seat.FIRST));
        assertThat(grants).hasSize(2);
        assertSafe(mesh);
    }

    @Test
    void theOperatorIsNotHeardWhileThereIsEvidence() {
        TinyMesh mesh = mesh(3, 2, 3);
        mesh.request(0, 1);
        mesh.runFor(B);
        mesh.recover(1);
        mesh.runFor(5 * G);
        assertThat(mesh.recoveries).isEmpty();
        assertThat(mesh.nodes.get(0).lost).isZero();
    }

    @Test
    void aVoterThatIsGoneCountsNoMore() {
        TinyMesh mesh = mesh(5, 1);
        mesh.crash(3);
        mesh.crash(4);
        mesh.request(1, 1);
        mesh.runFor(B);
        mesh.forget(2, 3);
        mesh.forget(2, 4);
        mesh.runFor(10 * B);
        assertThat(mesh.status(0).view().seat(3)).isNull();
        mesh.crash(2); // two of three are left, which would be no majority of five
        mesh.release(grants.get(0));
        mesh.request(1, 1);
        mesh.runFor(B);
        assertThat(grants).hasSize(2);
        assertSafe(mesh);
    }

    @Test
    void whoLeavesHandsTheTokenOnAndAnotherVotes() {
        TinyMesh mesh = mesh(4, 1);
        mesh.request(0, 1);
        mesh.runFor(B);
        mesh.release(grants.get(0));
        mesh.leave(0);
        mesh.runFor(20 * B);
        assertThat(mesh.nodes.get(0).mayLeave).isTrue();
        assertThat(mesh.status(1).view().seat(0)).isNull();
        assertThat(mesh.status(1).view().seats()).hasSize(3);
        assertThat(mesh.recoveries).isEmpty();
        mesh.crash(0);
        mesh.request(2, 1);
        mesh.runFor(2 * B);
        assertThat(grants).hasSize(2);
        assertSafe(mesh);
    }

    // ---- the beginning ----

    private TinyMesh founded(int nodes, Integer... voters) {
        TinyMesh mesh = new TinyMesh(new TinyMesh.Shape(nodes, 1, OPTIONS, 10_000, 10, 0), 1, List.of(voters));
        mesh.onGrant = grants::add;
        return mesh;
    }

    @Test
    void theOnlyFirstVoterBeginsAtOnce() {
        TinyMesh mesh = founded(1, 0);
        mesh.request(0, 1);
        assertThat(grants).hasSize(1);
        assertSafe(mesh);
    }

    @Test
    void firstVotersBeginTogether() {
        TinyMesh mesh = founded(5, 1, 2, 4);
        mesh.linkAll();
        mesh.request(0, 1);
        mesh.runFor(4 * B);
        assertThat(grants).hasSize(1); // nothing can be out, so nothing is kept back
        assertThat(mesh.recoveries).hasSize(1);
        assertThat(mesh.status(0).view().seats()).contains(new Seat(1, 0), new Seat(2, 0), new Seat(4, 0));
        assertSafe(mesh);
    }

    @Test
    void aMajorityOfTheFirstVotersIsNeeded() {
        TinyMesh mesh = founded(5, 1, 2, 4);
        mesh.crash(1);
        mesh.crash(2);
        mesh.linkAll();
        mesh.request(4, 1);
        mesh.runFor(5 * G);
        assertThat(grants).isEmpty();
        assertThat(mesh.recoveries).isEmpty();
        mesh.restart(2, false);
        mesh.linkAll();
        mesh.runFor(2 * G);
        assertThat(grants).hasSize(1);
        assertSafe(mesh);
    }

    /** A first voter whose disk is lost cannot begin the pool again, and gets another seat. */
    @Test
    void aFirstVoterThatForgotDoesNotBeginAgain() {
        TinyMesh mesh = founded(3, 0, 1, 2);
        mesh.linkAll();
        mesh.request(0, 1);
        mesh.runFor(10 * B);
        mesh.crash(2);
        mesh.restart(2, true);
        mesh.nodes.get(2).disk = DurableState.founding(2, Incarnation.first(77), List.of(0, 1, 2), 1);
        mesh.crash(2);
        mesh.restart(2, false);
        mesh.linkAll();
        mesh.request(2, 1);
        mesh.runFor(20 * B);
        assertThat(mesh.recoveries).hasSize(1);
        assertThat(mesh.status(0).view().seats())
                .hasSize(3)
                .contains(new Seat(2, mesh.status(2).seat()));
        assertThat(mesh.status(2).seat()).isNotEqualTo(Seat.FIRST);
        assertSafe(mesh);
    }

    /** Two nodes have one voter; with a third one there are three. */
    @Test
    void anOddNumberVotes() {
        TinyMesh mesh = founded(3, 0);
        mesh.setLink(0, 1, true);
        mesh.request(0, 1);
        mesh.runFor(20 * B);
        assertThat(mesh.status(1).view().seats()).containsExactly(new Seat(0, 0));
        assertThat(mesh.status(1).taking()).isTrue();
        mesh.linkAll();
        mesh.runFor(20 * B);
        assertThat(mesh.status(1).view().seats()).hasSize(3);
        assertThat(mesh.recoveries).isEmpty();
        assertSafe(mesh);
    }

    /** Whoever has no vote takes part at once, and leaves without an epoch. */
    @Test
    void manyTakePartAndFewVote() {
        TinyMesh mesh = founded(20, 0);
        for (int node = 1; node < 20; node++) {
            mesh.setLink((node - 1) / 2, node, true);
        }
        mesh.request(0, 1);
        mesh.runFor(10 * B);
        assertThat(mesh.nodes).allMatch(node -> mesh.status(node.id).taking());
        mesh.runFor(40 * B);
        assertThat(mesh.status(0).view().seats()).hasSize(7);
        int outside = mesh.nodes.stream()
                .mapToInt(node -> node.id)
                .filter(id -> id > 9 && mesh.status(0).view().seat(id) == null)
                .findFirst()
                .orElseThrow();
        mesh.leave(outside);
        mesh.runFor(B);
        assertThat(mesh.nodes.get(outside).mayLeave).isTrue();
        assertThat(mesh.recoveries).isEmpty();
        assertSafe(mesh);
    }

    /** An earlier token may have granted permits that its maker's successor has not heard of. */
    @Test
    void aTokenMadeWithoutAskingEverybodyGrowsLater() {
        TinyMesh mesh = mesh(3, 4);
        mesh.resize(0, 2);
        mesh.request(1, 2);
        mesh.runFor(B);
        assertThat(grants).hasSize(1);
        mesh.crash(0);
        mesh.request(2, 2);
        mesh.runFor(2 * G);
        assertThat(mesh.recoveries).hasSize(1);
        mesh.resize(1, 4);
        mesh.runFor(B);
        mesh.release(grants.get(0));
        mesh.runFor(2 * B);
        assertThat(grants).hasSize(2); // slots 1 and 2 are known to be free
        mesh.request(1, 2);
        mesh.runFor(B);
        assertThat(grants).hasSize(2); // 3 and 4 may be held by a node out of reach
        mesh.runFor(2 * G);
        assertThat(grants).hasSize(3);
        assertSafe(mesh);
    }

    /** Every node shows the wanted size until a majority has it on disk. */
    @Test
    void aSizeIsWantedUntilAMajorityHasIt() {
        TinyMesh mesh = mesh(3, 4);
        mesh.request(1, 1);
        mesh.runFor(2 * B);
        mesh.crash(1);
        mesh.crash(2);
        mesh.resize(0, 2);
        mesh.runFor(2 * B);
        assertThat(mesh.status(0).wanted()).isEqualTo(new PoolSize(2, 1, 0));
        mesh.restart(1, false);
        mesh.setLink(0, 1, true);
        mesh.runFor(4 * G);
        assertThat(mesh.status(0).wanted()).isNull();
        assertThat(mesh.status(1).wanted()).isNull();
        assertThat(mesh.status(0).view().size().permits()).isEqualTo(2);
        assertSafe(mesh);
    }
}
