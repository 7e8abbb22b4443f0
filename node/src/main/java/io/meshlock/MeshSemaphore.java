package io.meshlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A pool for code that takes a {@link Semaphore}: permits without grants, for programs that were written for one
 * machine.
 *
 * <pre>{@code
 * Semaphore docks = new MeshSemaphore(mesh.pool("docks", PoolConfig.permits(5)));
 * docks.acquire(2);
 * try {
 *     land();
 * } finally {
 *     docks.release(2);
 * }
 * }</pre>
 *
 * <p>It behaves as a fair {@code Semaphore}, over the whole mesh, except that
 *
 * <ul>
 *   <li>only what was acquired through this object can be released, by any thread; more is an
 *       {@link IllegalStateException}, because a pool's size is changed by {@link PermitPool#resize} alone;
 *   <li>in pools of algorithms other than {@code prioritized} and {@code prioritized-moving}, what was acquired together
 *       returns to the mesh together: after {@code acquire(3)}, the third {@code release()} gives all three back;
 *   <li>{@code acquire} of more permits than the pool has is an {@link IllegalArgumentException} instead of a wait for
 *       ever;
 *   <li>{@code tryAcquire()} asks the mesh once, and does not overtake who waits; {@code availablePermits()} is an upper
 *       bound; the methods about queued threads, which are final, know nothing of the mesh.
 * </ul>
 *
 * <p>Permits can be lost, as any grant: new code should use {@link PermitPool}, which says so, and says which ones. The
 * constructor takes a listener for those who want at least to be told.
 */
public final class MeshSemaphore extends Semaphore {

    private static final long serialVersionUID = 1;

    private final transient PermitPool pool;
    private final transient Consumer<LossReason> lost;

    /** What was acquired and not returned, smallest first. Guarded by itself. */
    private final transient List<Grant> held = new ArrayList<>();

    /** Permits released that belong to grants of which others are still in use. Guarded by {@link #held}. */
    private transient int returned;

    /** A semaphore over the permits of that pool. */
    public MeshSemaphore(PermitPool pool) {
        this(pool, reason -> {});
    }

    /** A semaphore over the permits of that pool; {@code lost} is called for every grant that is lost. */
    public MeshSemaphore(PermitPool pool, Consumer<LossReason> lost) {
        super(0, true);
        this.pool = pool;
        this.lost = lost;
    }

    @Override
    public void acquire() throws InterruptedException {
        acquire(1);
    }

    @Override
    public void acquire(int permits) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (isSome(permits)) {
            add(pool.acquire(permits));
        }
    }

    @Override
    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    @Override
    public void acquireUninterruptibly(int permits) {
        if (isSome(permits)) {
            add(pool.acquireUninterruptibly(Request.permits(permits)));
        }
    }

    @Override
    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    @Override
    public boolean tryAcquire(int permits) {
        return !isSome(permits) || (permits <= pool.permits() && add(pool.tryAcquire(permits)));
    }

    @Override
    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    @Override
    public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Duration patience = Duration.ofNanos(Math.max(0, unit.toNanos(timeout)));
        return !isSome(permits) || add(pool.tryAcquire(permits, patience));
    }

    @Override
    public void release() {
        release(1);
    }

    /**
     * Returns permits.
     *
     * @throws IllegalStateException if fewer are held through this object
     */
    @Override
    public void release(int permits) {
        if (!isSome(permits)) {
            return;
        }
        List<Grant> back = new ArrayList<>();
        synchronized (held) {
            int mine = held.stream().mapToInt(Grant::permits).sum() - returned;
            if (permits > mine) {
                throw new IllegalStateException("pool '" + pool.name() + "': " + permits + " cannot be released, for "
                        + mine + " were acquired here");
            }
            returned += permits;
            while (!held.isEmpty() && held.get(0).permits() <= returned) {
                Grant whole = held.remove(0);
                returned -= whole.permits();
                back.add(whole);
            }
            if (returned > 0 && releaseSome(held.get(0), returned)) {
                returned = 0;
            }
        }
        back.forEach(Grant::close);
    }

    /** False if the grant is lost, or comes back whole: then it waits until all of its permits were returned. */
    private static boolean releaseSome(Grant grant, int permits) {
        try {
            return grant.release(permits);
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    /** The permits that this node does not hold: an upper bound of those that are free. */
    @Override
    public int availablePermits() {
        return pool.availablePermits();
    }

    /** Takes what is free, one permit after the other. */
    @Override
    public int drainPermits() {
        int taken = 0;
        while (tryAcquire()) {
            taken++;
        }
        return taken;
    }

    /** Not supported: {@link PermitPool#resize} changes the number of permits, for the whole mesh. */
    @Override
    protected void reducePermits(int reduction) {
        throw new UnsupportedOperationException("pool '" + pool.name() + "' is resized by PermitPool.resize");
    }

    private static boolean isSome(int permits) {
        if (permits < 0) {
            throw new IllegalArgumentException("a number of permits is not negative, as " + permits + " is");
        }
        return permits > 0;
    }

    private boolean add(Optional<Grant> grant) {
        grant.ifPresent(this::add);
        return grant.isPresent();
    }

    private void add(Grant grant) {
        grant.onLost(lost);
        synchronized (held) {
            int before =
                    Collections.binarySearch(held.stream().map(Grant::permits).toList(), grant.permits());
            held.add(before < 0 ? -before - 1 : before, grant);
        }
    }

    @Override
    public String toString() {
        return "semaphore over " + pool;
    }
}
