package io.meshlock.protocol.krl;

import java.util.ArrayList;
import java.util.List;

/** The paper's Q: numbers of nodes that want a token, each at most once, in the order in which they asked. */
public final class RequestQueue {

    private final List<Integer> nodes = new ArrayList<>();

    public boolean isEmpty() {
        return nodes.isEmpty();
    }

    public int size() {
        return nodes.size();
    }

    public boolean contains(int node) {
        return nodes.contains(node);
    }

    /** Enqueue(Q, node): "enqueues an item only if it is not already on Q". */
    public void enqueue(int node) {
        if (!nodes.contains(node)) {
            nodes.add(node);
        }
    }

    /** Dequeue(Q) of a queue that is not empty. */
    public int dequeue() {
        return nodes.remove(0);
    }

    /** Delete(Q, node). */
    public void delete(int node) {
        nodes.remove((Integer) node);
    }

    @Override
    public String toString() {
        return nodes.toString();
    }
}
