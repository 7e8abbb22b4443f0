package io.meshlock.protocol;

/**
 * Names one of an algorithm's timers; each algorithm has an enum of its own. A node has one timer per id, and drivers, which
 * know nothing of algorithms, tell timers apart by number alone.
 */
public interface TimerId {

    /** Unique within the algorithm, 0 … 31, and the same in every version: narratives print it. */
    int id();
}
