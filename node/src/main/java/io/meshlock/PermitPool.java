package io.meshlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A named set of k identical permits, shared by all nodes of the mesh: like a {@link java.util.concurrent.Semaphore}, with
 * priorities, and over a network. Safe to use from any thread.
 *
 * <pre>{@code
 * PermitPool docks = mesh.pool("docks", PoolConfig.permits(5));
 * try (Grant grant = docks.acquire(2, Priority.of(90))) {
 *     land(grant.fencingToken());
 * }
 * Optional<Grant> maybe = docks.tryAcquire(2, Duration.ofMillis(200));
 * maybe.ifPresent(Grant::close);
 * CompletableFuture<Grant> later = docks.acquireAsync(Request.permits(3)); // while it waits, later.cancel(false) withdraws it
 * later.thenAccept(Grant::close);
 * }</pre>
 *
 * <p>All permits of a request are given together or not at all. Waiting ends with a grant, with an exception, or because the
 * caller gave up; a request that was given up is withdrawn <i>for certain</i>: it will not be granted later, and if the grant
 * came at the same moment, it is either returned to the caller or given back. Nothing leaks.
 *
 * <p>Every method that asks for permits throws
 *
 * <ul>
 *   <li>{@link IllegalArgumentException} if the pool can never serve the request;
 *   <li>{@link PoolConflictException} if the mesh has a pool of this name with other settings;
 *   <li>{@link MeshClosedException} if the node is closed, before or meanwhile;
 *   <li>{@link PoolFailedException} if the pool stopped working at this node because of a bug.
 * </ul>
 *
 * A pool that the mesh has not founded yet, or a node that is cut off, is no error: requests wait.
 */
public interface PermitPool {

    String name();

    /** What the mesh agreed on. */
    PoolConfig config();

    /** Waits for one permit. */
    default Grant acquire() throws InterruptedException {
        return acquire(Request.ONE);
    }

    /** Waits for permits. */
    default Grant acquire(int permits) throws InterruptedException {
        return acquire(Request.permits(permits));
    }

    /** Waits for permits. */
    default Grant acquire(int permits, Priority priority) throws InterruptedException {
        return acquire(Request.permits(permits).priority(priority));
    }

    /**
     * Waits for permits.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits; the request is withdrawn, and a
     *     grant that came at the same moment is given back
     */
    Grant acquire(Request request) throws InterruptedException;

    /** Waits for permits, whether interrupted or not; an interruption is kept for later. */
    Grant acquireUninterruptibly(Request request);

    /** Takes one permit if this node can grant it at once, without asking anybody: it has the token, and a permit is free. */
    default Optional<Grant> tryAcquire() {
        return tryAcquire(Request.ONE);
    }

    /** Takes permits if this node can grant them at once, without asking anybody. */
    default Optional<Grant> tryAcquire(int permits) {
        return tryAcquire(Request.permits(permits));
    }

    /** Takes permits if this node can grant them at once, without asking anybody. */
    Optional<Grant> tryAcquire(Request request);

    /** Waits for permits, but not longer than {@code timeout}. */
    default Optional<Grant> tryAcquire(int permits, Duration timeout) throws InterruptedException {
        return tryAcquire(Request.permits(permits), timeout);
    }

    /**
     * Waits for permits, but not longer than {@code timeout}.
     *
     * @return the grant, or nothing: then the request was withdrawn for certain, and will not be granted
     * @throws InterruptedException as {@link #acquire(Request)}
     */
    Optional<Grant> tryAcquire(Request request, Duration timeout) throws InterruptedException;

    /**
     * Asks for permits without waiting. The future is completed on the mesh's {@linkplain MeshlockBuilder#executor executor},
     * or has its grant already when this returns. Cancelling it, or completing it in any other way as {@code orTimeout} does,
     * withdraws the request; a grant that came at the same moment is given back. Cancelling a future derived from it
     * ({@code thenApply} …) does not withdraw, as usual with {@link CompletableFuture}.
     */
    CompletableFuture<Grant> acquireAsync(Request request);

    /**
     * The permits that are not held by this node: no more than so many can be free. What others hold is known to the token's
     * holder alone, and old news by the time it were here. For people and rough decisions.
     */
    int availablePermits();

    /** The permits that this node's clients hold: more than there {@linkplain #permits are} while surplus ones are still out. */
    int heldPermits();

    /** How many permits the pool has, as far as this node knows: {@link #config()}'s, or what an operator made of it. */
    int permits();

    /**
     * Gives the pool another number of permits, while it is used. Any node may; the others hear of it, wherever they are, and
     * newcomers too. New permits are granted as soon as the token's holder hears of them; in a pool with recovery, as soon as a
     * majority of its members has the new size on disk, so that no crash undoes it. If there are to be fewer, nobody
     * loses what he holds: permits retire as they come back, the highest {@linkplain Grant#slots() slots} among them, and until
     * then nothing is granted that would leave more out than there are to be. Requests for more than there are to be fail with
     * an {@link IllegalArgumentException}, also those that wait. Of two changes made at once, without knowing of each other,
     * everybody ends with the same one.
     *
     * <p>The settings that nodes agree on stay what they are: who opens the pool later does so with the same {@link PoolConfig}.
     * A pool that is founded anew begins with that. Does not wait: {@link #permits()} tells when it is done, and in a pool with
     * recovery {@link PoolStatus#wantedPermits} what is still under way.
     *
     * @throws IllegalArgumentException if it is less than one
     * @throws UnsupportedOperationException if the pool's algorithm cannot
     * @throws MeshlockException if the pool takes no requests at this node, as the methods that ask for permits do
     */
    void resize(int permits);

    /** How many requests of this node wait. */
    int queueLength();

    /** What happened in this pool at this node so far. */
    PoolStatistics statistics();

    /** How the pool stands as seen from this node; nothing if it has no recovery. For people and their tools. */
    Optional<PoolStatus> status();

    /** What {@link #recover()} would do now, and what could go wrong, in words for the operator to read first. */
    RecoveryPlan recoveryPlan();

    /**
     * Has this node make a new token, whatever the pool's policy. Needs no majority: the operator answers for it that whoever
     * does not take part has stopped. Does not wait; {@link #status()} tells when the epoch has changed.
     *
     * @throws IllegalStateException if the pool has no recovery
     */
    void recover();

    /**
     * Says that a node is gone for good. It counts no more once the token's holder has heard of it.
     *
     * @param member the node's number
     * @throws IllegalStateException if the pool has no recovery
     */
    void removeMember(int member);

    /** Tells a listener what happens to this node's requests and grants from now on. */
    void addListener(PoolListener listener);

    void removeListener(PoolListener listener);
}
