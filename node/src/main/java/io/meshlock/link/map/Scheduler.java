package io.meshlock.link.map;

/** Runs tasks later. */
@FunctionalInterface
public interface Scheduler {

    /**
     * Runs the task once, after this many milliseconds, unless the node is closed by then. Never before this returns.
     */
    void after(long millis, Runnable task);
}
