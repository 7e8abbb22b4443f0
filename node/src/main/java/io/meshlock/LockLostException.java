package io.meshlock;

/**
 * The current thread had the lock and lost it before it unlocked it: its node was closed, stopped or out of reach for
 * longer than the lease. Others may have had the lock since, so whatever it protects must be looked at anew.
 *
 * <pre>{@code
 * DistributedLock leader = mesh.lock("leader");
 * leader.lock();
 * try {
 *     lead(leader.fencingToken());
 * } finally {
 *     leader.unlock(); // throws this if somebody else may have led meanwhile
 * }
 * }</pre>
 */
public class LockLostException extends IllegalMonitorStateException {

    private static final long serialVersionUID = 1;

    public LockLostException(String message) {
        super(message);
    }
}
