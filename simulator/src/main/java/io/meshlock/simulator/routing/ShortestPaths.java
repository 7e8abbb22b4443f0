package io.meshlock.simulator.routing;

import io.meshlock.simulator.network.Network;
import java.util.Arrays;

/**
 * Ideal routing: every node knows the shortest path over the links that are up at this moment, without messages. Among
 * equally short paths it is always the same one. The next hop is looked up at every node, so a message follows the
 * links as they change.
 *
 * <p>A tree of shortest paths per destination is computed on demand, and kept until a link changes. At most
 * {@value #ROOM} numbers are kept, 64 MB; beyond that the oldest tree is dropped.
 */
final class ShortestPaths implements Routes {

    private static final int ROOM = 1 << 24;

    private final Network network;
    private final Routes.Carrier carrier;

    /** By destination: the place of its tree, or {@link #NONE}. */
    private final int[] placeOf;

    /** By place: the next hop of every node towards the destination, the destination, and the version of the links. */
    private final int[][] trees;

    private final int[] destinations;
    private final long[] states;
    private final int[] reached;
    private int nextPlace;
    private long state = 1;

    ShortestPaths(Network network, Routes.Carrier carrier) {
        this(network, carrier, ROOM);
    }

    /** @param room how many numbers to keep; one tree is always kept */
    ShortestPaths(Network network, Routes.Carrier carrier, int room) {
        this.network = network;
        this.carrier = carrier;
        int nodes = network.nodes();
        int places = Math.min(nodes, Math.max(1, room / nodes));
        placeOf = new int[nodes];
        Arrays.fill(placeOf, NONE);
        trees = new int[places][];
        destinations = new int[places];
        Arrays.fill(destinations, NONE);
        states = new long[places];
        reached = new int[nodes];
    }

    @Override
    public int nextHop(int at, int to) {
        int place = placeOf[to];
        if (place == NONE) {
            place = newPlace(to);
        }
        if (states[place] != state) {
            fill(trees[place], to);
            states[place] = state;
        }
        return trees[place][at];
    }

    @Override
    public void linkUp(int low, int high) {
        state++;
        carrier.foundWays();
    }

    @Override
    public void linkDown(int low, int high) {
        state++;
    }

    private int newPlace(int destination) {
        int place = nextPlace;
        nextPlace = (nextPlace + 1) % trees.length;
        if (destinations[place] == NONE) {
            trees[place] = new int[network.nodes()];
        } else {
            placeOf[destinations[place]] = NONE;
        }
        destinations[place] = destination;
        placeOf[destination] = place;
        states[place] = 0;
        return place;
    }

    /** Breadth first from the destination; the next hop of a node is the node that it was reached from. */
    private void fill(int[] tree, int destination) {
        Arrays.fill(tree, NONE);
        tree[destination] = destination;
        reached[0] = destination;
        int end = 1;
        for (int at = 0; at < end; at++) {
            int node = reached[at];
            for (int i = 0; i < network.degree(node); i++) {
                int peer = network.peer(node, i);
                if (tree[peer] == NONE) {
                    tree[peer] = node;
                    reached[end++] = peer;
                }
            }
        }
    }
}
