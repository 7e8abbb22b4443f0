package io.meshlock.protocol.prioritized;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows of the mesh's links: link states that came along with requests. The anchor finds routes in it for
 * permits that do not come home in between. It is a hint and never more: a route that is wrong costs time, and no
 * promise depends on it. So nothing is sent because a link came or went.
 */
final class Topology {

    /** How many nodes are remembered; those heard of longest ago are forgotten. */
    static final int MAX_NODES = 256;

    /** How many neighbours a link state lists at most. */
    static final int MAX_PEERS = 64;

    /** How many link states a message carries. */
    static final int MAX_TOLD = 8;

    /** The longest route. */
    static final int MAX_HOPS = 16;

    /**
     * A link state, when it was heard here, and from whom.
     *
     * @param heard counts what was heard here, so that of two states the later one is known
     */
    private record Known(LinkState state, long heard, int from) {}

    private final int me;
    private final List<Known> known = new ArrayList<>(4); // ascending by node
    private long heard;
    private long version;

    /** @param version where the versions of this node's own link state begin; later incarnations begin later */
    Topology(int me, long version) {
        this.me = me;
        this.version = version;
    }

    /** The links of this node have changed. */
    void change(Neighbour[] neighbours) {
        int[] peers = new int[Math.min(neighbours.length, MAX_PEERS)];
        for (int i = 0; i < peers.length; i++) {
            peers[i] = neighbours[i].id;
        }
        put(new LinkState(me, ++version, NodeList.of(peers)), me);
    }

    void learn(List<LinkState> states, int from) {
        for (int i = 0; i < states.size(); i++) {
            LinkState state = states.get(i);
            LinkState before = find(state.node());
            if (state.node() != me && (before == null || before.version() < state.version())) {
                put(state, from);
            }
        }
    }

    /** What the neighbour has not been told yet, oldest first, as much as a message carries. */
    List<LinkState> newsFor(Neighbour to) {
        if (to.told >= heard) {
            return List.of();
        }
        List<Known> news = new ArrayList<>(4);
        for (Known each : known) {
            if (each.heard() > to.told && each.from() != to.id) {
                news.add(each);
            }
        }
        news.sort((a, b) -> Long.compare(a.heard(), b.heard()));
        boolean all = news.size() <= MAX_TOLD;
        List<LinkState> told = new ArrayList<>(Math.min(news.size(), MAX_TOLD));
        for (int i = 0; i < news.size() && i < MAX_TOLD; i++) {
            told.add(news.get(i).state());
            to.told = news.get(i).heard();
        }
        to.told = all ? heard : to.told;
        return told;
    }

    private void put(LinkState state, int from) {
        int at = indexOf(state.node());
        Known now = new Known(state, ++heard, from);
        if (at >= 0) {
            known.set(at, now);
            return;
        }
        known.add(-at - 1, now);
        if (known.size() > MAX_NODES) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        int oldest = -1;
        for (int i = 0; i < known.size(); i++) {
            boolean mine = known.get(i).state().node() == me;
            if (!mine && (oldest < 0 || known.get(i).heard() < known.get(oldest).heard())) {
                oldest = i;
            }
        }
        known.remove(oldest);
    }

    private @Nullable LinkState find(int node) {
        int at = indexOf(node);
        return at < 0 ? null : known.get(at).state();
    }

    private int indexOf(int node) {
        int low = 0;
        int high = known.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = known.get(middle).state().node();
            if (found == node) {
                return middle;
            }
            if (found < node) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    /** How many nodes are known by their own link state. */
    int size() {
        return known.size();
    }

    /** A shortest way from one node to another, without the former; null if none is known that is short enough. */
    @Nullable
    NodeList route(int from, int to) {
        if (from == to) {
            return NodeList.EMPTY;
        }
        Search search = new Search(from);
        while (search.hasNext()) {
            int at = search.next();
            LinkState state = find(at);
            for (int i = 0; state != null && i < state.peers().size(); i++) {
                int peer = state.peers().get(i);
                if (isUp(at, peer) && search.reach(peer) && peer == to) {
                    return search.wayTo();
                }
            }
        }
        return null;
    }

    /** Hops from one node to all that are known, in their order; {@link Integer#MAX_VALUE} where no way is known. */
    int[] distances(int from) {
        int[] hops = new int[known.size()];
        Arrays.fill(hops, Integer.MAX_VALUE);
        Search search = new Search(from);
        while (search.hasNext()) {
            int at = search.next();
            int index = indexOf(at);
            if (index < 0) {
                continue;
            }
            hops[index] = search.depth();
            NodeList peers = known.get(index).state().peers();
            for (int i = 0; i < peers.size(); i++) {
                if (isUp(at, peers.get(i))) {
                    search.reach(peers.get(i));
                }
            }
        }
        return hops;
    }

    /** The node at that place of {@link #distances}. */
    int node(int index) {
        return known.get(index).state().node();
    }

    /** The place of a node in {@link #distances}; negative if it is not known. */
    int placeOf(int node) {
        return indexOf(node);
    }

    /** Both ends know of a link's coming and going, so the one that was heard of later is right. */
    private boolean isUp(int a, int b) {
        int atA = indexOf(a);
        int atB = indexOf(b);
        if (atB < 0) {
            return atA >= 0; // a lists b, and nothing says otherwise
        }
        Known one = known.get(atA);
        Known other = known.get(atB);
        if (other.state().peers().contains(a)) {
            return true;
        }
        return other.state().peers().size() == MAX_PEERS || (b != me && one.heard() > other.heard());
    }

    /** A breadth-first search, and where it came from. */
    private static final class Search {
        private int[] nodes = new int[16];
        private int[] parents = new int[16];
        private int[] depths = new int[16];
        private int size;
        private int current = -1;

        Search(int from) {
            nodes[0] = from;
            parents[0] = -1;
            size = 1;
        }

        boolean hasNext() {
            return current + 1 < size && depths[current + 1] < MAX_HOPS;
        }

        int next() {
            return nodes[++current];
        }

        int depth() {
            return depths[current];
        }

        /** Reaches a node from the current one; false if it was reached before. */
        boolean reach(int node) {
            for (int i = 0; i < size; i++) {
                if (nodes[i] == node) {
                    return false;
                }
            }
            if (size == nodes.length) {
                nodes = Arrays.copyOf(nodes, 2 * size);
                parents = Arrays.copyOf(parents, 2 * size);
                depths = Arrays.copyOf(depths, 2 * size);
            }
            nodes[size] = node;
            parents[size] = current;
            depths[size] = depths[current] + 1;
            size++;
            return true;
        }

        /** The way to the node that was reached last. */
        NodeList wayTo() {
            int[] way = new int[depths[size - 1]];
            int at = size - 1;
            for (int i = way.length - 1; i >= 0; i--) {
                way[i] = nodes[at];
                at = parents[at];
            }
            return NodeList.of(way);
        }
    }
}
