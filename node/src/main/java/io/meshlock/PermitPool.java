package io.meshlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A named set of k identical permits, shared by all nodes of the mesh: a {@link java.util.concurrent.Semaphore} with
 * priorities, over a network. Thread-safe.
 *
 * <pre>{@code
 * PermitPool docks = mesh.pool("docks", PoolConfig.permits(5));
 * try (Grant grant = docks.acquire(2, Priority.of(90))) {
 *     land(grant.fencingToken());
 * }
 * Optional<Grant> maybe = docks.tryAcquire(2, Duration.ofMillis(200));
 * maybe.ifPresent(Grant::close);
 * CompletableFuture<Grant> later = docks.acquireAsync(Request.permits(3)); // later.cancel(false) withdraws the request
 * later.thenAccept(Grant::close);
 * }</pre>
 *
 * <p>All permits of a request are granted together or not at all. Waiting ends with a grant, with an exception, or
 * because the caller gave up (timeout, interrupt, cancel). A request that was given up is withdrawn <i>for certain</i>:
 * it will not be granted later. If the grant came at the same moment, it is either returned to the caller or given
 * back. Nothing leaks.
 *
 * <p>Every method that asks for permits throws
 *
 * <ul>
 *   <li>{@link IllegalArgumentException} if the pool can never serve the request;
 *   <li>{@link PoolConflictException} if the mesh has a pool of this name with other settings;
 *   <li>{@link PoolSupersededException} if the pool was bootstrapped twice, and this node belongs to the younger instance;
 *   <li>{@link MeshClosedException} if the node is closed, before or meanwhile;
 *   <li>{@link PoolFailedException} if the pool stopped working at this node because of a bug.
 * </ul>
 *
 * It is no error if the pool is not bootstrapped yet, or if the node is cut off: requests wait.
 */
public interface PermitPool {

    /** The pool's name. */
    String name();

    /** The settings that the nodes of the mesh agreed on. */
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
     * @throws InterruptedException if the thread is interrupted before or while it waits; the request is withdrawn, and
     *     a grant that came at the same moment is given back
     */
    Grant acquire(Request request) throws InterruptedException;

    /** Waits for permits and ignores interrupts meanwhile; the thread's interrupt status is set again afterwards. */
    Grant acquireUninterruptibly(Request request);

    /** Takes one permit if one is free: as {@link #tryAcquire(Request)}. */
    default Optional<Grant> tryAcquire() {
        return tryAcquire(Request.ONE);
    }

    /** Takes permits if they are free: as {@link #tryAcquire(Request)}. */
    default Optional<Grant> tryAcquire(int permits) {
        return tryAcquire(Request.permits(permits));
    }

    /**
     * Asks the mesh once: takes the permits if they are free and no better request waits for them. The token's holder
     * answers yes or no, so this takes as long as a message there and back; at that node itself, no time. It does not
     * take a place in the queue. If no answer comes within three seconds, because this node is cut off, is not a member
     * yet, or the token is being made anew, the answer is no. Interrupts are ignored.
     *
     * <p>In pools of algorithms other than {@code prioritized} and {@code prioritized-moving} only this node is asked,
     * as by {@link #tryAcquireHere}.
     *
     * @return the grant; or empty, and then the request is withdrawn for certain and will not be granted later
     */
    Optional<Grant> tryAcquire(Request request);

    /**
     * Takes permits if this node can grant them without asking other nodes: it has the token, and enough is free. Never
     * waits. Empty says nothing about the rest of the mesh.
     */
    Optional<Grant> tryAcquireHere(Request request);

    /** Waits for permits, but not longer than {@code timeout}. */
    default Optional<Grant> tryAcquire(int permits, Duration timeout) throws InterruptedException {
        return tryAcquire(Request.permits(permits), timeout);
    }

    /**
     * Waits for permits, but not longer than {@code timeout}.
     *
     * @return the grant; or empty, and then the request is withdrawn for certain and will not be granted later
     * @throws InterruptedException as {@link #acquire(Request)}
     */
    Optional<Grant> tryAcquire(Request request, Duration timeout) throws InterruptedException;

    /**
     * Asks for permits without blocking. The future is either complete when this method returns, or completed later on
     * the node's {@linkplain MeshlockBuilder#executor executor}. Cancelling it, or completing it in another way as
     * {@code orTimeout} does, withdraws the request; a grant that came at the same moment is given back. Cancelling a
     * future derived from it ({@code thenApply} …) does not withdraw the request, as usual with {@link
     * CompletableFuture}.
     */
    CompletableFuture<Grant> acquireAsync(Request request);

