package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.spi.InProcessNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes inside one process; real processes that are killed are in the testbed. */
@DisplayName("Recovery")
class RecoveryTest {

    private static final Recovery QUICK =
            Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300));
    private static final PoolConfig DOCKS =
            PoolConfig.permits(2).recovery(QUICK).lease(Duration.ofMillis(400));

    /** The same beacon interval, but pauses of some seconds do no harm. */
    private static final PoolConfig CALM = PoolConfig.permits(2)
            .recovery(QUICK.electionTimeout(Duration.ofSeconds(50)))
            .lease(Duration.ofSeconds(60));

    @TempDir
    private Path folder;

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(Meshlock::close);
        network.close();
    }

    private Meshlock start(int number, boolean bootstraps) {
        MeshlockBuilder builder =
                Meshlock.builder().inProcess(network, number, "n" + number).state(folder.resolve("state-" + number));
        Meshlock node = (bootstraps ? builder.bootstrap() : builder).start();
        open.add(node);
        return node;
    }

    private static Grant acquire(PermitPool pool, int permits) throws InterruptedException {
        Optional<Grant> grant = pool.tryAcquire(permits, TestTimeouts.LONG);
        assertThat(grant).isPresent();
        return grant.orElseThrow();
    }

    private static PoolStatus status(PermitPool pool) {
        return pool.status().orElseThrow();
    }

    @Test
    void lendsPermitsToNodesThatJoined() throws InterruptedException {
        network.connect(1, 2);
        PermitPool one = start(1, true).pool("docks", CALM);
        PermitPool two = start(2, false).pool("docks", CALM);
        try (Grant grant = acquire(two, 2)) {
            assertThat(grant.isValid()).isTrue();
            assertThat(grant.remaining()).isLessThanOrEqualTo(CALM.lease());
        }
        await().until(() -> status(two).voters().equals(List.of(1))); // an odd number votes
        assertThat(status(one).recoveries()).isZero();
        assertThat(status(two).epoch()).isEqualTo(status(one).epoch());
    }

    /** The end of a lease is extended repeatedly while the grant is held: every third of it, long before it is reached. */
    @Test
    void keepsGrantsAliveByRenewals() throws InterruptedException {
        network.connect(1, 2);
        PoolConfig config =
                CALM.recovery(QUICK.electionTimeout(Duration.ofSeconds(2))).lease(Duration.ofSeconds(3));
        start(1, true).pool("docks", config);
        PermitPool two = start(2, false).pool("docks", config);
        try (Grant grant = acquire(two, 1)) {
            for (int renewal = 0; renewal < 4; renewal++) { // beyond the end of the first lease
                long before = end(grant);
                await().until(() -> end(grant) - before > Duration.ofMillis(100).toNanos());
            }
            assertThat(grant.isValid()).isTrue();
        }
        assertThat(two.statistics().losses()).isZero();
    }

    /** When the lease ends, at the earliest. */
    private static long end(Grant grant) {
        long remaining = grant.remaining().toNanos();
        return System.nanoTime() + remaining;
    }

    /**
     * The bootstrap node comes back with its folder: it does not bootstrap again, but makes a new token of the same
     * pool.
     */
    @Test
    void goesOnAfterARestart() throws InterruptedException {
        long before;
        try (Meshlock bootstrapNode = start(1, true)) {
            before = acquire(bootstrapNode.pool("docks", DOCKS), 2).fencingToken();
        }
        PermitPool again = start(1, true).pool("docks", DOCKS);
        try (Grant grant = acquire(again, 2)) {
            assertThat(grant.fencingToken()).isGreaterThan(before);
        }
        assertThat(status(again).epoch().orElseThrow()).isNotEqualTo("0/1");
        assertThat(status(again).recoveries()).isEqualTo(1);
    }

    /** An operator made the pool smaller, and its only member restarts with the original settings. */
    @Test
    void remembersItsSizeOverARestart() throws InterruptedException {
        try (Meshlock bootstrapNode = start(1, true)) {
            PermitPool docks = bootstrapNode.pool("docks", DOCKS);
            docks.resize(1);
            await().until(() -> docks.permits() == 1);
        }
        PermitPool again = start(1, true).pool("docks", DOCKS);
        assertThat(again.permits()).as("before it hears from anybody").isEqualTo(1);
        acquire(again, 1).close();
        assertThat(again.permits()).isEqualTo(1);
        await().until(() -> status(again).wantedPermits().isEmpty());
        assertThatThrownBy(() -> again.tryAcquire(2, TestTimeouts.LONG)).isInstanceOf(IllegalArgumentException.class);
    }

    /** A new size is not in force, and reported as wanted, while no majority can be reached. */
    @Test
    void tellsWhatSizeIsWanted() throws InterruptedException {
        network.connect(1, 2);
        PermitPool one = start(1, true).pool("docks", DOCKS);
        PermitPool two = start(2, false).pool("docks", DOCKS);
        acquire(two, 2).close();
        assertThat(status(two).voters()).containsExactly(1); // an odd number votes
        network.cut(1, 2);
        two.resize(5);
        assertThat(status(two).wantedPermits()).hasValue(5);
        assertThat(two.permits()).isEqualTo(2);
        network.connect(1, 2);
        await().until(() -> one.permits() == 5
                && two.permits() == 5
                && status(two).wantedPermits().isEmpty());
        acquire(one, 5).close();
    }

    @Test
    void canNotBeResizedOnceItIsClosed() {
        Meshlock bootstrapNode = start(1, true);
        PermitPool docks = bootstrapNode.pool("docks", DOCKS);
        bootstrapNode.close();
        assertThatThrownBy(() -> docks.resize(5)).isInstanceOf(MeshClosedException.class);
    }

    @Test
    void losesAGrantOfANodeThatIsCutOff() throws Exception {
        network.connect(1, 2);
        network.connect(2, 3);
        network.connect(1, 3);
        PermitPool one = start(1, true).pool("docks", DOCKS);
        PermitPool two = start(2, false).pool("docks", DOCKS);
        PermitPool three = start(3, false).pool("docks", DOCKS);
        await().until(() -> {
            acquire(two, 1).close(); // an idle pool looks for no voters
            return status(one).voters().size() == 3;
        });
        Grant cutOff = acquire(three, 2);
        List<LossReason> lost = new ArrayList<>();
        cutOff.onLost(reason -> {
            synchronized (lost) {
                lost.add(reason);
            }
        });
        network.cut(2, 3);
        network.cut(1, 3);
        try (Grant next = acquire(two, 2)) {
            assertThat(cutOff.isValid())
                    .as("it ended here before it was granted there")
                    .isFalse();
            assertThat(next.fencingToken()).isGreaterThan(cutOff.fencingToken());
        }
        await().until(() -> {
            synchronized (lost) {
                return lost.equals(List.of(LossReason.LEASE_EXPIRED));
            }
        });
    }

    /** A promise that cannot be written to disk must not be made: the pool stops at this node instead. */
    @Test
    void stopsAPoolHereWhosePromisesCannotBeKept() throws Exception {
        network.connect(1, 2);
        PermitPool one = start(1, true).pool("docks", DOCKS);
        acquire(one, 2).close();
        Path pools = folder.resolve("state-1/pools");
        try (Stream<Path> files = Files.list(pools)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(pools);
        network.connect(1, 3);
        start(2, false).pool("docks", DOCKS);
        start(3, false).pool("docks", DOCKS); // three nodes vote, which has to be written
        await().until(() -> {
            try {
                one.tryAcquire().ifPresent(Grant::close);
                return false;
            } catch (PoolFailedException e) {
                assertThat(e).hasMessageContaining("cannot keep a promise in ");
                return true;
            }
        });
    }

    /** A disk that was full, and has room again. */
    @Test
    void goesOnOnceItsPromisesCanBeKeptAgain() throws Exception {
        network.connect(1, 2);
        PermitPool one = start(1, true).pool("docks", DOCKS);
        acquire(one, 2).close();
        Path pools = folder.resolve("state-1/pools");
        Path away = folder.resolve("away");
        Files.move(pools, away);
        network.connect(1, 3);
        start(2, false).pool("docks", DOCKS);
        PermitPool three = start(3, false).pool("docks", DOCKS); // three nodes vote, which has to be written
        await().until(() -> one.problem().isPresent());
        assertThat(one.problem().orElseThrow()).contains("cannot keep a promise in the state folder");
        Files.move(away, pools);
        acquire(three, 1).close();
        acquire(one, 1).close();
        assertThat(one.problem()).isEmpty();
    }

    @Test
    void isAgreedOnLikeTheOtherSettings() {
        network.connect(1, 2);
        start(1, true).pool("docks", DOCKS);
        Meshlock two = start(2, false);
        await().until(() ->
                !two.pools().isEmpty() && two.pool("docks").problem().isEmpty());
        assertThat(two.pool("docks").config()).isEqualTo(DOCKS);
        assertThatExceptionOfType(PoolConflictException.class)
                .isThrownBy(() -> two.pool("docks", DOCKS.recovery(QUICK.electionTimeout(Duration.ofSeconds(1)))))
                .withMessageContaining("election timeout 1000 ms")
                .withMessageContaining("election timeout 300 ms");
    }

    @Test
    void hasSettingsThatMakeSense() {
        PoolConfig usual = PoolConfig.permits(1);
        assertThat(usual.recovery()).isEqualTo(Recovery.MAJORITY);
        assertThat(usual.recovery().resolved(usual.lease()).toString())
                .isEqualTo("majority, beacon 500 ms, election timeout 5000 ms");
        assertThat(usual.recovery(usual.recovery().resolved(usual.lease())))
                .as("saying the usual makes no difference")
                .isEqualTo(usual);
        assertThat(usual.recovery(Recovery.OFF).lease()).isZero();
        assertThat(usual.algorithm("krl").recovery()).isEqualTo(Recovery.OFF);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> usual.recovery(Recovery.MAJORITY.electionTimeout(Duration.ofSeconds(4))))
                .withMessage("an election timeout lasts at least 10 beacons, 5000 ms, not 4000 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> usual.recovery(QUICK).lease(Duration.ofMillis(50)))
                .withMessageStartingWith("a lease lasts between 100 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        usual.recovery(QUICK.beacon(Duration.ofSeconds(5)).electionTimeout(Duration.ofMinutes(1))))
                .withMessage("with recovery a lease lasts at least 3 beacons, 15000 ms, not 10000 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> usual.algorithm("krl").recovery(Recovery.NEVER))
                .withMessage("algorithm 'krl' cannot recover: recovery is off");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> usual.option("election-timeout", 1))
                .withMessage("'election-timeout' cannot be set as an option: use the recovery settings");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecoveryPolicy.named("luck"))
                .withMessage("recovery policy 'luck' is not one of off, majority, never, operator");
    }

    /** All that is left is a node that never voted, and whose folder knows nothing of the pool. */
    @Test
    void beginsAnewByOrderOfAnOperatorWhoHasNothingElse() throws InterruptedException {
        PermitPool left = start(2, false).pool("docks", DOCKS);
        assertThat(left.tryAcquire(1, Duration.ofMillis(200))).isEmpty();
        RecoveryPlan plan = left.recoveryPlan();
        assertThat(plan.possible()).isTrue();
        assertThat(plan.steps())
                .startsWith(
                        "This node has not heard of the pool's voters. It begins the pool anew, as its only voter.");
        assertThat(plan.risks()).hasSize(2);
        left.recover();
        acquire(left, 2).close();
        assertThat(left.problem()).isEmpty();
        assertThat(left.permits()).isEqualTo(2);
        network.connect(2, 3);
        acquire(start(3, false).pool("docks", DOCKS), 1).close();
    }

    @Test
    void canBeOff() throws InterruptedException {
        PermitPool plain = start(1, true).pool("plain", PoolConfig.permits(1).recovery(Recovery.OFF));
        acquire(plain, 1).close();
        assertThat(plain.status()).isEmpty();
        assertThat(plain.recoveryPlan().possible()).isFalse();
        assertThatIllegalStateException().isThrownBy(plain::recover).withMessage("pool 'plain' has no recovery");
    }

    @Test
    void needsAFolderOfItsOwn() throws IOException {
        start(1, true);
        assertThatExceptionOfType(java.io.UncheckedIOException.class)
                .isThrownBy(() -> Meshlock.builder()
                        .inProcess(network, 5, "n5")
                        .state(folder.resolve("state-1"))
                        .start())
                .withMessageEndingWith("another node uses it; expected a folder of its own for every node");
    }
}
