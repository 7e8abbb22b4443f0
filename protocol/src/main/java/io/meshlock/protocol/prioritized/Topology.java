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

    /** The longest route. */
    static final int MAX_HOPS = 16;

    /** More than any version: they begin with the incarnation of a node. */
    static final long MAX_VERSION = 1L << 62;

    /**
     * A link state, when it was heard here, and from whom.
     *
     * @param heard counts what was heard here, so that of two states the later one is known
     */
    private record Known(LinkState state, long heard, int from) {}

    private final int me;
    private final List<Known> known = new ArrayList<>(4); // ascending by node
    private final List<Known> byAge = new ArrayList<>(4); // the same, those heard of longest ago first
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
            if (before != null && before.version() >= state.version()) {
                continue;
            }
            if (state.node() != me) {
                put(state, from);
            } else if (before != null && state.version() < MAX_VERSION / 2) {
                // Of an earlier incarnation whose clock was ahead. Nobody is believed who says more than that.
                version = state.version() + 1;
                put(new LinkState(me, version, before.peers()), me);
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
        for (int i = firstAfter(to.told); i < byAge.size(); i++) {
            Known each = byAge.get(i);
            if (each.from() == to.id) {
                continue;
            }
            if (news.size() == most) {
                to.told = told;
                return news;
            }
            news.add(each.state());
            told = each.heard();
        }
        to.told = heard;
        return news;
    }

    /** Where in {@link #byAge} those begin that were heard after that. */
    private int firstAfter(long time) {
        int low = 0;
        int high = byAge.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byAge.get(middle).heard() > time) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void put(LinkState state, int from) {
        int at = indexOf(state.node());
        Known now = new Known(state, ++heard, from);
        if (at >= 0) {
            byAge.remove(firstAfter(known.get(at).heard() - 1));
            known.set(at, now);
        } else {
            known.add(-at - 1, now);
        }
        byAge.add(now);
        if (known.size() > MAX_NODES) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        int oldest = byAge.get(0).state().node() == me ? 1 : 0;
        known.remove(indexOf(byAge.remove(oldest).state().node()));
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
        int start = indexOf(from);
        if (start < 0) {
            return null;
        }
        int end = indexOf(to);
        int[] parents = new int[known.size()];
        int[] hops = new int[known.size()];
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
            if (reached && known.get(at).state().peers().contains(unknown)) {
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
        int[] queue = new int[known.size()];
        Arrays.fill(queue, -1);
        hops[start] = 0;
        queue[0] = start;
        for (int head = 0, tail = 1; head < tail; head++) {
            int at = queue[head];
            NodeList peers = known.get(at).state().peers();
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
        int[][] links = new int[known.size()][];
        for (int at = 0; at < links.length; at++) {
            links[at] = linksOf(at);
        }
        return new Links(links);
    }

    private int[] linksOf(int at) {
        NodeList peers = known.get(at).state().peers();
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
        return known.get(index).state().node();
    }

    /** The place of a node among those that are known; negative if it is not. */
    int placeOf(int node) {
        return indexOf(node);
    }

    /** Both ends know of a link's coming and going, so the one that was heard of later is right. */
    private boolean isUp(int at, int peer) {
        Known one = known.get(at);
        Known two = known.get(peer);
        if (two.state().peers().contains(one.state().node())
                || two.state().peers().size() == MAX_PEERS) {
            return true;
        }
        return two.state().node() != me && one.heard() > two.heard();
    }
}
