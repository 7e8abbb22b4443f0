package io.meshlock.internal;

import io.meshlock.DistributedLock;
import io.meshlock.Grant;
import io.meshlock.LockLostException;
import io.meshlock.LossReason;
import io.meshlock.PermitPool;
import io.meshlock.Request;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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

    /**
     * The holds of one lock, shared by all its views. Each thread finds its own, so that a thread that lost the lock
     * cannot touch the hold of the thread that got it next.
     */
    private static final class Holds {
        @SuppressWarnings("ThreadLocalUsage") // a hold belongs to a thread and a lock, of which a node has many
        final ThreadLocal<@Nullable Hold> mine = new ThreadLocal<>();

        /** The newest hold at this node, for those who only look. */
        final AtomicReference<@Nullable Hold> newest = new AtomicReference<>();
    }

    private final PermitPool pool;
    private final Request request;
    private final Holds holds;

    private PoolLock(PermitPool pool, Request request, Holds holds) {
        this.pool = pool;
        this.request = request;
        this.holds = holds;
    }

    static PoolLock of(PermitPool pool) {
        return new PoolLock(pool, Request.ONE, new Holds());
    }

    @Override
    public DistributedLock with(Request wanted) {
        if (wanted.permits() != 1) {
            throw new IllegalArgumentException("a lock has one permit, not " + wanted.permits());
        }
        if (wanted.keepAlive()) {
            throw new IllegalArgumentException("a lock belongs to a thread of this process: its node keeps it alive");
        }
        return new PoolLock(pool, wanted, holds);
    }

    @Override
    public void lock() {
        if (!enterAgain()) {
            hold(pool.acquireUninterruptibly(request));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!enterAgain()) {
            hold(pool.acquire(request));
        }
    }

    @Override
    public boolean tryLock() {
        return enterAgain() || hold(pool.tryAcquire(request));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return enterAgain() || hold(pool.tryAcquire(request, Duration.ofNanos(Math.max(0, unit.toNanos(time)))));
    }

    @Override
    public void unlock() {
        Hold mine = mine();
        boolean lost = !mine.grant.isValid();
        if (--mine.depth == 0) {
            holds.mine.remove();
            // Only our own: the thread that gets the permit next sets its hold, perhaps before this one.
            holds.newest.compareAndSet(mine, null);
            mine.grant.close();
        }
        if (lost) {
            throw lost();
        }
    }

    @Override
    public long fencingToken() {
        return mine().grant.fencingToken();
    }

    @Override
    public boolean isHeldByCurrentThread() {
        Hold mine = holds.mine.get();
        return mine != null && mine.grant.isValid();
    }

    @Override
    public boolean isHeldHere() {
        Hold current = holds.newest.get();
        return current != null && current.grant.isValid();
    }

    @Override
    public void onLost(Consumer<LossReason> listener) {
        mine().grant.onLost(listener);
    }

    private boolean enterAgain() {
        Hold mine = holds.mine.get();
        if (mine == null) {
            return false;
        }
        if (!mine.grant.isValid()) {
            throw lost();
        }
        mine.depth++;
        return true;
    }

    private LockLostException lost() {
        return new LockLostException("thread '" + Thread.currentThread().getName() + "' lost the lock '" + pool.name()
                + "' before it unlocked it");
    }

    private void hold(Grant grant) {
        Hold mine = new Hold(Thread.currentThread(), grant);
        holds.mine.set(mine);
        holds.newest.set(mine);
    }

    private boolean hold(Optional<Grant> grant) {
        grant.ifPresent(this::hold);
        return grant.isPresent();
    }

    private Hold mine() {
        Hold mine = holds.mine.get();
        if (mine == null) {
            throw new IllegalMonitorStateException(
                    "thread '" + Thread.currentThread().getName() + "' does not have the lock '" + pool.name() + "'");
        }
        return mine;
    }

    @Override
    public String toString() {
        Hold current = holds.newest.get();
        String owner = current == null || !current.grant.isValid() ? "" : ", held by " + current.owner.getName();
        return "lock '" + pool.name() + "'" + owner;
    }
}
