package io.meshlock.simulator.routing;

import io.meshlock.protocol.Message;

/** Who knows the way. Told of every link change at once, as a radio tells its node. */
interface Routes {

    /** No way. */
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

    /** What was asked for with {@link Carrier#wake} is due. */
    default void due(int node, int what) {
        throw new IllegalStateException("nobody asked for " + what);
    }

    /** What routes are carried by: the links below, and the messages that wait for a way above. */
    interface Carrier {

        /** Sends a routing message over the link to a neighbour. */
        void tell(int from, int neighbour, Message control);

        /** Asks for {@link Routes#due} after a while. */
        void wake(long delay, int node, int what);

        /** A node has a way that it had not: what waits there may go on. */
        void foundWay(int node);

        /** Any node may have a way that it had not. */
        void foundWays();
    }
}
