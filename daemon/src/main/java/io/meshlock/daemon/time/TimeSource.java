package io.meshlock.daemon.time;

import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * A clock, and everything that waits for it. Whoever needs time is given one of these, so that tests can let minutes pass
 * without waiting for them.
 */
public interface TimeSource extends AutoCloseable {

    /** This machine's time; to be closed if anything is scheduled on it. */
    static TimeSource system() {
        return new SystemTime();
    }

    /** Nanoseconds since some moment. Never goes back; only differences have a meaning. */
    long nanos();

    /** Runs a short task once, after so long. Cancelling the result leaves it out. */
    Future<?> schedule(Runnable task, long nanos);

    /**
     * Waits until somebody notifies the monitor, or for about so long. May return early, as {@link Object#wait()} may.
     *
     * @param monitor held by the caller
     */
    void pause(Object monitor, long nanos) throws InterruptedException;

    /**
     * Waits until something is the case, but not longer than this. Whoever changes it notifies the monitor.
     *
     * @param monitor held by the caller
     * @return false if it is not the case even then
     */
    default boolean await(Object monitor, long nanos, BooleanSupplier condition) throws InterruptedException {
        long end = nanos() + nanos;
        while (!condition.getAsBoolean()) {
            long left = end - nanos();
            if (left <= 0) {
                return false;
            }
            pause(monitor, left);
        }
        return true;
    }

    /** Leaves out what is still scheduled. */
    @Override
    void close();
}
