package io.meshlock.simulator.routing;

import io.meshlock.simulator.network.Network;

/** Follows next hops. */
final class Walks {

    static final int NO_WAY = -1;

    private Walks() {}

    /** Links crossed from one node to another, or {@link #NO_WAY}; fails over a link that is down and in a loop. */
    static int length(Routes routes, Network network, int from, int to) {
        int at = from;
        for (int hops = 0; hops <= network.nodes(); hops++) {
            if (at == to) {
                return hops;
            }
            int next = routes.nextHop(at, to);
            if (next == Routes.NONE) {
                return NO_WAY;
            }
            if (!network.isUp(at, next)) {
                throw new AssertionError("link " + at + "-" + next + " is down");
            }
            at = next;
        }
        throw new AssertionError("a loop on the way from " + from + " to " + to);
    }
}
