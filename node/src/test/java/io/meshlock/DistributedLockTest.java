package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A lock")
@SuppressWarnings("LockNotBeforeTry") // these tests lock and unlock explicitly
class DistributedLockTest {

    private final Meshlock mesh = Meshlock.builder().node("alone").bootstrap().start();
    private final DistributedLock leader = mesh.lock("leader");
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        mesh.close();
        other.shutdownNow();
    }

    private <T> T elsewhere(Callable<T> task) throws Exception {
        return other.submit(task).get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void isReentrant() throws Exception {
        leader.lock();
        leader.lock();
        assertThat(leader.tryLock()).isTrue();
        leader.lockInterruptibly();
        assertThat(leader.tryLock(0, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(this.<Boolean>elsewhere(leader::tryLock)).isFalse();
            assertThat(leader.isHeldByCurrentThread()).isTrue();
            leader.unlock();
        }
        assertThat(leader.isHeldByCurrentThread()).isFalse();
        assertThat(this.<Boolean>elsewhere(leader::tryLock)).isTrue();
        assertThat(leader.tryLock(10, TimeUnit.MILLISECONDS)).isFalse();
    }

    @Test
    void belongsToItsThread() throws Exception {
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(leader::unlock);
        leader.lock();
        String thrown = elsewhere(() -> {
            try {
                leader.unlock();
                return "nothing";
            } catch (IllegalMonitorStateException e) {
                return e.getMessage();
            }
        });
        assertThat(thrown).startsWith("thread 'pool-").endsWith("does not have the lock 'leader'");
        assertThat(leader.isHeldByCurrentThread()).isTrue();
        leader.unlock();
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(leader::unlock);
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(leader::fencingToken);
    }

    @Test
    void goesToTheNextWaitingThread() throws Exception {
        leader.lock();
        long mine = leader.fencingToken();
        Future<Long> waiting = other.submit(() -> {
            leader.lock();
            try {
                return leader.fencingToken();
            } finally {
                leader.unlock();
            }
        });
        await().until(() -> mesh.pool("leader").queueLength() == 1);
        leader.unlock();
        assertThat(waiting.get(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isGreaterThan(mine);
    }

    @Test
    void canBeWaitedForInterruptibly() throws Exception {
        leader.lock();
        Future<String> waiting = other.submit(() -> {
            try {
                leader.lockInterruptibly();
                return "locked";
            } catch (InterruptedException e) {
                return "interrupted";
            }
        });
        await().until(() -> mesh.pool("leader").queueLength() == 1);
        other.shutdownNow();
        assertThat(waiting.get(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isEqualTo("interrupted");
        assertThat(mesh.pool("leader").queueLength()).isZero();
    }

    @Test
    void anInterruptedThreadGetsNoneInterruptibly() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(leader::lockInterruptibly);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> leader.tryLock(1, TimeUnit.SECONDS));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void isTheSameForAllCallers() {
        assertThat(mesh.lock("leader")).isSameAs(leader);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mesh.lock("docks", PoolConfig.permits(2)))
                .withMessage("a lock has one permit, not 2");
    }

    @Test
    void hasNoConditions() {
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(leader::newCondition);
    }

    @Test
    void isLostWhenTheNodeIsClosed() {
        leader.lock();
        long fencingToken = leader.fencingToken();
        mesh.close();
        assertThat(leader.isHeldByCurrentThread()).isFalse();
        assertThat(leader.fencingToken()).isEqualTo(fencingToken);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(leader::lock);
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(leader::unlock)
                .withMessage("thread 'main' lost the lock 'leader' before it unlocked it");
        assertThatExceptionOfType(MeshClosedException.class).isThrownBy(leader::lock);
        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(leader::unlock)
                .withMessage("thread 'main' does not have the lock 'leader'");
    }

    @Test
    void isNeverEnteredAgainOnceItWasLost() {
        leader.lock();
        leader.lock();
        mesh.close();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(leader::lock);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(leader::lockInterruptibly);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(leader::tryLock);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> leader.tryLock(1, TimeUnit.SECONDS));
        for (int entered = 0; entered < 2; entered++) {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(leader::unlock);
        }
        assertThatExceptionOfType(MeshClosedException.class).isThrownBy(leader::tryLock);
    }

    @Test
    void tellsThatItWasLost() throws Exception {
        assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(() -> leader.onLost(reason -> {}));
        BlockingQueue<LossReason> told = new LinkedBlockingQueue<>();
        leader.lock();
        leader.onLost(told::add);
        leader.unlock();
        leader.lock();
        leader.onLost(told::add);
        mesh.close();
        assertThat(told.poll(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isEqualTo(LossReason.MESH_CLOSED);
        leader.onLost(told::add);
        assertThat(told.poll(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                .as("at once if it is lost already")
                .isEqualTo(LossReason.MESH_CLOSED);
        assertThat(told).as("the first hold was unlocked in time").isEmpty();
    }

    /** A thread that lost the lock unlocks it while the next one enters. */
    @Test
    void staysWithItsNextOwner() throws Exception {
        DistributedLock brief = leader.with(Request.ONE.maxHold(Duration.ofNanos(1)));
        for (int round = 0; round < 2_000; round++) {
            brief.lock();
            Future<Boolean> next = other.submit(() -> {
                leader.lock();
                boolean held = leader.isHeldByCurrentThread();
                leader.unlock();
                return held;
            });
            await().pollInSameThread().pollInterval(Duration.ofNanos(1)).until(() -> !brief.isHeldByCurrentThread());
            assertThatExceptionOfType(LockLostException.class).isThrownBy(brief::unlock);
            assertThat(next.get(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(leader.tryLock()).isTrue();
    }

    @Test
    void knowsWhetherAThreadHereHasIt() throws Exception {
        assertThat(leader.isHeldHere()).isFalse();
        leader.lock();
        assertThat(this.<Boolean>elsewhere(leader::isHeldHere)).isTrue();
        assertThat(leader).hasToString("lock 'leader', held by main");
        leader.unlock();
        assertThat(leader.isHeldHere()).isFalse();
        assertThat(leader).hasToString("lock 'leader'");
    }

    @Test
    void hasViewsForUrgentCallers() throws Exception {
        DistributedLock urgent = leader.withPriority(Priority.of(9));
        leader.lock();
        assertThat(urgent.isHeldByCurrentThread()).isTrue();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Future<?> calm = other.submit(() -> enter(leader, "calm", order));
        await().until(() -> mesh.pool("leader").queueLength() == 1);
        ExecutorService third = Executors.newSingleThreadExecutor();
        Future<?> hasty = third.submit(() -> enter(urgent, "urgent", order));
        await().until(() -> mesh.pool("leader").queueLength() == 2);
        urgent.unlock();
        calm.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
        hasty.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
        third.shutdownNow();
        assertThat(order).containsExactly("urgent", "calm");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leader.with(Request.permits(2)))
                .withMessage("a lock has one permit, not 2");
        assertThatIllegalArgumentException().isThrownBy(() -> leader.with(Request.ONE.withKeepAlive()));
    }

    private static void enter(DistributedLock lock, String who, List<String> order) {
        lock.lock();
        try {
            order.add(who);
        } finally {
            lock.unlock();
        }
    }
}
