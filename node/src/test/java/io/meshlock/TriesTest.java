package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes 1 - 2 - 3 in a row; node 1 bootstraps. */
@DisplayName("A try")
@SuppressWarnings("LockNotBeforeTry") // these tests lock and unlock explicitly
class TriesTest {

    private static final PoolConfig DOCKS = PoolConfig.permits(2);

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    TriesTest() {
        network.connect(1, 2);
        network.connect(2, 3);
        for (int number = 1; number <= 3; number++) {
            MeshlockBuilder builder = Meshlock.builder().inProcess(network, number, "n" + number);
            nodes.add((number == 1 ? builder.bootstrap() : builder).start());
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
        network.close();
        other.shutdownNow();
    }

    private Meshlock node(int number) {
        return nodes.get(number - 1);
    }

    private static Grant acquire(PermitPool pool, int permits) throws InterruptedException {
        return pool.tryAcquire(permits, TestTimeouts.LONG).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prioritized", "prioritized-moving"})
    void isAnsweredByTheMesh(String algorithm) throws InterruptedException {
        PoolConfig docks = DOCKS.algorithm(algorithm);
        PermitPool near = node(1).pool("docks", docks);
        PermitPool far = node(3).pool("docks", docks);
        acquire(far, 1).close();
        acquire(near, 1).close();
        for (int round = 0; round < 20; round++) {
            Grant first = far.tryAcquire().orElseThrow();
            Grant second = near.tryAcquire().orElseThrow();
            assertThat(far.tryAcquire()).as("none is free").isEmpty();
            assertThat(near.tryAcquire()).as("none is free").isEmpty();
            second.close();
            assertThat(far.tryAcquire(2)).as("one is free").isEmpty();
            first.close();
            await().until(() -> giveBack(far, 2)); // the release and the try may go different ways
        }
        assertThat(far.queueLength()).isZero();
    }

    private static boolean giveBack(PermitPool pool, int permits) {
        return pool.tryAcquire(permits)
                .map(grant -> {
                    grant.close();
                    return true;
                })
                .orElse(false);
    }

    @Test
    void isRefusedWithoutWaiting() throws InterruptedException {
        PermitPool far = node(3).pool("docks", DOCKS);
        acquire(far, 1).close();
        Grant all = acquire(node(1).pool("docks", DOCKS), 2);
        for (int round = 0; round < 200; round++) {
            assertThat(far.tryAcquire()).isEmpty();
        }
        assertThat(far.statistics().withdrawals()).isGreaterThanOrEqualTo(200);
        assertThat(node(1).pool("docks").statistics().sentByType().get("REFUSAL"))
                .as("each was answered, none ran into its time limit")
                .isGreaterThanOrEqualTo(200);
        all.close();
    }

    @Test
    void overtakesNobodyWhoWaits() throws Exception {
        PermitPool near = node(1).pool("docks", DOCKS);
        PermitPool far = node(3).pool("docks", DOCKS);
        acquire(far, 1).close();
        Grant one = acquire(near, 1);
        CompletableFuture<Grant> waiting = node(2).pool("docks", DOCKS).acquireAsync(Request.permits(2));
        await().until(() -> node(2).pool("docks").statistics().sentByType().getOrDefault("REQUEST", 0L) > 0);
        await().until(() -> far.tryAcquire()
                .map(grant -> {
                    grant.close(); // the request of node 2 was still on its way
                    return false;
                })
                .orElse(true));
        assertThat(far.tryAcquire(Request.ONE.priority(9)))
                .as("unless it is more urgent")
                .isPresent();
        one.close();
        assertThat(waiting.isDone()).isFalse();
    }

    @Test
    void isRefusedIfTheMeshDoesNotAnswer() throws InterruptedException {
        PermitPool far = node(3).pool("docks", DOCKS);
        acquire(far, 1).close();
        network.cut(2, 3);
        long begin = System.nanoTime();
        assertThat(far.tryAcquire()).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
        assertThat(far.queueLength()).isZero();
        assertThat(far.tryAcquireHere(Request.ONE)).isEmpty();
    }

    @Test
    void isTheSameForLocks() throws Exception {
        DistributedLock near = node(1).lock("leader");
        DistributedLock far = node(3).lock("leader");
        for (int round = 0; round < 10; round++) {
            enter(far); // the first time it has to become a member
            try {
                assertThat(near.tryLock()).isFalse();
                assertThat(other.submit(() -> far.tryLock()).get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                        .isFalse();
            } finally {
                far.unlock();
            }
            enter(near);
            try {
                assertThat(far.tryLock()).isFalse();
            } finally {
                near.unlock();
            }
        }
    }

    /** A try may meet the release of the last holder on its way, and a thousand tries may take less than that. */
    private static void enter(DistributedLock lock) {
        await().pollInSameThread().until(lock::tryLock);
    }

    /** The node is cut off, the others get the lock, and the thread that had it comes back. */
    @Test
    void findsOutThatALockWasLost() throws Exception {
        PoolConfig quick = PoolConfig.mutex()
                .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300)))
                .lease(Duration.ofMillis(400));
        DistributedLock near = node(1).lock("leader", quick);
        node(2).lock("leader", quick).lock();
        node(2).lock("leader", quick).unlock();
        DistributedLock far = node(3).lock("leader", quick);
        assertThat(far.tryLock(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
        await().until(() ->
                node(1).pool("leader").status().orElseThrow().voters().size() == 3);
        network.cut(2, 3);
        assertThat(near.tryLock(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(far.isHeldByCurrentThread()).isFalse();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(far::tryLock);
        near.unlock();
        network.connect(2, 3);

        // Another thread of the same node gets it, and the one that lost it leaves it alone.
        assertThat(other.submit(() -> far.tryLock(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                        .get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                .isTrue();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(far::unlock);
        assertThat(other.submit(() -> {
                            boolean held = far.isHeldByCurrentThread();
                            far.unlock();
                            return held;
                        })
                        .get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                .isTrue();
        assertThat(far.tryLock(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
        far.unlock();
    }
}
