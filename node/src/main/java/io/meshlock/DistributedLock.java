package io.meshlock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/**
 * A lock shared by all nodes of the mesh: a pool with one permit, held by a thread.
 *
 * <pre>{@code
 * DistributedLock leader = mesh.lock("leader");
 * leader.lock();
 * try {
 *     leader.onLost(reason -> System.err.println("no longer the leader: " + reason.text()));
 *     lead(leader.fencingToken());
 * } finally {
 *     leader.unlock();
 * }
 * }</pre>
 *
 * <p>The lock is reentrant: the thread that holds it may lock it again, and must unlock it as often. Waiting threads
 * are served in the order of the pool's policy; {@link #with} says how urgent they are.
 *
 * <p>A lock can be lost while a thread has it, as any grant ({@link Grant#isValid}). A lost lock is never entered
 * again: until the thread has unlocked it as often as it had locked it, all methods of {@link Lock} throw
 * {@link LockLostException} in that thread, {@link #unlock} included. Then it may ask anew. Other threads are not
 * concerned. If the node is closed, threads that do not have the lock get {@link MeshClosedException}.
 */
public interface DistributedLock extends Lock {

    /**
     * Waits for the lock.
     *
     * @throws LockLostException if the current thread had the lock, lost it, and has not unlocked it yet
     */
    @Override
    void lock();

    /**
     * Waits for the lock.
     *
     * @throws LockLostException if the current thread had the lock, lost it, and has not unlocked it yet
     */
    @Override
    void lockInterruptibly() throws InterruptedException;

    /**
     * Asks the mesh once, as {@link PermitPool#tryAcquire(Request)}: takes the lock if nobody in the mesh has it and
     * nobody waits for it.
     *
     * @throws LockLostException if the current thread had the lock, lost it, and has not unlocked it yet
     */
    @Override
    boolean tryLock();

    /**
     * Waits for the lock, but not longer than that.
     *
     * @throws LockLostException if the current thread had the lock, lost it, and has not unlocked it yet
     */
    @Override
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    /**
     * Unlocks the lock once.
     *
     * @throws LockLostException if the current thread had the lock and lost it; it counts as unlocked all the same
     * @throws IllegalMonitorStateException if the current thread does not have the lock
     */
    @Override
    void unlock();

    /**
     * The fencing token of the grant behind this lock, also after the lock was lost.
     *
     * @throws IllegalMonitorStateException if the current thread does not have the lock
     */
    long fencingToken();

    /** True if the current thread holds the lock and has not lost it meanwhile. */
    boolean isHeldByCurrentThread();

    /**
     * True if a thread of this node holds the lock and has not lost it. Whether another node holds it, only the mesh
     * knows, and the answer would be stale on arrival: {@link #tryLock()} asks.
     */
    boolean isHeldHere();

    /**
     * Calls {@code listener} once if the current thread loses the lock before it has unlocked it; immediately if it has
     * lost it already. The listener runs on the node's thread for losses, as those of {@link Grant#onLost}.
     *
     * @throws IllegalMonitorStateException if the current thread does not have the lock
     */
    void onLost(Consumer<LossReason> listener);

    /**
     * The same lock for callers that ask in this way: with that priority, deadline, and limits of holding. A lock taken
     * through one view can be unlocked and entered again through any other.
     *
     * <pre>{@code
     * DistributedLock urgent = mesh.lock("crane").with(Request.ONE.priority(90).maxHold(Duration.ofMinutes(5)));
     * }</pre>
     *
     * @throws IllegalArgumentException if the request is for more than one permit, or is made with keep-alive
     */
    DistributedLock with(Request request);

    /** The same lock for callers of that priority. */
    default DistributedLock withPriority(Priority priority) {
        return with(Request.ONE.priority(priority));
    }

    /** Not supported: a condition would need a wait queue that spans the mesh. */
    @Override
    default Condition newCondition() {
        throw new UnsupportedOperationException("a lock of the mesh has no conditions");
    }
}
