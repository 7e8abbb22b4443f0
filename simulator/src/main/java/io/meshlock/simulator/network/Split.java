package io.meshlock.simulator.network;

import java.util.Arrays;

/** The two sides of the present partition, if there is one, and the nodes that are out of the mesh. */
public final class Split {

    private final boolean[] inside;
    private final boolean[] out;
    private int size;
    private int outs;

    /** No partition, among this many nodes. */
    public Split(int nodes) {
        inside = new boolean[nodes];
        out = new boolean[nodes];
    }

    /** From now on the node cannot be linked to any other. */
    public void takeOut(int node) {
        outs += out[node] ? 0 : 1;
        out[node] = true;
    }

    /** The node is back. */
    public void bringBack(int node) {
        outs -= out[node] ? 1 : 0;
        out[node] = false;
    }

    public boolean isOut(int node) {
        return out[node];
    }

    public boolean isActive() {
        return size > 0;
    }

    /** True if the two nodes are on different sides of a partition, or if one of them is out. */
    public boolean apart(int a, int b) {
        return inside[a] != inside[b] || (outs > 0 && (out[a] || out[b]));
    }

    /** How many pairs of nodes are not apart. */
    public long pairsTogether() {
        int outInside = 0;
        for (int node = 0; outs > 0 && node < out.length; node++) {
            outInside += out[node] && inside[node] ? 1 : 0;
        }
        return pairs(size - outInside) + pairs(inside.length - size - (outs - outInside));
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
