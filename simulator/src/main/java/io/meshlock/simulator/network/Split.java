package io.meshlock.simulator.network;

import java.util.Arrays;

/** The two sides of the partition that is going on, if one is. */
public final class Split {

    private final boolean[] inside;
    private int size;

    /** No partition, among this many nodes. */
    public Split(int nodes) {
        inside = new boolean[nodes];
    }

    public boolean isActive() {
        return size > 0;
    }

    /** True if a partition is going on and the two nodes are on different sides of it. */
    public boolean apart(int a, int b) {
        return inside[a] != inside[b];
    }

    /** How many pairs of nodes are not apart. */
    public long pairsTogether() {
        return pairs(size) + pairs(inside.length - size);
    }

    private static long pairs(int nodes) {
        return (long) nodes * (nodes - 1) / 2;
    }

    void begin(boolean[] region) {
        System.arraycopy(region, 0, inside, 0, inside.length);
        size = 0;
        for (boolean in : inside) {
            size += in ? 1 : 0;
        }
    }

    void end() {
        Arrays.fill(inside, false);
        size = 0;
    }
}
