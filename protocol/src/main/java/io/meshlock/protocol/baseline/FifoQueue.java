package io.meshlock.protocol.baseline;

import java.util.Arrays;

/** A queue of nodes, first come, first served; each node at most once. */
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

    /** Adds a node at the end, unless it is in the queue already. */
    public void join(int node) {
        if (!contains(node)) {
            nodes = Arrays.copyOf(nodes, nodes.length + 1);
            nodes[nodes.length - 1] = node;
        }
    }

    /** Removes and returns the first node. */
    public int next() {
        int first = nodes[0];
        nodes = Arrays.copyOfRange(nodes, 1, nodes.length);
        return first;
    }

    /** The nodes, first to last. */
    public int[] all() {
        return nodes.clone();
    }

    /** A queue of these nodes. */
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
