package io.meshlock.simulator.explore;

import java.util.Arrays;

/**
 * All states reached so far, numbered in the order in which they were reached, and for each the state that it was
 * reached from. States are stored completely and compared themselves, not only by hash, so the exploration is exact.
 */
final class StateStore {

    private static final int FREE = -1;

    private final int words;
    private final IntPages tuples = new IntPages();
    private final IntPages parents = new IntPages();
    private int[] table = new int[1 << 16];

    // A few more bits of each hash, so that tuples of other states are hardly ever read.
    private byte[] tags = new byte[1 << 16];
    private int size;

    StateStore(int words) {
        this.words = words;
        Arrays.fill(table, FREE);
    }

    int size() {
        return size;
    }

    long bytes() {
        return tuples.bytes() + parents.bytes() + (long) table.length * (Integer.BYTES + Byte.BYTES);
    }

    /** The number of a state; it is new if that is the {@link #size} before the call. */
    int add(int[] tuple, int parent) {
        int mask = table.length - 1;
        long hash = hash(tuple);
        byte tag = tag(hash);
        int at = (int) hash & mask;
        while (table[at] != FREE) {
            if (tags[at] == tag && isAt(table[at], tuple)) {
                return table[at];
            }
            at = (at + 1) & mask;
        }
        table[at] = size;
        tags[at] = tag;
        for (int i = 0; i < words; i++) {
            tuples.add(tuple[i]);
        }
        parents.add(parent);
        size++;
        if (size > table.length / 3 * 2) {
            grow();
        }
        return size - 1;
    }

    void read(int state, int[] tuple) {
        long at = (long) state * words;
        for (int i = 0; i < words; i++) {
            tuple[i] = tuples.get(at + i);
        }
    }

    /** The state from which a state was first reached; -1 for the initial one. */
    int parent(int state) {
        return parents.get(state);
    }

    private boolean isAt(int state, int[] tuple) {
        long at = (long) state * words;
        for (int i = 0; i < words; i++) {
            if (tuples.get(at + i) != tuple[i]) {
                return false;
            }
        }
        return true;
    }

    private void grow() {
        table = new int[2 * table.length];
        Arrays.fill(table, FREE);
        tags = new byte[table.length];
        int mask = table.length - 1;
        int[] tuple = new int[words];
        for (int state = 0; state < size; state++) {
            read(state, tuple);
            long hash = hash(tuple);
            int at = (int) hash & mask;
            while (table[at] != FREE) {
                at = (at + 1) & mask;
            }
            table[at] = state;
            tags[at] = tag(hash);
        }
    }

    private static byte tag(long hash) {
        return (byte) (hash >>> (Long.SIZE - Byte.SIZE));
    }

    private long hash(int[] tuple) {
        long hash = words;
        for (int i = 0; i < words; i++) {
            hash = (hash ^ tuple[i]) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return hash;
    }
}
