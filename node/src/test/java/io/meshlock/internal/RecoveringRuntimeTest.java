package io.meshlock.internal;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.LossReason;
import io.meshlock.PoolConfig;
import io.meshlock.PoolStatus;
import io.meshlock.Recovery;
import io.meshlock.RecoveryPlan;
import io.meshlock.Request;
import io.meshlock.internal.state.StateFolder;
import io.meshlock.journal.Journal;
import io.meshlock.spi.BootClock;
import io.meshlock.spi.Peer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A bootstrap node alone, with a clock and timers that the test controls. */
@DisplayName("A grant in a pool with recovery")
class RecoveringRuntimeTest {

    private static final Duration BEACON = Duration.ofHours(1);
    private static final Duration LEASE = BEACON.multipliedBy(20);
    private static final int ALARM = 1;

    private final AtomicLong clock = new AtomicLong();
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    private final PoolConfig config =
            PoolConfig.permits(2).lease(LEASE).recovery(Recovery.MAJORITY.electionTimeout(BEACON.multipliedBy(20)));
    private final List<String> recorded = new ArrayList<>();
    private final PoolRuntime runtime = new PoolRuntime(new PoolSetup(
            new Peer(1, "alone", 1),
            Terms.of("docks", config),
            config,
            BootstrapRecord.here(null)
                    .begin("docks", StateFolder.none().pool("docks"), 1, 2, true)
                    .how(),
            PoolJournal.of(
                    new Journal() {
                        @Override
                        public void leased(long time, int node, long grant, long until) {
                            recorded.add("leased for " + Duration.of(until - time, ChronoUnit.MICROS));
                        }

                        @Override
                        public void grantLost(long time, int node, io.meshlock.protocol.PermitGrant grant) {
                            recorded.add("lost");
                        }
                    },
                    1,
                    () -> 0),
            clock::get,
            Runnable::run,
            scheduler,
            scheduler,
            Incarnations.in(null)));
    private final Pool docks = new Pool(runtime);

