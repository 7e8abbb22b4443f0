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
 * <p>It is reentrant: a thread that has it may lock it again, and must unlock it as often. Threads that wait are served in the
 * order of the pool's policy. As everywhere in {@link PermitPool}, a node that is closed answers with {@link
 * MeshClosedException}.
 */
public interface DistributedLock extends Lock {

    /** @throws IllegalMonitorStateException if the current thread does not have the lock */
    @Override
    void unlock();

    /**
     * The number of the grant behind it.
     *
     * @throws IllegalMonitorStateException if the current thread does not have the lock
     */
    long fencingToken();

    /** True if the current thread has the lock, and it was not lost meanwhile. */
    boolean isHeldByCurrentThread();

    /** Conditions would need waiting rooms all over the mesh; there are none. */
    @Override
    default Condition newCondition() {
        throw new UnsupportedOperationException("a lock of the mesh has no conditions");
    }
}
