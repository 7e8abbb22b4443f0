package io.meshlock.simulator.network;

import java.util.Arrays;

/**
 * For every node, its neighbours, and the event of the latest message that was sent to each: small hash tables with open
 * addressing, neighbour and event side by side. Every message is looked up here once, when it is sent, and this is
 * faster than a binary search with mispredicted branches.
 *
 * <p>An event stays here after it came out of the queue: to clear it would cost every message another access to memory
 * far away. So whoever reads it asks the queue whether it is pending.
 */
final class PeerTable {

    /** No node, no place and no event has this number. */
    static final int NONE = -1;

    private static final int[] EMPTY = {NONE, NONE};

    private final int[][] tables;

    PeerTable(int nodes) {
        tables = new int[nodes][];
        Arrays.fill(tables, EMPTY);
    }

    /** A node's table, for the methods below; another one takes its place when the node's neighbours change. */
    int[] of(int node) {
        return tables[node];
    }

    /** Where a neighbour stands in a node's table, or {@link #NONE}. */
    static int find(int[] table, int peer) {
        int mask = table.length - 1;
        int at = home(peer) & mask;
        while (table[at] != peer) {
            if (table[at] == NONE) {
                return NONE;
            }
            at = (at + 2) & mask;
        }
        return at;
    }

    /** The event of the latest message to the neighbour at this place, pending or not; or {@link #NONE}. */
    static int latest(int[] table, int place) {
        return table[place + 1];
    }

    static void setLatest(int[] table, int place, int event) {
        table[place + 1] = event;
    }

    /** Replaces a node's neighbours by the first {@code degree} of these; those that stay keep their events. */
    void fill(int node, int[] peers, int degree) {
        // At most three quarters full: searches are short and always end, and the table stays in the cache.
        int size = Math.max(EMPTY.length, 4 * Integer.highestOneBit(degree + degree / 3));
        int[] former = tables[node];
        int[] table = new int[size];
        Arrays.fill(table, NONE);
        for (int i = 0; i < degree; i++) {
            int at = home(peers[i]) & (size - 1);
            while (table[at] != NONE) {
                at = (at + 2) & (size - 1);
            }
            table[at] = peers[i];
            int before = find(former, peers[i]);
            table[at + 1] = before == NONE ? NONE : latest(former, before);
        }
        tables[node] = table;
    }

    private static int home(int peer) {
        return ((peer * 0x9E3779B9) >>> 16) << 1;
    }
}
