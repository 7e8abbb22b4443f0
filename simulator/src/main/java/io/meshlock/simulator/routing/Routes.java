package io.meshlock.simulator.routing;

import io.meshlock.protocol.Message;

/** Knows the next hop to every destination. Told of every link change at once, as by a node's radio. */
interface Routes {

    /** No route. */
    int NONE = -1;

    /** The neighbour of {@code at} over which {@code to} is reached, or {@link #NONE}. */
    int nextHop(int at, int to);

    void linkUp(int low, int high);

    void linkDown(int low, int high);

    /** The world begins. */
    default void start() {}

    /** A neighbour's routing message arrives. */
    default void receive(int at, int from, Message control) {
        throw new IllegalStateException("nobody sends " + control);
    }

    /** A wake-up by {@link Carrier#wake} is due. */
    default void due(int node, int what) {
        throw new IllegalStateException("nobody asked for " + what);
    }

    /** The environment of routes: the links below, and above them the messages that wait for a route. */
    interface Carrier {

        /** Sends a routing message over the link to a neighbour. */
        void tell(int from, int neighbour, Message control);

        /** Schedules a call of {@link Routes#due}. */
        void wake(long delay, int node, int what);

        /** A node has a new route: messages that wait there may be forwarded. */
        void foundWay(int node);

        /** Any node may have a new route. */
        void foundWays();
    }
}
