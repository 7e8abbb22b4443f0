package io.meshlock.protocol.prioritized;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Moves the token towards the middle of the demand: from time to time one hop, if requests then have clearly shorter
 * ways. Older requests count less and less.
 */
final class Placement {

    /** How many requesters are counted; the one that asks least gives way to another. */
    private static final int MAX_REQUESTERS = 64;

    /** After so many requests all counts are halved. */
    private static final int MEMORY = 256;

    /** The least number of decisions between two looks. */
    private static final int LEAST = 16;

    /** After each look that finds no better place, the next one takes twice as long, so many times. */
    private static final int MOST_DOUBLINGS = 6;

    /** Ways that are longer, or not known, count as long as this. */
    private static final int FAR = 8;

    private int[] requesters = new int[4];
    private int[] counts = new int[4];
    private int size;
    private int total;
    private int since;
    private int linkChanges;
    private int waits;

    /** A request of this node was decided. */
    void count(int node) {
        int at = placeOf(node);
        counts[at]++;
        since++;
        if (++total >= MEMORY) {
            total = 0;
            for (int i = 0; i < size; i++) {
                counts[i] /= 2;
                total += counts[i];
            }
        }
    }

    /** A link of the token's node came or went. */
    void countLinkChange() {
        linkChanges++;
    }

    /**
     * True if this node's links change so fast that a better place is none for long. Moves are not free there: a token
     * that may have been lost with its link is told of over every link that comes up.
     */
    private boolean isRestless() {
        return linkChanges > since / 8;
    }

    private int placeOf(int node) {
        for (int i = 0; i < size; i++) {
            if (requesters[i] == node) {
                return i;
            }
        }
        int at = size == MAX_REQUESTERS ? placeOfLeast() : newPlace();
        requesters[at] = node;
        total -= counts[at];
        counts[at] = 0;
        return at;
    }

    private int newPlace() {
        if (size == requesters.length) {
            requesters = Arrays.copyOf(requesters, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        return size++;
    }

    private int placeOfLeast() {
        int least = 0;
        for (int i = 1; i < size; i++) {
            least = counts[i] < counts[least] ? i : least;
        }
        return least;
    }

    /** A neighbour at which the token would be clearly better placed than here; null if there is none, or not yet. */
    @Nullable
    Neighbour better(int here, Heights heights, Topology topology) {
        if (since < Math.max(LEAST, topology.size()) << waits) {
            return null;
        }
        boolean restless = isRestless();
        since = 0;
        linkChanges = 0;
        if (restless) {
            return null;
        }
        Costs costs = new Costs(topology);
        long present = costs.of(here);
        long least = present;
        Neighbour best = null;
        for (Neighbour neighbour : heights.neighbours()) {
            long cost = neighbour.height == null || neighbour.leaving ? least : costs.of(neighbour.id);
            if (cost < least) {
                least = cost;
                best = neighbour;
            }
        }
        long gain = present - least;
        boolean clear = gain * gain > 4L * total && gain * 20 > present; // more than chance, and worth a move
        waits = clear ? waits : Math.min(waits + 1, MOST_DOUBLINGS);
        return clear ? best : null;
    }

    /** True if enough requests were counted to tell that their ways would not be shorter from there. */
    boolean isNoBetter(int here, int there, Topology topology) {
        if (total < LEAST) {
            return false;
        }
        Costs costs = new Costs(topology);
        return costs.of(there) >= costs.of(here);
    }

    /** What the counted requests would cost from other places, with the mesh as it is known now. */
    private final class Costs {

        private final Topology topology;
        private final Topology.Links links;
        private final int[] places = new int[size];

        Costs(Topology topology) {
            this.topology = topology;
            this.links = topology.links();
            for (int i = 0; i < size; i++) {
                places[i] = topology.placeOf(requesters[i]);
            }
        }

        long of(int node) {
            int[] hops = links.distances(topology.placeOf(node));
            long cost = 0;
            for (int i = 0; i < size; i++) {
                cost += (long) counts[i] * (places[i] < 0 ? FAR : Math.min(FAR, hops[places[i]]));
            }
            return cost;
        }
    }
}
