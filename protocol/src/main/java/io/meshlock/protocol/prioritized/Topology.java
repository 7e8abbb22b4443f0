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
    static final int MAX_TOLD = 6;

    /** How many of them travel with the token. */
    static final int MAX_WITH_TOKEN = 32;

    /** The longest route. Whatever is farther away than that is of no use, so link states are not told farther. */
    static final int MAX_HOPS = 16;

    /** More than any version: they begin with the incarnation of a node. */
    static final long MAX_VERSION = 1L << 62;

    private final int me;

    // What is known of each node, ascending by node. One array per field: large worlds are mostly cache misses, and a
    // search reads numbers alone. What is past the size is zero, so that equal states are equal. Times count what was
    // heard here, so that of two states the later one is known.
    private int size;
    private int[] nodes = new int[0];
    private LinkState[] states = new LinkState[0];
    private long[] times = new long[0];
    private int[] from = new int[0];

    // The same nodes once more, those heard of longest ago first.
    private long[] agedTimes = new long[0];
    private int[] agedNodes = new int[0];

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
        put(new LinkState(me, ++version, NodeList.of(peers), 0), me);
    }

    void learn(List<LinkState> states, int from) {
        for (int i = 0; i < states.size(); i++) {
            LinkState state = states.get(i);
            LinkState before = find(state.node());
            if (before != null && before.version() >= state.version()) {
                continue;
            }
            if (state.node() != me) {
                put(state, from);
            } else if (before != null && state.version() < MAX_VERSION / 2) {
                // Of an earlier incarnation whose clock was ahead. Nobody is believed who says more than that.
                version = state.version() + 1;
                put(new LinkState(me, version, before.peers(), 0), me);
            }
        }
    }

    /** What the neighbour has not been told yet, oldest first, at most so many link states. */
    List<LinkState> newsFor(Neighbour to, int most) {
        if (to.told >= heard) {
            return List.of();
        }
        List<LinkState> news = new ArrayList<>(4);
        long told = to.told;
        for (int i = firstAfter(to.told); i < size; i++) {
            int at = indexOf(agedNodes[i]);
            if (from[at] == to.id || states[at].hops() >= MAX_HOPS) {
                continue;
            }
            if (news.size() == most) {
                to.told = told;
                return news;
            }
            news.add(states[at].toldOn());
            told = agedTimes[i];
        }
        to.told = heard;
        return news;
    }

    /** Where those begin that were heard after that, by age. */
    private int firstAfter(long time) {
        int at = Arrays.binarySearch(agedTimes, 0, size, time + 1);
        return at < 0 ? -at - 1 : at;
    }

    private void put(LinkState state, int teller) {
        int at = indexOf(state.node());
        if (at >= 0) {
            unlist(firstAfter(times[at] - 1));
        } else {
            at = -at - 1;
            insert(at, state.node());
        }
        states[at] = state;
        times[at] = ++heard;
        from[at] = teller;
        agedNodes[size - 1] = state.node();
        agedTimes[size - 1] = heard;
        if (size > MAX_NODES) {
            forgetOldest();
        }
    }

    private void insert(int at, int node) {
        if (size == nodes.length) {
            grow();
        }
        int after = size++ - at;
        System.arraycopy(nodes, at, nodes, at + 1, after);
        System.arraycopy(states, at, states, at + 1, after);
        System.arraycopy(times, at, times, at + 1, after);
        System.arraycopy(from, at, from, at + 1, after);
        nodes[at] = node;
    }

    private void grow() {
        int room = Math.min(Math.max(4, 2 * size), MAX_NODES + 1);
        nodes = Arrays.copyOf(nodes, room);
        states = Arrays.copyOf(states, room);
        times = Arrays.copyOf(times, room);
        from = Arrays.copyOf(from, room);
        agedTimes = Arrays.copyOf(agedTimes, room);
        agedNodes = Arrays.copyOf(agedNodes, room);
    }

    /** Takes one out of those by age. The last place is free then. */
    private void unlist(int aged) {
        int after = size - aged - 1;
        System.arraycopy(agedTimes, aged + 1, agedTimes, aged, after);
        System.arraycopy(agedNodes, aged + 1, agedNodes, aged, after);
        agedTimes[size - 1] = 0;
        agedNodes[size - 1] = 0;
    }

    private void forgetOldest() {
        int oldest = agedNodes[0] == me ? 1 : 0;
        int at = indexOf(agedNodes[oldest]);
        unlist(oldest);
        int after = --size - at;
        System.arraycopy(nodes, at + 1, nodes, at, after);
        System.arraycopy(states, at + 1, states, at, after);
        System.arraycopy(times, at + 1, times, at, after);
        System.arraycopy(from, at + 1, from, at, after);
        nodes[size] = 0;
        states[size] = null;
        times[size] = 0;
        from[size] = 0;
    }

    private @Nullable LinkState find(int node) {
        int at = indexOf(node);
        return at < 0 ? null : states[at];
    }

    private int indexOf(int node) {
        return Arrays.binarySearch(nodes, 0, size, node);
    }

    /** How many nodes are known by their own link state. */
    int size() {
        return size;
    }

    /** A shortest way from one node to another, without the former; null if none is known that is short enough. */
    @Nullable
    NodeList route(int from, int to) {
        if (from == to) {
            return NodeList.EMPTY;
        }
        int start = indexOf(from);
        if (start < 0) {
            return null;
        }
        int end = indexOf(to);
        int[] parents = new int[size];
        int[] hops = new int[size];
        int[] queue = search(start, end, hops, parents);
        int last = end < 0 ? before(to, queue, hops) : parents[end];
        if (last < 0 || hops[last] >= MAX_HOPS) {
            return null;
        }
        int[] way = new int[hops[last] + 1];
        way[way.length - 1] = to;
        for (int i = way.length - 2; i >= 0; i--) {
            way[i] = node(last);
            last = parents[last];
        }
        return NodeList.of(way);
    }

    /** The first node of a search that lists one of which nothing else is known; −1 if there is none. */
    private int before(int unknown, int[] queue, int[] hops) {
        for (int at : queue) {
            boolean reached = at >= 0 && hops[at] < Integer.MAX_VALUE;
            if (reached && states[at].peers().contains(unknown)) {
                return at; // nothing says that the link is down
            }
        }
        return -1;
    }

    /**
     * A breadth-first search over known nodes by their place, until the end is found; without one, a negative number,
     * over all. Returns the places in the order of the search. Nodes that were not reached have no parent, −1.
     */
    private int[] search(int start, int end, int[] hops, int[] parents) {
        Arrays.fill(hops, Integer.MAX_VALUE);
        Arrays.fill(parents, -1);
        int[] queue = new int[size];
        Arrays.fill(queue, -1);
        hops[start] = 0;
        queue[0] = start;
        for (int head = 0, tail = 1; head < tail; head++) {
            int at = queue[head];
            NodeList peers = states[at].peers();
            for (int i = 0; i < peers.size(); i++) {
                int peer = indexOf(peers.get(i));
                if (peer >= 0 && hops[peer] == Integer.MAX_VALUE && isUp(at, peer)) {
                    hops[peer] = hops[at] + 1;
                    parents[peer] = at;
                    queue[tail++] = peer;
                    if (peer == end) {
                        return queue;
                    }
                }
            }
        }
        return queue;
    }

    /** The links that are known now, for those who look for many distances. */
    Links links() {
        int[][] links = new int[size][];
        for (int at = 0; at < links.length; at++) {
            links[at] = linksOf(at);
        }
        return new Links(links);
    }

    private int[] linksOf(int at) {
        NodeList peers = states[at].peers();
        int[] links = new int[peers.size()];
        int found = 0;
        for (int i = 0; i < links.length; i++) {
            int peer = indexOf(peers.get(i));
            if (peer >= 0 && isUp(at, peer)) {
                links[found++] = peer;
            }
        }
        return Arrays.copyOf(links, found);
    }

    /** Links between known nodes, all by their {@linkplain #placeOf place}. */
    static final class Links {

        private final int[][] links;

        private Links(int[][] links) {
            this.links = links;
        }

        /** Hops from one node, or from none, a negative number, to all; {@link Integer#MAX_VALUE} where no way is known. */
        int[] distances(int start) {
            int[] hops = new int[links.length];
            Arrays.fill(hops, Integer.MAX_VALUE);
            if (start < 0) {
                return hops;
            }
            int[] queue = new int[links.length];
            hops[start] = 0;
            queue[0] = start;
            for (int head = 0, tail = 1; head < tail; head++) {
                int next = hops[queue[head]] + 1;
                for (int peer : links[queue[head]]) {
                    if (hops[peer] == Integer.MAX_VALUE) {
                        hops[peer] = next;
                        queue[tail++] = peer;
                    }
                }
            }
            return hops;
        }
    }

    /** The node at that place. */
    private int node(int index) {
        return nodes[index];
    }

    /** The place of a node among those that are known; negative if it is not. */
    int placeOf(int node) {
        return indexOf(node);
    }

    /** Both ends know of a link's coming and going, so the one that was heard of later is right. */
    private boolean isUp(int at, int peer) {
        NodeList back = states[peer].peers();
        if (back.contains(nodes[at]) || back.size() == MAX_PEERS) {
            return true;
        }
        return nodes[peer] != me && times[at] > times[peer];
    }
}