    @AfterEach
    void close() {
        scheduler.shutdownNow();
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    /** Fires the protocol's timer. */
    private void checkLeases() {
        runtime.submit(() -> runtime.timerFired(ALARM));
    }

    @Test
    void isValidForItsLeaseAsTheMeshKnowsIt() {
        Grant grant = docks.tryAcquire().orElseThrow();
        assertThat(grant.isValid()).isTrue();
        assertThat(grant.remaining()).isEqualTo(LEASE);
        assertThat(recorded).containsExactly("leased for " + LEASE);
        pass(LEASE.minusNanos(1));
        assertThat(grant.isValid()).isTrue();
        pass(Duration.ofNanos(1));
        assertThat(grant.isValid()).as("before anybody did anything").isFalse();
        assertThat(grant.remaining()).isZero();
        assertThat(grant.renew()).isFalse();
    }

    @Test
    void isRenewedWhileTheNodeLives() {
        Grant grant = docks.tryAcquire().orElseThrow();
        for (int i = 0; i < 100; i++) {
            pass(BEACON);
            checkLeases();
            assertThat(grant.remaining()).isGreaterThanOrEqualTo(LEASE.minus(BEACON));
        }
    }

    @Test
    void isLostWhenItRanOutAndItsPermitGoesToOthers() {
        Grant grant = docks.tryAcquire(2).orElseThrow();
        List<LossReason> lost = new ArrayList<>();
        grant.onLost(lost::add);
        pass(LEASE);
        checkLeases();
        assertThat(lost).containsExactly(LossReason.LEASE_EXPIRED);
        assertThat(recorded).contains("lost");
        assertThat(docks.statistics().losses()).isEqualTo(1);
        pass(LEASE);
        checkLeases();
        Grant next = docks.tryAcquire(2).orElseThrow();
        assertThat(next.fencingToken()).isGreaterThan(grant.fencingToken());
        grant.close();
        assertThat(docks.tryAcquire(1))
                .as("closing what was lost gives back nothing")
                .isEmpty();
        assertThat(next.isValid()).isTrue();
    }

    /** The client closes the grant on its own thread while a step finds that it was lost. */
    @Test
    void thatIsClosedAndLostAtOnceIsGivenBackOnce() {
        Grant grant = docks.tryAcquire(2).orElseThrow();
        pass(LEASE);
        runtime.submit(() -> {
            grant.close(); // its release waits for the end of this step
            runtime.timerFired(ALARM);
        });
        assertThat(docks.statistics().releases()).isEqualTo(1);
        assertThat(docks.statistics().losses()).isZero();
        assertThat(docks.availablePermits()).isEqualTo(2);
    }

    @Test
    void ofAClientThatFallsSilentComesBackAlthoughTheNodeLives() {
        Grant grant = docks.tryAcquire(Request.permits(2).withKeepAlive()).orElseThrow();
        for (int i = 0; i < 19; i++) {
            pass(BEACON);
            checkLeases();
        }
        assertThat(grant.renew()).isTrue();
        for (int i = 0; i < 20; i++) {
            assertThat(grant.isValid()).isTrue();
            pass(BEACON);
            checkLeases();
        }
        assertThat(grant.isValid()).as("the mesh renews it, the client did not").isFalse();
        runtime.submit(() -> runtime.checkLeases());
        assertThat(docks.tryAcquire(2)).isPresent();
    }

    /** After a suspension, timers are late, and the node is told. */
    @Test
    void isLostSoonAfterAMachineWoke() {
        Grant grant = docks.tryAcquire().orElseThrow();
        List<LossReason> lost = new ArrayList<>();
        grant.onLost(reason -> {
            synchronized (lost) {
                lost.add(reason);
            }
        });
        pass(LEASE);
        runtime.woke();
        await().until(() -> {
            synchronized (lost) {
                return lost.equals(List.of(LossReason.LEASE_EXPIRED));
            }
        });
    }

    /** A node with a thousand idle pools must not wake up for them. */
    @Test
    void leavesNoTimerBehind() {
        PoolConfig quick = PoolConfig.permits(1).lease(Duration.ofMillis(200));
        scheduler.setRemoveOnCancelPolicy(true);
        PoolRuntime real = new PoolRuntime(new PoolSetup(
                new Peer(1, "alone", 1),
                Terms.of("lanes", quick),
                quick,
                BootstrapRecord.here(null)
                        .begin("lanes", StateFolder.none().pool("lanes"), 1, 1, true)
                        .how(),
                PoolJournal.NONE,
                BootClock.ofThisMachine(),
                Runnable::run,
                scheduler,
                scheduler,
                Incarnations.in(null)));
        Grant grant = new Pool(real).tryAcquire().orElseThrow();
        assertThat(scheduler.getQueue()).as("it is looked after").isNotEmpty();
        grant.close();
        await().until(() -> scheduler.getQueue().isEmpty() && scheduler.getActiveCount() == 0);
    }

    // ---- for people -------------------------------------------------------------------------------------------------

    @Test
    void showsTheStatusOfItsToken() {
        assertThat(docks.tryAcquire()).isPresent();
        PoolStatus status = docks.status().orElseThrow();
        assertThat(status.epoch()).hasValue("0/1");
        assertThat(status.token()).isTrue();
        assertThat(status.takesPart()).isTrue();
        assertThat(status.validFor()).isPositive();
        assertThat(status.voters()).containsExactly(1);
        assertThat(status.heard()).isEqualTo(1);
        assertThat(status.recoveries()).isZero();
    }

    @Test
    void canComeFromATokenThatTheOperatorHasMade() {
        assertThat(docks.tryAcquire(2)).isPresent();
        RecoveryPlan plan = docks.recoveryPlan();
        assertThat(plan.possible()).isTrue();
        assertThat(plan.steps())
                .first()
                .asString()
                .contains("after epoch 0/1. The pool's voters: node 1; in reach: 1 of 1.");
        assertThat(plan.risks()).as("there are no others").hasSizeLessThanOrEqualTo(1);
        docks.recover();
        for (int i = 0; i < 50; i++) {
            pass(BEACON.dividedBy(4));
            checkLeases();
        }
        PoolStatus after = docks.status().orElseThrow();
        assertThat(after.epoch()).hasValue("1/1");
        assertThat(after.recoveries()).isEqualTo(1);
    }
}
