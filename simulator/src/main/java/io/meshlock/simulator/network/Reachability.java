package io.meshlock.simulator.network;

/** Searches over the links that are up. Reusable: marks of earlier searches are distinguished by their number. */
final class Reachability {

    private final Network network;
    /** Per node: the number of the search, negative on its other side, that marked it. */
    private final int[] marks;

    private final int[] fromLow;
    private final int[] fromHigh;
    private int search;

    Reachability(Network network) {
        this.network = network;
        marks = new int[network.nodes()];
        fromLow = new int[network.nodes()];
        fromHigh = new int[network.nodes()];
    }

    /**
     * True if the ends of a link that is up reach each other without it. Searches from both ends in turn, a node at a
     * time: the cost is that of the smaller side if they do not, and usually a few nodes if they do.
     */
    boolean surviveWithout(int low, int high) {
        search++;
        marks[low] = search;
        marks[high] = -search;
        fromLow[0] = low;
        fromHigh[0] = high;
        int lowSize = 1;
        int highSize = 1;
        for (int at = 0; at < lowSize && at < highSize; at++) {
            lowSize = expand(fromLow, at, lowSize, search, high);
            if (lowSize < 0) {
                return true;
            }
            highSize = expand(fromHigh, at, highSize, -search, low);
            if (highSize < 0) {
                return true;
            }
        }
        return false;
    }

    /** Marks the neighbours of the node at a place of a queue; returns the queue's size, or -1 if the searches met. */
    private int expand(int[] queue, int at, int size, int mark, int otherEnd) {
        int node = queue[at];
        int filled = size;
        for (int i = 0; i < network.degree(node); i++) {
            int peer = network.peer(node, i);
            boolean theLinkItself = at == 0 && peer == otherEnd;
            if (theLinkItself || marks[peer] == mark) {
                continue;
            }
            if (marks[peer] == -mark) {
                return -1;
            }
            marks[peer] = mark;
            queue[filled++] = peer;
        }
        return filled;
    }

    /**
     * Writes the nodes that {@code source} reaches, itself first, to {@code reached} from {@code start} on, and marks
     * them as seen; returns where they end.
     */
    int collect(int source, int[] reached, int start, boolean[] seen) {
        int end = start;
        reached[end++] = source;
        seen[source] = true;
        for (int at = start; at < end; at++) {
            int node = reached[at];
            for (int i = 0; i < network.degree(node); i++) {
                int peer = network.peer(node, i);
                if (!seen[peer]) {
                    seen[peer] = true;
                    reached[end++] = peer;
                }
            }
        }
        return end;
    }
}
