package io.meshlock.simulator.engine;

import org.jspecify.annotations.Nullable;

/**
 * A part of a world that starts, heals and has events of its own: clients, links that change, faults. Whatever a world has
 * besides its nodes is one; see {@link Features} for the order.
 */
public interface Feature {

    /** The kinds of events that belong to it. No two features of a world share one. */
    default int[] kinds() {
        return new int[0];
    }

    /** Schedules the first events. */
    default void start() {}

    /** One of its events is due; {@code a}, {@code b} and the payload are what was given to {@link EventQueue#add}. */
    default void handle(int kind, int a, int b, @Nullable Object payload) {
        throw new IllegalStateException("an event of kind " + kind + " that belongs to nobody");
    }

    /** The duration is over: from now on it disturbs nobody, and what it disturbed is made good. */
    default void heal() {}
}
