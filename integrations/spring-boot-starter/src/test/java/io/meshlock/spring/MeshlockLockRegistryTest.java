package io.meshlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.meshlock.LockLostException;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** What Spring Integration expects of its lock registries, over three nodes in a row. */
@DisplayName("A lock registry over a mesh")
@SuppressWarnings("LockNotBeforeTry") // these tests lock and unlock explicitly
class MeshlockLockRegistryTest {

    private static final long SECONDS = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(SECONDS);
    private static final PoolConfig QUICK = PoolConfig.mutex()
            .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300)))
            .lease(Duration.ofMillis(400));

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();
    private final List<MeshlockLockRegistry> registries = new ArrayList<>();
    private final ExecutorService other = Executors.newCachedThreadPool();

    MeshlockLockRegistryTest() {
        network.connect(1, 2);
        network.connect(2, 3);
        for (int number = 1; number <= 3; number++) {
            MeshlockBuilder builder = Meshlock.builder().inProcess(network, number, "n" + number);
            nodes.add((number == 1 ? builder.bootstrap() : builder).start());
            registries.add(new MeshlockLockRegistry(nodes.get(number - 1), QUICK, "spring/"));
        }
    }

    @AfterEach
    void close() {
        other.shutdownNow();
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private Lock lock(int node, Object key) {
        return registries.get(node - 1).obtain(key);
    }

    private static boolean entersSoon(Lock lock) throws InterruptedException {
        return lock.tryLock(SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void givesTheSameLockForTheSameKey() {
        assertThat(lock(1, "a")).isSameAs(lock(1, "a")).isNotSameAs(lock(1, "b"));
        assertThat(lock(1, 17)).isSameAs(lock(1, "17"));
    }

    @Test
    void isSharedByAllNodes() throws Exception {
        assertThat(lock(3, "first use").tryLock()).isTrue();
        assertThat(lock(1, "first use").tryLock()).isFalse();
        assertThat(lock(1, "another").tryLock()).isTrue();
        lock(3, "first use").unlock();
        assertThat(entersSoon(lock(1, "first use"))).isTrue();
        assertThat(lock(3, "first use").tryLock(10, TimeUnit.MILLISECONDS)).isFalse();
    }

    @Test
    void isReentrantAndBelongsToAThread() throws Exception {
        Lock lock = lock(2, "mine");
        assertThat(entersSoon(lock)).isTrue();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        assertThat(other.submit(() -> lock.tryLock()).get(SECONDS, TimeUnit.SECONDS))
                .isFalse();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> other.submit(lock::unlock).get(SECONDS, TimeUnit.SECONDS))
                .withCauseInstanceOf(IllegalMonitorStateException.class);
        lock.unlock();
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
    }

    /** Two locks of one thread; others wait for them, at another node, until they are unlocked or interrupted. */
    @Test
    void isWaitedFor() throws Exception {
        Lock first = lock(3, "first");
        Lock second = lock(3, "second");
        first.lock();
        second.lockInterruptibly();
        Future<?> waiting = other.submit(() -> {
            lock(1, "first").lock();
            lock(1, "first").unlock();
            return null;
        });
        Future<?> interrupted = other.submit(() -> {
            Thread.currentThread().interrupt();
            lock(1, "second").lockInterruptibly();
            return null;
        });
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> interrupted.get(SECONDS, TimeUnit.SECONDS))
                .withCauseInstanceOf(InterruptedException.class);
        await().atMost(PATIENCE).until(() -> nodes.get(0).pool("spring/first").queueLength() == 1);
        first.unlock();
        waiting.get(SECONDS, TimeUnit.SECONDS);
        second.unlock();
        assertThat(entersSoon(lock(2, "second"))).isTrue();
    }

    /** Spring's way to run something under a lock, at all nodes at once, with a name that nobody has used. */
    @Test
    void runsTasksOneByOne() throws Exception {
        int[] count = {0};
        List<Future<?>> all = new ArrayList<>();
        for (MeshlockLockRegistry registry : registries) {
            all.add(other.submit(() -> {
                for (int round = 0; round < 20; round++) {
                    count(registry, count);
                }
                return null;
            }));
        }
        for (Future<?> each : all) {
            each.get(SECONDS, TimeUnit.SECONDS);
        }
        assertThat(count[0]).isEqualTo(60);
    }

    /** Not atomic: two at the same time would lose a count. */
    @SuppressWarnings("unchecked") // LockRegistry has a type parameter since Spring Integration 7
    private static void count(MeshlockLockRegistry registry, int[] count) {
        try {
            registry.executeLocked("counter", () -> {
                int before = count[0];
                Thread.onSpinWait();
                count[0] = before + 1;
            });
        } catch (Throwable e) { // what it declares differs between Spring Integration 6 and 7
            throw new IllegalStateException(e);
        }
    }

    @Test
    void takesKeysOfAnyLength() throws Exception {
        String key = "k".repeat(10_000);
        assertThat(entersSoon(lock(3, key))).isTrue();
        assertThat(lock(1, key).tryLock()).isFalse();
        assertThat(entersSoon(lock(3, "half \uD83D"))).isTrue();
        assertThat(lock(3, key + "k").tryLock()).as("another key").isTrue();
    }

    @Test
    void expiresLocksThatNobodyUses() throws Exception {
        MeshlockLockRegistry registry = registries.get(0);
        lock(1, "unused");
        Lock held = lock(1, "held");
        held.lock();
        assertThat(registry.size()).isEqualTo(2);
        registry.expireUnusedOlderThan(TimeUnit.HOURS.toMillis(1));
        assertThat(registry.size()).isEqualTo(2);
        await().atMost(PATIENCE).until(() -> {
            registry.expireUnusedOlderThan(1);
            return registry.size() == 1;
        });
        held.unlock();
        assertThat(lock(1, "unused").tryLock()).isTrue();
    }

    @Test
    void doesNotEnterALostLockAgain() throws Exception {
        Lock far = lock(3, "leader");
        entersSoon(lock(2, "leader"));
        lock(2, "leader").unlock();
        assertThat(entersSoon(far)).isTrue();
        awaitMembers();
        network.cut(2, 3);
        assertThat(entersSoon(lock(1, "leader"))).isTrue();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> far.tryLock(1, TimeUnit.SECONDS));
        assertThatExceptionOfType(LockLostException.class).isThrownBy(far::unlock);
    }

    /** Spring's own leader election; the leader is cut off, deposed, and comes back as a follower. */
    @Test
    void electsOneLeader() {
        AtomicInteger leaders = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<LockRegistryLeaderInitiator> initiators = new ArrayList<>();
        List<Boolean> leads = new ArrayList<>(List.of(false, false, false));
        for (int i = 0; i < 3; i++) {
            int who = i;
            DefaultCandidate candidate = new DefaultCandidate("n" + (i + 1), "leader") {
                @Override
                public void onGranted(org.springframework.integration.leader.Context context) {
                    synchronized (leads) {
                        leads.set(who, true);
                    }
                    most.accumulateAndGet(leaders.incrementAndGet(), Math::max);
                }

                @Override
                public void onRevoked(org.springframework.integration.leader.Context context) {
                    synchronized (leads) {
                        leads.set(who, false);
                    }
                    leaders.decrementAndGet();
                }
            };
            LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(registries.get(i), candidate);
            initiator.setHeartBeatMillis(50);
            initiator.setBusyWaitMillis(20);
            initiators.add(initiator);
        }
        initiators.get(2).start();
        await().atMost(PATIENCE).until(() -> leader(leads) == 2);
        initiators.get(0).start();
        initiators.get(1).start();
        awaitMembers();
        assertThat(most).hasValue(1);
        network.cut(2, 3);
        await().atMost(PATIENCE).until(() -> leaders.get() == 1 && leader(leads) < 2);
        network.connect(2, 3);
        int second = leader(leads);
        initiators.get(second).stop();
        await().atMost(PATIENCE).until(() -> leaders.get() == 1 && leader(leads) != second);
        initiators.forEach(LockRegistryLeaderInitiator::stop);
        await().atMost(PATIENCE).until(() -> leaders.get() == 0);
    }

    /** Two of three are a majority; two of two are not. */
    private void awaitMembers() {
        await().atMost(PATIENCE)
                .until(() -> nodes.get(0)
                                .pool("spring/leader")
                                .status()
                                .orElseThrow()
                                .voters()
                                .size()
                        == 3);
    }

    private static int leader(List<Boolean> leads) {
        synchronized (leads) {
            return leads.indexOf(true);
        }
    }
}
