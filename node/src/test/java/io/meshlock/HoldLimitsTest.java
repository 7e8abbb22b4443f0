package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The time for which a grant is held")
class HoldLimitsTest {

    private static final PoolConfig ONE = PoolConfig.permits(1).lease(Duration.ofSeconds(2));
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(100);

    private final InProcessNetwork network = new InProcessNetwork();
    private final Meshlock mesh =
            Meshlock.builder().inProcess(network, 1, "one").bootstrap().start();
    private final BlockingQueue<LossReason> lost = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        mesh.close();
        network.close();
    }

    /** Also in a pool whose leases nobody knows of. */
    @Test
    void hasALimitThatTheNodeKeeps() throws InterruptedException {
        for (PoolConfig config : new PoolConfig[] {ONE, ONE.recovery(Recovery.OFF)}) {
            PermitPool pool = mesh.pool("limited, recovery " + config.recovery(), config);
            Grant stuck = pool.acquire(Request.ONE.maxHold(SHORT));
            assertThat(stuck.remaining()).isLessThanOrEqualTo(SHORT);
            stuck.onLost(lost::add);
            try (Grant next = pool.tryAcquire(1, TestTimeouts.LONG).orElseThrow()) {
                assertThat(stuck.isValid()).isFalse();
                assertThat(next.isValid()).isTrue();
            }
            assertThat(lost.poll(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isEqualTo(LossReason.MAX_HOLD);
            stuck.close();
            assertThat(pool.statistics().losses()).isEqualTo(1);
        }
    }

    @Test
    void canBeExtended() throws InterruptedException {
        PermitPool pool = mesh.pool("limited", ONE);
        Grant grant = pool.acquire(Request.ONE.maxHold(Duration.ofSeconds(30)));
        grant.onLost(lost::add);
        assertThat(grant.extend(Duration.ZERO, Duration.ZERO)).isTrue();
        assertThat(grant.remaining()).isGreaterThan(Duration.ZERO);
        assertThat(grant.extend(SHORT, Duration.ZERO)).isTrue();
        assertThat(lost.poll(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isEqualTo(LossReason.MAX_HOLD);
        assertThat(grant.extend(LONG, Duration.ZERO)).isFalse();
        Grant closed = pool.acquire();
        closed.close();
        assertThat(closed.extend(LONG, LONG)).isFalse();
    }

    @Test
    void hasAMinimumThatOutlivesItsClient() throws InterruptedException {
        PermitPool pool = mesh.pool("kept", ONE);
        Grant grant = pool.acquire(Request.ONE.minHold(LONG));
        grant.close();
        assertThat(grant.isValid()).isFalse();
        assertThat(pool.tryAcquire()).as("closed, and kept").isEmpty();
        assertThat(pool.heldPermits()).isEqualTo(1);

        PermitPool soon = mesh.pool("kept for a moment", ONE);
        long begin = System.nanoTime();
        soon.acquire(Request.ONE.minHold(SHORT)).close();
        assertThat(soon.tryAcquire(1, TestTimeouts.LONG)).isPresent();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(SHORT);
        Grant old = mesh.pool("old enough", ONE).acquire(Request.ONE.minHold(Duration.ofNanos(1)));
        old.close();
        assertThat(mesh.pool("old enough", ONE).tryAcquire()).isPresent();
    }

    /** Closed in good order, or cut off as if it had crashed; and its minimum is far longer than the lease. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hasAMinimumThatOutlivesItsNode(boolean closed) throws InterruptedException {
        Duration least = Duration.ofMillis(1_500);
        PoolConfig quick = PoolConfig.permits(1)
                .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300)))
                .lease(Duration.ofMillis(400));
        network.connect(1, 2);
        PermitPool here = mesh.pool("kept", quick);
        long begin;
        try (Meshlock other = Meshlock.builder().inProcess(network, 2, "two").start()) {
            PermitPool there = other.pool("kept", quick);
            begin = System.nanoTime();
            Grant grant = there.tryAcquire(Request.ONE.minHold(least), TestTimeouts.LONG)
                    .orElseThrow();
            await().until(() -> there.statistics().sentByType().containsKey("AMEND"));
            if (closed) {
                grant.close();
            } else {
                network.cut(1, 2);
            }
        }
        assertThat(here.tryAcquire(1, TestTimeouts.LONG)).isPresent();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(least);
    }

    @Test
    void isPossible() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Request.ONE.maxHold(Duration.ofSeconds(-1)))
                .withMessage("a grant is held at most for up to 365 days, or zero for no limit; not PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Request.ONE.maxHold(SHORT).minHold(LONG))
                .withMessage("a grant that is held for at least PT1H cannot end after at most PT0.1S");
    }

    /** A callback that blocks keeps nobody from hearing of a loss. */
    @Test
    void isToldOfOnAThreadOfItsOwn() throws InterruptedException {
        PermitPool pool = mesh.pool("limited", PoolConfig.permits(40));
        for (int i = 0; i < 20; i++) {
            pool.acquire(Request.ONE.maxHold(SHORT)); // held for long enough that the futures wait
        }
        Object blocked = new Object();
        synchronized (blocked) {
            for (int i = 0; i < 20; i++) {
                var unused = pool.acquireAsync(Request.permits(21)).thenAccept(grant -> {
                    synchronized (blocked) {
                        grant.close();
                    }
                });
            }
            Grant late = pool.tryAcquire(Request.ONE.priority(9).maxHold(SHORT), TestTimeouts.LONG)
                    .orElseThrow();
            late.onLost(lost::add);
            assertThat(lost.poll(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isEqualTo(LossReason.MAX_HOLD);
        }
        await().until(() -> pool.heldPermits() == 0);
    }
}
