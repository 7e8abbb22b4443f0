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

    /** Where the factor of the hash function stands; the neighbours follow. */
    private static final int FACTOR = 0;

    private static final int HEAD = 2;
    private static final int ROW = 2;

    /** So many factors are tried, and that with the fewest collisions is taken. */
    private static final int TRIES = 64;

    private static final int[] EMPTY = {1, NONE, NONE, NONE};

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
        int at = home(table[FACTOR], table.length, peer);
        while (table[at] != peer) {
            if (table[at] == NONE) {
                return NONE;
            }
            at = following(table, at);
        }
        return at;
    }

    private static int home(int factor, int length, int peer) {
        return HEAD + ((peer * factor >>> 16) * ROW & length - HEAD - 1);
    }

    private static int following(int[] table, int at) {
        return HEAD + (at - HEAD + ROW & table.length - HEAD - 1);
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
        int[] former = tables[node];
        int[] best = EMPTY;
        int fewest = Integer.MAX_VALUE;
        int factor = 0x9E3779B9;
        for (int i = 0; i < TRIES && fewest > 0; i++) {
            int[] table = new int[HEAD + ROW * Integer.highestOneBit(Math.max(1, 4 * degree - 1))];
            Arrays.fill(table, NONE);
            table[FACTOR] = factor;
            int collisions = insertAll(table, peers, degree);
            if (collisions < fewest) {
                fewest = collisions;
                best = table;
            }
            factor = factor * 0x9E3779B1 + 2;
        }
        for (int i = 0; i < degree; i++) {
            int before = find(former, peers[i]);
            if (before != NONE) {
                setLatest(best, find(best, peers[i]), latest(former, before));
            }
        }
        tables[node] = best;
    }

    /** Returns how many steps searches for all of them take beyond the first. */
    private static int insertAll(int[] table, int[] peers, int degree) {
        int collisions = 0;
        for (int i = 0; i < degree; i++) {
            int at = home(table[FACTOR], table.length, peers[i]);
            while (table[at] != NONE) {
                at = following(table, at);
                collisions++;
            }
            table[at] = peers[i];
        }
        return collisions;
    }
}
