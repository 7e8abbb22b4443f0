package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What programs expect of {@code java.util.concurrent.Semaphore}. */
@DisplayName("A semaphore over a pool")
class MeshSemaphoreTest {

    private final Meshlock mesh = Meshlock.builder().node("alone").bootstrap().start();
    private final PermitPool pool = mesh.pool("docks", PoolConfig.permits(3));
    private final Semaphore docks = new MeshSemaphore(pool);
    private final ExecutorService other = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        mesh.close();
        other.shutdownNow();
    }

    @Test
    void hasPermitsThatAnyThreadReturns() throws Exception {
        docks.acquire();
        docks.acquireUninterruptibly(2);
        assertThat(docks.tryAcquire()).isFalse();
        assertThat(docks.tryAcquire(1, TimeUnit.MILLISECONDS)).isFalse();
        Future<?> waiting = other.submit(() -> {
            docks.acquire(2);
            docks.release(2);
            return null;
        });
        await().until(() -> pool.queueLength() == 1);
        other.submit(() -> docks.release(3)).get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
        waiting.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
        assertThat(docks.tryAcquire(3)).isTrue();
        docks.release(3);
        assertThat(docks.availablePermits()).isEqualTo(3);
    }

    @Test
    void takesBackWhatWasAcquiredTogetherInParts() {
        assertThat(docks.tryAcquire(2)).isTrue();
        assertThat(docks.tryAcquire()).isTrue();
        docks.release();
        assertThat(docks.tryAcquire()).as("the single one came back").isTrue();
        docks.release();
        docks.release();
        assertThat(docks.tryAcquire(2)).as("half of the pair").isTrue();
        assertThat(docks.tryAcquire()).isFalse();
        docks.release(3);
        assertThat(docks.tryAcquire(3)).isTrue();
    }

    @Test
    void refusesWhatItWasNotGiven() {
        assertThatIllegalStateException()
                .isThrownBy(docks::release)
                .withMessage("pool 'docks': 1 cannot be released, for 0 were acquired here");
        assertThat(docks.tryAcquire(2)).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> docks.release(3));
        docks.release(2);
    }

    @Test
    void knowsItsArguments() throws InterruptedException {
        assertThatIllegalArgumentException().isThrownBy(() -> docks.acquire(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> docks.tryAcquire(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> docks.release(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> docks.acquire(4));
        assertThat(docks.tryAcquire(4)).isFalse();
        docks.acquire(0);
        docks.release(0);
        assertThat(docks.drainPermits()).isEqualTo(3);
        assertThat(docks.drainPermits()).isZero();
        docks.release(3);
        assertThat(docks.isFair()).isTrue();
    }

    @Test
    void isInterruptible() throws Exception {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(docks::acquire);
        docks.acquire(3);
        Future<String> waiting = other.submit(() -> {
            try {
                docks.acquire();
                return "acquired";
            } catch (InterruptedException e) {
                return "interrupted";
            }
        });
        await().until(() -> pool.queueLength() == 1);
        other.shutdownNow();
        assertThat(waiting.get(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }

    @Test
    void tellsOfWhatItLost() throws InterruptedException {
        List<LossReason> lost = new CopyOnWriteArrayList<>();
        Semaphore told = new MeshSemaphore(pool, lost::add);
        told.acquire(2);
        mesh.close();
        await().until(() -> lost.equals(List.of(LossReason.MESH_CLOSED)));
        told.release(2);
        assertThatExceptionOfType(MeshClosedException.class).isThrownBy(told::acquire);
    }

    @Test
    void survivesManyThreads() throws Exception {
        List<Future<?>> all = new CopyOnWriteArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            int permits = 1 + thread % 3;
            all.add(other.submit(() -> {
                for (int round = 0; round < 500; round++) {
                    assertThat(docks.tryAcquire(permits, TestTimeouts.SECONDS, TimeUnit.SECONDS))
                            .isTrue();
                    docks.release(permits);
                }
                return null;
            }));
        }
        for (Future<?> each : all) {
            each.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
        }
        await().atMost(Duration.ofSeconds(TestTimeouts.SECONDS)).until(() -> docks.tryAcquire(3));
    }
}
