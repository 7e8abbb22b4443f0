package io.meshlock;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock shared by all nodes of the mesh: a pool with one permit, held by a thread.
 *
 * <pre>{@code
 * DistributedLock leader = mesh.lock("leader");
 * leader.lock();
 * try {
 *     lead(leader.fencingToken());
 * } finally {
 *     leader.unlock();
 * }
 * }</pre>
 *
 * <p>The lock is reentrant: the thread that holds it may lock it again, and must unlock it as often. Waiting threads
 * are served in the order of the pool's policy. If the node is closed, methods throw {@link MeshClosedException}.
 */
public interface DistributedLock extends Lock {

    /** @throws IllegalMonitorStateException if the current thread does not have the lock */
    @Override
    void unlock();

    /**
     * The fencing token of the grant behind this lock.
     *
     * @throws IllegalMonitorStateException if the current thread does not have the lock
     */
    long fencingToken();

    /** True if the current thread holds the lock and has not lost it meanwhile. */
    boolean isHeldByCurrentThread();

    /** Not supported: a condition would need a wait queue that spans the mesh. */
    @Override
    default Condition newCondition() {
        throw new UnsupportedOperationException("a lock of the mesh has no conditions");
    }
}
