package io.meshlock.simulator.engine;

import org.jspecify.annotations.Nullable;

/**
 * A part of a world with events of its own, such as clients, link changes or faults. Everything in a world besides its
 * nodes is a feature; see {@link Features} for the order.
 */
public interface Feature {

    /** The kinds of events of this feature. No two features of a world share a kind. */
    default int[] kinds() {
        return new int[0];
    }

    /** Schedules the first events. */
    default void start() {}

    /** One of its events is due; {@code a}, {@code b} and the payload are what was given to {@link EventQueue#add}. */
    default void handle(int kind, int a, int b, @Nullable Object payload) {
        throw new IllegalStateException("no feature handles events of kind " + kind);
    }

    /** The duration is over: the feature ends its disturbances and repairs what it disturbed. */
    default void heal() {}
}
