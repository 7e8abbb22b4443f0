package io.meshlock.simulator.network;

import java.util.Arrays;

/**
 * For every node, its neighbours, and the event of the latest message that was sent to each: small hash tables with open
 * addressing, neighbour and event side by side. Every message looks its receiver up here when it is sent.
 *
 * <p>Each table has a factor of its own in its hash function, chosen so that neighbours do not collide. Then every
 * search ends at its first step, and the processor, which guesses so, goes on with the next delivery while it still waits
 * for the memory of this one.
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

    private static final int FIRST_FACTOR = 0x9E3779B9;
    private static final int NEXT_FACTOR = 0x9E3779B1;

    /** So many factors are tried for a node with few neighbours; with many, all factors have collisions. */
    private static final int TRIES = 64;

    private static final int SMALL = 32;

    /** Leaves enough bits of a hash for tables of a million neighbours; lower ones are mixed less. */
    private static final int SHIFT = 12;

    private static final int[] EMPTY = {FIRST_FACTOR, NONE, NONE, NONE};

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
        return HEAD + ((((peer * factor) >>> SHIFT) * ROW) & (length - HEAD - 1));
    }

    private static int following(int[] table, int at) {
        return HEAD + ((at - HEAD + ROW) & (table.length - HEAD - 1));
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
        // At most half full: searches are short and always end, and most small tables have a factor without collisions.
        int[] table = new int[HEAD + ROW * Integer.highestOneBit(Math.max(1, 4 * degree - 1))];
        insertAll(table, bestFactor(table, peers, degree), peers, degree);
        for (int i = 0; i < degree; i++) {
            int before = find(former, peers[i]);
            if (before != NONE) {
                setLatest(table, find(table, peers[i]), latest(former, before));
            }
        }
        tables[node] = table;
    }

    /** The factor with the fewest collisions among several; tries them in a table of the right size. */
    private static int bestFactor(int[] table, int[] peers, int degree) {
        int best = FIRST_FACTOR;
        int fewest = Integer.MAX_VALUE;
        int factor = FIRST_FACTOR;
        for (int tries = degree > SMALL ? 0 : TRIES; tries > 0 && fewest > 0; tries--) {
            int collisions = insertAll(table, factor, peers, degree);
            if (collisions < fewest) {
                fewest = collisions;
                best = factor;
            }
            factor = factor * NEXT_FACTOR + 2; // odd, as a factor must be
        }
        return best;
    }

    /** Fills an empty table; returns how many steps searches for all peers take beyond the first. */
    private static int insertAll(int[] table, int factor, int[] peers, int degree) {
        Arrays.fill(table, NONE);
        table[FACTOR] = factor;
        int collisions = 0;
        for (int i = 0; i < degree; i++) {
            int at = home(factor, table.length, peers[i]);
            while (table[at] != NONE) {
                at = following(table, at);
                collisions++;
            }
            table[at] = peers[i];
        }
        return collisions;
    }
}
