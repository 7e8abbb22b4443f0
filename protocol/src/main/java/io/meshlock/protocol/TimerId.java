package io.meshlock.protocol;

/**
 * Names one of an algorithm's timers; each algorithm has an enum of its own. A node has one timer per id. Drivers tell
 * timers apart by number.
 */
public interface TimerId {

    /** Unique within the algorithm, 0 … 31, and the same in every version: narratives print it. */
    int id();
}
