package io.meshlock.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PoolConfig;
import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What ShedLock expects of its providers, over three nodes in a row; every test begins with names that nobody has used. */
@DisplayName("A lock provider over a mesh")
class MeshlockLockProviderTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final long PATIENCE_SECONDS = 60;

    /** The first use of a name takes about a beacon per hop: with this lease 150 ms. */
    private static final PoolConfig QUICK = PoolConfig.mutex().lease(Duration.ofSeconds(3));

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();
    private final List<LockProvider> providers = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    MeshlockLockProviderTest() {
        network.connect(1, 2);
        network.connect(2, 3);
        for (int number = 1; number <= 3; number++) {
            MeshlockBuilder builder = Meshlock.builder().inProcess(network, number, "n" + number);
            Meshlock node = (number == 1 ? builder.bootstrap() : builder).start();
            nodes.add(node);
            providers.add(new MeshlockLockProvider(node, QUICK, MeshlockLockProvider.DEFAULT_PREFIX));
        }
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private static LockConfiguration name(String name, Duration atMost, Duration atLeast) {
        return new LockConfiguration(Instant.now(), name, atMost, atLeast);
    }

    private Optional<SimpleLock> lock(int node, String name, Duration atMost, Duration atLeast) {
        return providers.get(node - 1).lock(name(name, atMost, atLeast));
    }

    private Optional<SimpleLock> lock(int node, String name) {
        return lock(node, name, LONG, Duration.ZERO);
    }

    /** Asks until it is answered with a lock: a release takes its time to travel. */
    private SimpleLock lockSoon(int node, String name) {
        long begin = System.nanoTime();
        Optional<SimpleLock> lock = lock(node, name);
        while (lock.isEmpty() && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            lock = lock(node, name);
        }
        return lock.orElseThrow();
    }

    @Test
    void locksANameThatNobodyUsedAtTheFirstTry() {
        SimpleLock first = lock(3, "job").orElseThrow();
        assertThat(lock(1, "job")).isEmpty();
        assertThat(lock(2, "job")).isEmpty();
        assertThat(lock(3, "job")).as("locks of ShedLock are not reentrant").isEmpty();
        assertThat(lock(1, "another job")).isPresent();
        first.unlock();
        lockSoon(1, "job").unlock();
    }

    @Test
    void unlocksOnce() {
        SimpleLock lock = lock(2, "job").orElseThrow();
        lock.unlock();
        assertThatIllegalStateException().isThrownBy(lock::unlock);
    }

    @Test
    void canBeLockedAgainAndAgain() {
        for (int round = 0; round < 10; round++) {
            SimpleLock lock = lockSoon(1 + round % 3, "job");
            assertThat(lock(1 + (round + 1) % 3, "job")).isEmpty();
            lock.unlock();
        }
    }

    @Test
    void keepsNobodyForLongerThanAtMost() {
        SimpleLock stuck = lock(3, "job", SHORT, Duration.ZERO).orElseThrow();
        SimpleLock next = lockSoon(1, "job");
        stuck.unlock();
        assertThat(lock(2, "job")).as("what is over cannot be unlocked").isEmpty();
        next.unlock();
    }

    @Test
    void keepsEverybodyOutForAtLeast() {
        long begin = System.nanoTime();
        lock(3, "job", LONG, SHORT).orElseThrow().unlock();
        lockSoon(1, "job").unlock();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(SHORT);
        lock(2, "for long", LONG, LONG).orElseThrow().unlock();
        assertThat(lock(2, "for long")).isEmpty();
        assertThat(lock(1, "for long")).isEmpty();
    }

    @Test
    void canBeExtended() {
        SimpleLock lock = lock(3, "job", Duration.ofSeconds(20), Duration.ZERO).orElseThrow();
        SimpleLock longer = lock.extend(LONG, Duration.ZERO).orElseThrow();
        assertThat(lock(1, "job")).isEmpty();
        assertThatIllegalStateException().as("it was extended").isThrownBy(lock::unlock);
        SimpleLock shorter = longer.extend(SHORT, Duration.ZERO).orElseThrow();
        SimpleLock next = lockSoon(1, "job");
        assertThat(shorter.extend(LONG, Duration.ZERO)).as("it is over").isEmpty();
        next.unlock();
        SimpleLock closed = lockSoon(2, "job");
        closed.unlock();
        assertThatIllegalStateException().isThrownBy(() -> closed.extend(LONG, Duration.ZERO));
    }

    @Test
    void isFreeWhenItsNodeHasLeft() {
        assertThat(lock(3, "job")).isPresent();
        assertThat(lock(1, "job")).isEmpty();
        nodes.get(2).close();
        lockSoon(1, "job").unlock();
    }

    /** Also if its node has left: whoever finds out late that the job is due does not run it again. */
    @Test
    void keepsEverybodyOutForAtLeastAlthoughItsNodeHasLeft() {
        Duration atLeast = Duration.ofSeconds(4); // longer than the lease
        long begin = System.nanoTime();
        lock(3, "job", LONG, atLeast).orElseThrow().unlock();
        nodes.get(2).close();
        lockSoon(1, "job").unlock();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(atLeast);
    }

    /** Counting is not atomic: two at the same time would lose a count. */
    @Test
    void keepsEverybodyElseOut() throws Exception {
        int rounds = 60;
        int[] count = {0};
        List<Future<?>> workers = new ArrayList<>();
        for (int worker = 0; worker < 6; worker++) {
            int node = 1 + worker % 3;
            workers.add(threads.submit(() -> {
                for (int round = 0; round < rounds; round++) {
                    SimpleLock lock = lockSoon(node, "counter");
                    int before = count[0];
                    Thread.onSpinWait();
                    count[0] = before + 1;
                    lock.unlock();
                }
                return null;
            }));
        }
        for (Future<?> worker : workers) {
            worker.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(count[0]).isEqualTo(6 * rounds);
    }

    /** ShedLock's own executor at every node; all of them find that the job is due at the same moment. */
    @Test
    void runsAJobOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        int ticks = 5;
        CyclicBarrier due = new CyclicBarrier(3);
        CountDownLatch done = new CountDownLatch(3);
        for (LockProvider provider : providers) {
            LockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider);
            Callable<Void> scheduler = () -> {
                for (int tick = 0; tick < ticks; tick++) {
                    due.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    executor.executeWithLock(
                            (Runnable) runs::incrementAndGet, name("report " + tick, LONG, Duration.ofMinutes(1)));
                }
                done.countDown();
                return null;
            };
            var unused = threads.submit(scheduler);
        }
        assertThat(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(ticks);
    }

    @Test
    void needsNoSettings() {
        LockProvider usual = new MeshlockLockProvider(nodes.get(2));
        SimpleLock lock = usual.lock(name("job", LONG, Duration.ZERO)).orElseThrow();
        assertThat(usual.lock(name("job", LONG, Duration.ZERO))).isEmpty();
        lock.unlock();
    }

    @Test
    void hasOnePermit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MeshlockLockProvider(nodes.get(0), PoolConfig.permits(2), ""))
                .withMessage("a lock has one permit, not 2");
    }
}
