package io.meshlock.simulator.network;

import java.util.Arrays;

/**
 * For every node, the direction that leads to each neighbour: small hash tables with open addressing, neighbour and
 * direction side by side. Every message looks its direction up here, and this is faster than a binary search with
 * mispredicted branches.
 */
final class PeerTable {

    /** No node and no direction has this number. */
    static final int NONE = -1;

    private static final int[] EMPTY = {NONE, NONE};

    private final int[][] tables;

    PeerTable(int nodes) {
        tables = new int[nodes][];
        Arrays.fill(tables, EMPTY);
    }

    /** The direction from a node to its neighbour, or {@link #NONE}. */
    int direction(int from, int to) {
        int[] table = tables[from];
        int mask = table.length - 1;
        int at = home(to) & mask;
        while (table[at] != to) {
            if (table[at] == NONE) {
                return NONE;
            }
            at = (at + 2) & mask;
        }
        return table[at + 1];
    }

    /** Replaces a node's neighbours: the first {@code degree} peers, and from {@code half} on their directions. */
    void fill(int node, int[] peers, int degree, int half) {
        // At most three quarters full: searches are short and always end, and the table stays in the cache.
        int size = 4 * Integer.highestOneBit(degree + degree / 3);
        if (size == 0) {
            size = EMPTY.length;
        }
        int[] table = tables[node].length == size && tables[node] != EMPTY ? tables[node] : new int[size];
        Arrays.fill(table, NONE);
        for (int i = 0; i < degree; i++) {
            int at = home(peers[i]) & (size - 1);
            while (table[at] != NONE) {
                at = (at + 2) & (size - 1);
            }
            table[at] = peers[i];
            table[at + 1] = peers[half + i];
        }
        tables[node] = table;
    }

    private static int home(int peer) {
        return ((peer * 0x9E3779B9) >>> 16) << 1;
    }
}
