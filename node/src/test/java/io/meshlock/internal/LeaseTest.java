package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.LossReason;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.Request;
import io.meshlock.internal.state.StateFolder;
import io.meshlock.spi.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Leases with a clock that the test controls; the runtime's own timers never fire. */
@DisplayName("A lease without recovery")
class LeaseTest {

    private static final Duration LEASE = Duration.ofHours(1);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - LEASE.toNanos()); // it wraps, as nanoTime may
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    private final PoolConfig config =
            PoolConfig.permits(2).recovery(Recovery.OFF).lease(LEASE);
    private final PoolRuntime runtime = new PoolRuntime(new PoolSetup(
            new Peer(1, "alone", 1),
            Terms.of("docks", config),
            config,
            BootstrapRecord.here(null)
                    .begin("docks", StateFolder.none().pool("docks"), 1, 2, false)
                    .how(),
            PoolJournal.NONE,
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

    private void checkLeases() {
        runtime.submit(() -> runtime.checkLeases());
    }

    @Test
    void isRenewedByTheNodeWhileItLives() {
        Grant grant = docks.tryAcquire().orElseThrow();
        assertThat(grant.remaining()).isEqualTo(LEASE);
        for (int i = 0; i < 10; i++) {
            pass(LEASE.dividedBy(2));
            assertThat(grant.remaining()).isEqualTo(LEASE.dividedBy(2));
            checkLeases();
            assertThat(grant.isValid()).isTrue();
            assertThat(grant.remaining()).isEqualTo(LEASE);
        }
    }

    @Test
    void runsOutIfTheProcessWasStoppedForTooLong() {
        Grant grant = docks.tryAcquire().orElseThrow();
        pass(LEASE);
        assertThat(grant.isValid()).as("before anybody did anything").isFalse();
        assertThat(grant.remaining()).isZero();
        assertThat(grant.renew()).isFalse();
        checkLeases();
        assertThat(grant.isValid()).as("what is lost stays lost").isFalse();
        assertThat(docks.availablePermits()).isEqualTo(2);
    }

    @Test
    void lastsToItsLastMoment() {
        Grant grant = docks.tryAcquire().orElseThrow();
        pass(LEASE.minusNanos(1));
        assertThat(grant.isValid()).isTrue();
        assertThat(grant.remaining()).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void isRenewedByTheClientIfItAskedForThat() {
        Grant grant = docks.tryAcquire(Request.ONE.withKeepAlive()).orElseThrow();
        List<LossReason> lost = new ArrayList<>();
        grant.onLost(lost::add);
        pass(LEASE.minusNanos(1));
        checkLeases();
        assertThat(grant.renew()).isTrue();
        pass(LEASE.minusNanos(1));
        checkLeases();
        assertThat(grant.isValid()).isTrue();
        pass(Duration.ofNanos(1));
        checkLeases();
        assertThat(grant.isValid()).isFalse();
        assertThat(lost).containsExactly(LossReason.LEASE_EXPIRED);
        assertThat(docks.statistics().losses()).isEqualTo(1);
    }

    @Test
    void thatRanOutGivesBackOnce() {
        Grant silent = docks.tryAcquire(Request.ONE.withKeepAlive()).orElseThrow();
        Grant other = docks.tryAcquire().orElseThrow();
        pass(LEASE.dividedBy(2));
        checkLeases();
        pass(LEASE.dividedBy(2));
        checkLeases();
        assertThat(other.isValid()).isTrue();
        silent.close();
        assertThat(docks.tryAcquire(1)).isPresent();
        assertThat(docks.tryAcquire(1)).isEmpty();
    }
}
