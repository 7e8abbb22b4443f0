package io.meshlock.protocol.baseline;

import java.util.Arrays;

/** Nodes that stand in line, first come, first served; each at most once. */
public final class FifoQueue {

    private int[] nodes = new int[0];

    public boolean isEmpty() {
        return nodes.length == 0;
    }

    public boolean contains(int node) {
        for (int each : nodes) {
            if (each == node) {
                return true;
            }
        }
        return false;
    }

    /** Joins the end, unless it stands there already. */
    public void join(int node) {
        if (!contains(node)) {
            nodes = Arrays.copyOf(nodes, nodes.length + 1);
            nodes[nodes.length - 1] = node;
        }
    }

    /** Takes the first out of the line. */
    public int next() {
        int first = nodes[0];
        nodes = Arrays.copyOfRange(nodes, 1, nodes.length);
        return first;
    }

    /** Those in line, first to last. */
    public int[] all() {
        return nodes.clone();
    }

    /** A line of these. */
    public static FifoQueue of(int... first) {
        FifoQueue line = new FifoQueue();
        line.nodes = first.clone();
        return line;
    }

    @Override
    public String toString() {
        return Arrays.toString(nodes);
    }
}
