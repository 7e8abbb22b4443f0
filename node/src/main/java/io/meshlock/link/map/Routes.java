package io.meshlock.link.map;

import io.meshlock.link.wire.LinkStateAdvert;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Map;
import java.util.Set;

/** The shortest routes from one node to all others. Immutable, and the same for the same map. */
public final class Routes {

    /** No route: instead of a number of hops or a neighbour. */
    public static final int NONE = -1;

    private final int self;
    private final Int2IntMap hops = new Int2IntOpenHashMap();
    private final Int2IntMap next = new Int2IntOpenHashMap();

    private Routes(int self) {
        this.self = self;
        hops.defaultReturnValue(NONE);
        next.defaultReturnValue(NONE);
    }

    /**
     * Computes the routes over this node's own links and the links that both ends advertise.
     *
     * @param direct the neighbours of {@code self}; of routes of equal length, the one over the first of them is taken
     */
    static Routes from(int self, Set<Integer> direct, Map<Integer, LinkStateAdvert> adverts) {
        Routes routes = new Routes(self);
        routes.hops.put(self, 0);
        IntArrayFIFOQueue edge = new IntArrayFIFOQueue();
        for (int neighbour : direct) {
            routes.hops.put(neighbour, 1);
            routes.next.put(neighbour, neighbour);
            edge.enqueue(neighbour);
        }
        while (!edge.isEmpty()) {
            int here = edge.dequeueInt();
            LinkStateAdvert advert = adverts.get(here);
            if (advert == null) {
                continue;
            }
            for (int there : advert.neighbours()) {
                if (routes.hops.get(there) == NONE && LinkStateDatabase.confirms(adverts.get(there), here)) {
                    routes.hops.put(there, routes.hops.get(here) + 1);
                    routes.next.put(there, routes.next.get(here));
                    edge.enqueue(there);
                }
            }
        }
        return routes;
    }

    /** The node at which the routes start. */
    public int self() {
        return self;
    }

    /** The number of links to a node; 0 for this node, {@link #NONE} if it cannot be reached. */
    public int hops(int node) {
        return hops.get(node);
    }

    /** The first hop to a node; {@link #NONE} if it cannot be reached, and for this node. */
    public int next(int node) {
        return next.get(node);
    }

    /** True if a route to the node is known. */
    public boolean reaches(int node) {
        return hops.containsKey(node);
    }

    /** How many nodes can be reached, this one included. */
    public int size() {
        return hops.size();
    }

    @Override
    public String toString() {
        return "routes from " + self + " to " + (hops.size() - 1) + " others";
    }
}
