package io.meshlock.link.map;

import io.meshlock.link.wire.LinkStateAdvert;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Map;
import java.util.Set;

/** Shortest ways from one node to all others. Immutable, and the same for the same map. */
public final class Routes {

    /** Neither hop nor distance: no way leads there. */
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
     * Ways over the links that both ends have told, and over this node's own, which it knows at first hand.
     *
     * @param direct the neighbours of {@code self}; of equal ways the one over the first of them is taken
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

    /** The node that the ways begin at. */
    public int self() {
        return self;
    }

    /** How many links it takes; 0 for this node itself. */
    public int hops(int node) {
        return hops.get(node);
    }

    /** The neighbour that is the first on the way; {@link #NONE} also for this node itself. */
    public int next(int node) {
        return next.get(node);
    }

    public boolean reaches(int node) {
        return hops.containsKey(node);
    }

    /** How many nodes can be reached, this one included. */
    public int size() {
        return hops.size();
    }

    @Override
    public String toString() {
        return "ways from " + self + " to " + (hops.size() - 1) + " others";
    }
}
