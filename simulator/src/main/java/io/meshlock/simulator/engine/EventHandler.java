package io.meshlock.simulator.engine;

import org.jspecify.annotations.Nullable;

/** Is handed the events that come out of an {@link EventQueue}. */
public interface EventHandler {

    void handle(int kind, int a, int b, @Nullable Object payload);
}
