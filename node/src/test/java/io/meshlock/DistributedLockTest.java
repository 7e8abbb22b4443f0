package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
        mesh.close();
        assertThat(leader.isHeldByCurrentThread()).isFalse();
        leader.unlock();
        assertThatExceptionOfType(MeshClosedException.class).isThrownBy(leader::lock);
    }
}
