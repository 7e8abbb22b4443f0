package io.meshlock.internal;

import io.meshlock.DistributedLock;
import io.meshlock.Grant;
import io.meshlock.PermitPool;
import io.meshlock.Request;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A pool of one permit as a reentrant lock. */
final class PoolLock implements DistributedLock {

    /** A thread's hold of the lock. Other threads may read only the owner and the grant. */
    private static final class Hold {
        final Thread owner;
        final Grant grant;
        long depth = 1;

        Hold(Thread owner, Grant grant) {
            this.owner = owner;
            this.grant = grant;
        }
    }

    private final PermitPool pool;
    private volatile @Nullable Hold hold;

    PoolLock(PermitPool pool) {
        this.pool = pool;
    }

    @Override
    public void lock() {
        if (!enterAgain()) {
            hold(pool.acquireUninterruptibly(Request.ONE));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!enterAgain()) {
            hold(pool.acquire());
        }
    }

    @Override
    public boolean tryLock() {
        return enterAgain() || hold(pool.tryAcquire());
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return enterAgain() || hold(pool.tryAcquire(Request.ONE, Duration.ofNanos(Math.max(0, unit.toNanos(time)))));
    }

    @Override
    public void unlock() {
        Hold mine = mine();
        if (--mine.depth == 0) {
            // Clear it first: the thread that gets the permit next sets its own hold.
            hold = null;
            mine.grant.close();
        }
    }

    @Override
    public long fencingToken() {
        return mine().grant.fencingToken();
    }

    @Override
    public boolean isHeldByCurrentThread() {
        Hold current = hold;
        return current != null && current.owner == Thread.currentThread() && current.grant.isValid();
    }

    private boolean enterAgain() {
        Hold current = hold;
        if (current == null || current.owner != Thread.currentThread()) {
            return false;
        }
        current.depth++;
        return true;
    }

    private void hold(Grant grant) {
        hold = new Hold(Thread.currentThread(), grant);
    }

    private boolean hold(Optional<Grant> grant) {
        grant.ifPresent(this::hold);
        return grant.isPresent();
    }

    private Hold mine() {
        Hold current = hold;
        if (current == null || current.owner != Thread.currentThread()) {
            throw new IllegalMonitorStateException(
                    "thread '" + Thread.currentThread().getName() + "' does not have the lock '" + pool.name() + "'");
        }
        return current;
    }

    @Override
    public String toString() {
        Hold current = hold;
        return "lock '" + pool.name() + "'" + (current == null ? "" : ", held by " + current.owner.getName());
    }
}
