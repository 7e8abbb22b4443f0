package io.meshlock.daemon.time;

import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * A clock, timers and timed waits. Classes that need time get one of these, so that tests can let minutes pass without
 * waiting.
 */
public interface TimeSource extends AutoCloseable {

    /** This machine's time; to be closed if anything is scheduled on it. */
    static TimeSource system() {
        return new SystemTime();
    }

    /** Nanoseconds since some moment. Never goes back; only differences have a meaning. */
    long nanos();

    /** Runs a short task once, after a delay. The result cancels it. */
    Future<?> schedule(Runnable task, long nanos);

    /**
     * Waits until the monitor is notified, or for about this time. May return early, as {@link Object#wait()} may.
     *
     * @param monitor held by the caller
     */
    void pause(Object monitor, long nanos) throws InterruptedException;

    /**
     * Waits until a condition holds, up to a limit. Code that changes the condition must notify the monitor.
     *
     * @param monitor held by the caller
     * @return false if it does not hold even then
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

    /** Cancels what is still scheduled. */
    @Override
    void close();
}