    /**
     * Asks the mesh once, as {@link #tryAcquire(Request)} does, without blocking. The future is cancelled if the answer
     * is no. It is not limited in time: {@code orTimeout}, or cancelling it, withdraws the request.
     */
    CompletableFuture<Grant> tryAcquireAsync(Request request);

    /**
     * The permits that this node does not hold: an upper bound of those that are free. Only the token holder knows what
     * other nodes hold, and that would be stale by the time it arrived here. For display and rough decisions.
     */
    int availablePermits();

    /**
     * The permits that this node's clients hold. May exceed {@link #permits()} for a while after the pool was made
     * smaller.
     */
    int heldPermits();

    /**
     * How many permits the pool has, as far as this node knows: as in {@link #config()}, unless the pool was resized.
     */
    int permits();

    /**
     * Changes the number of permits while the pool is in use. Any node may do this; all other nodes, also those that
     * join later, learn of it.
     *
     * <ul>
     *   <li>More permits: the token holder grants them as soon as it learns of the change; in a pool with recovery, as
     *       soon as a majority of the members has the new size on disk, so that no crash undoes it.
     *   <li>Fewer permits: existing grants stay. Permits retire as they come back, those with the highest {@linkplain
     *       Grant#slots() slots} first. Until then nothing is granted that would exceed the new size. Requests for more
     *       permits than the new size fail with an {@link IllegalArgumentException}, waiting ones included.
     *   <li>If two nodes resize the pool concurrently, all nodes end with the same one of the two sizes.
     * </ul>
     *
     * <p>The settings that nodes agree on do not change: the pool is still opened with the same {@link PoolConfig}, and
     * a pool that is bootstrapped again starts with that size. This method does not wait. {@link #permits()} tells when
     * the change is in force; in a pool with recovery, {@link PoolStatus#wantedPermits} shows a change that is not in
     * force yet.
     *
     * @throws IllegalArgumentException if {@code permits} is less than one
     * @throws UnsupportedOperationException if the pool's algorithm does not support it
     * @throws MeshlockException if the pool takes no requests at this node
     */
    void resize(int permits);

    /**
     * Ends the pool at all nodes that this node can reach, whoever uses it: requests that wait fail with {@link
     * PoolDestroyedException}, grants are lost ({@link LossReason#POOL_DESTROYED}), and so does this object's every later
     * request. Nodes forget the pool, its settings and its size; those that voted in it keep what they have promised, so
     * that fencing tokens go on rising if anybody opens the name again.
     *
     * <pre>{@code
     * mesh.pool("job-4711").destroy();
     * mesh.pool("job-4711", PoolConfig.permits(3));   // begins anew, perhaps with other settings
     * }</pre>
     *
     * <p>A pool that begins anew grants when every grant of the old one is over for certain: after an election timeout and
     * a lease, as if all its nodes had crashed. A node that is out of reach does not hear of this. If its program still
     * uses the pool when it is back, that begins it anew as well.
     *
     * @throws UnsupportedOperationException if the pool has no recovery
     */
    void destroy();

    /** How many requests of this node wait. */
    int queueLength();

    /** Counters of this pool at this node. */
    PoolStatistics statistics();

    /**
     * The recovery state of the pool as seen from this node; empty if it has no recovery. For operators and their
     * tools.
     */
    Optional<PoolStatus> status();

    /**
     * Why nothing is granted at this node, and what helps, in one sentence for people: its settings are not those of the
     * mesh, the pool was bootstrapped twice or by nobody yet, it stopped here, too few of its voters are in reach, or its
     * token is being made anew. Empty if this node knows of no such reason: the pool grants, or would if it were asked.
     */
    Optional<String> problem();

    /** What {@link #recover()} would do now and what could go wrong, in sentences for the operator. */
    RecoveryPlan recoveryPlan();

    /**
     * Makes this node propose a new token, under any recovery policy and without a majority. The operator asserts that
     * all members that do not take part are down; if not, two tokens may grant at the same time. Does not wait; {@link
     * #status()} tells when the epoch has changed.
     *
     * @throws IllegalStateException if the pool has no recovery
     */
    void recover();

    /**
     * Removes a node that is gone for good from the pool's members. It counts for majorities until the token holder has
     * processed this.
     *
     * @param member the node's number
     * @throws IllegalStateException if the pool has no recovery
     */
    void removeMember(int member);

    /** Adds a listener for this node's grants. */
    void addListener(PoolListener listener);

    /** Removes a listener. */
    void removeListener(PoolListener listener);
}
