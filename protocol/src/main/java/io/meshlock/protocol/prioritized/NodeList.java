package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.WireSize;
import java.util.Arrays;

/** Some nodes in order: the way of a message, or the neighbours of a node. Immutable. */
public final class NodeList {

    public static final NodeList EMPTY = new NodeList(new int[0]);

    private final int[] nodes;

    private NodeList(int[] nodes) {
        this.nodes = nodes;
    }

    public static NodeList of(int... nodes) {
        return nodes.length == 0 ? EMPTY : new NodeList(nodes.clone());
    }

    public boolean isEmpty() {
        return nodes.length == 0;
    }

    public int size() {
        return nodes.length;
    }

    public int get(int index) {
        return nodes[index];
    }

    boolean contains(int node) {
        for (int each : nodes) {
            if (each == node) {
                return true;
            }
        }
        return false;
    }

    /** What comes after the element at that index. */
    NodeList after(int index) {
        return index + 1 == nodes.length ? EMPTY : new NodeList(Arrays.copyOfRange(nodes, index + 1, nodes.length));
    }

    int bytes() {
        int bytes = 0;
        for (int node : nodes) {
            bytes += WireSize.number(node);
        }
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeList that && Arrays.equals(nodes, that.nodes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(nodes);
    }

    @Override
    public String toString() {
        return Arrays.toString(nodes);
    }
}
