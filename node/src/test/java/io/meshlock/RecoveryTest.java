package io.meshlock;

import static io.meshlock.Patience.await;
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

    /** News as often, but a machine that stands still for some seconds loses nothing. */
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

    private Meshlock start(int number, boolean founds) {
        MeshlockBuilder builder =
                Meshlock.builder().inProcess(network, number, "n" + number).state(folder.resolve("state-" + number));
        Meshlock node = (founds ? builder.bootstrap() : builder).start();
        open.add(node);
        return node;
    }

    private static Grant acquire(PermitPool pool, int permits) throws InterruptedException {
        Optional<Grant> grant = pool.tryAcquire(permits, Patience.LONG);
        assertThat(grant).isPresent();
        return grant.orElseThrow();
    }

    private static PoolStatus standing(PermitPool pool) {
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
        await().until(() -> standing(one).members().equals(List.of(1, 2)));
        assertThat(standing(one).recoveries()).isZero();
        assertThat(standing(two).epoch()).isEqualTo(standing(one).epoch());
    }

    /** The end of a lease moves on while the grant is held, again and again, and long before it comes. */
    @Test
    void keepsGrantsAliveByRenewals() throws InterruptedException {
        network.connect(1, 2);
        start(1, true).pool("docks", CALM);
        PermitPool two = start(2, false).pool("docks", CALM);
        try (Grant grant = acquire(two, 1)) {
            for (int renewal = 0; renewal < 10; renewal++) {
                long before = end(grant);
                await().until(() -> end(grant) - before > Duration.ofMillis(100).toNanos());
            }
            assertThat(grant.isValid()).isTrue();
        }
        assertThat(two.statistics().losses()).isZero();
    }

    /** When the lease ends, not earlier than it does. */
    private static long end(Grant grant) {
        long remaining = grant.remaining().toNanos();
        return System.nanoTime() + remaining;
    }

    /** The founder comes back with its folder: it does not found again, but makes a new token of the same pool. */
    @Test
    void goesOnAfterARestart() throws InterruptedException {
        long before;
        try (Meshlock founder = start(1, true)) {
            before = acquire(founder.pool("docks", DOCKS), 2).fencingToken();
        }
        PermitPool again = start(1, true).pool("docks", DOCKS);
        try (Grant grant = acquire(again, 2)) {
            assertThat(grant.fencingToken()).isGreaterThan(before);
        }
        assertThat(standing(again).epoch().orElseThrow()).isNotEqualTo("0/1");
        assertThat(standing(again).recoveries()).isEqualTo(1);
    }

    /** An operator made the pool smaller, and its only member starts again with the settings of the beginning. */
    @Test
    void remembersItsSizeOverARestart() throws InterruptedException {
        try (Meshlock founder = start(1, true)) {
            PermitPool docks = founder.pool("docks", DOCKS);
            docks.resize(1);
            await().until(() -> docks.permits() == 1);
        }
        PermitPool again = start(1, true).pool("docks", DOCKS);
        assertThat(again.permits()).as("before it hears from anybody").isEqualTo(1);
        acquire(again, 1).close();
        assertThat(again.permits()).isEqualTo(1);
        await().until(() -> standing(again).wantedPermits().isEmpty());
        assertThatThrownBy(() -> again.tryAcquire(2, Patience.LONG)).isInstanceOf(IllegalArgumentException.class);
    }

    /** It is not in force, and says so, while no majority can be asked. */
    @Test
    void tellsWhatSizeIsWanted() throws InterruptedException {
        network.connect(1, 2);
        PermitPool one = start(1, true).pool("docks", DOCKS);
        PermitPool two = start(2, false).pool("docks", DOCKS);
        acquire(two, 2).close();
        await().until(() ->
                standing(one).members().size() == 2 && standing(two).members().size() == 2);
        network.cut(1, 2);
        two.resize(5);
        assertThat(standing(two).wantedPermits()).hasValue(5);
        assertThat(two.permits()).isEqualTo(2);
        network.connect(1, 2);
        await().until(() -> one.permits() == 5
                && two.permits() == 5
                && standing(two).wantedPermits().isEmpty());
        acquire(one, 5).close();
    }

    @Test
    void canNotBeResizedOnceItIsClosed() {
        Meshlock founder = start(1, true);
        PermitPool docks = founder.pool("docks", DOCKS);
        founder.close();
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
        acquire(two, 1).close();
        await().until(() -> standing(one).members().size() == 3);
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

    /** A promise that is not on disk must not be made: better no pool here than two tokens somewhere. */
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
        start(2, false).pool("docks", DOCKS);
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

    @Test
    void isAgreedOnLikeTheOtherSettings() {
        network.connect(1, 2);
        start(1, true).pool("docks", DOCKS);
        Meshlock two = start(2, false);
        await().until(() -> !two.pools().isEmpty());
        assertThat(two.pool("docks").config()).isEqualTo(DOCKS);
        assertThatExceptionOfType(PoolConflictException.class)
                .isThrownBy(() -> two.pool("docks", DOCKS.recovery(QUICK.electionTimeout(Duration.ofSeconds(1)))))
                .withMessageContaining("guard 1000 ms")
                .withMessageContaining("guard 300 ms");
    }

    @Test
    void hasSettingsThatMakeSense() {
        PoolConfig usual = PoolConfig.permits(1);
        assertThat(usual.recovery()).isEqualTo(Recovery.MAJORITY);
        assertThat(usual.recovery().resolved(usual.lease()).toString())
                .isEqualTo("majority, beacon 500 ms, guard 5000 ms");
        assertThat(usual.recovery(usual.recovery().resolved(usual.lease())))
                .as("saying the usual makes no difference")
                .isEqualTo(usual);
        assertThat(usual.recovery(Recovery.OFF).lease()).isZero();
        assertThat(usual.algorithm("krl").recovery()).isEqualTo(Recovery.OFF);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> usual.recovery(Recovery.MAJORITY.electionTimeout(Duration.ofSeconds(4))))
                .withMessage("a guard lasts at least 10 beacons, 5000 ms, not 4000 ms");
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
                .withMessage("'election-timeout' is no option of its own here: set the recovery");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecoveryPolicy.named("luck"))
                .withMessage("recovery policy 'luck' is not one of off, majority, never, operator");
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
                .withMessageEndingWith("another node uses it");
    }
}
