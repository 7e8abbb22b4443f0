package io.meshlock.protocol.prioritized.printed;

import java.util.ArrayList;
import java.util.List;

/**
 * The paper's Q: at most one request per node (R2), larger priority first, first come first among equals (R1). Queues
 * are as short as a node has neighbours, so a sorted list is enough.
 */
final class RequestQueue {

    /** REQUEST(node, priority), the priority in hundredths of a step. */
    private record Entry(int node, long priority) {
        @Override
        public String toString() {
            return node + "@" + Priorities.show(priority);
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    int size() {
        return entries.size();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    boolean contains(int node) {
        return indexOf(node) >= 0;
    }

    /** The node whose request is at the front of this queue, which is not empty. */
    int front() {
        return entries.get(0).node;
    }

    long frontPriority() {
        return entries.get(0).priority;
    }

    /** Enters a request behind all that are at least as urgent. */
    void enqueue(int node, long priority) {
        delete(node);
        int at = entries.size();
        while (at > 0 && entries.get(at - 1).priority < priority) {
            at--;
        }
        entries.add(at, new Entry(node, priority));
    }

    /** Removes the front and returns whose request it was. */
    int dequeue() {
        return entries.remove(0).node;
    }

    void delete(int node) {
        int at = indexOf(node);
        if (at >= 0) {
            entries.remove(at);
        }
    }

    /** Gives a request that is here a new priority and place; true if that moved it to the front from elsewhere. */
    boolean update(int node, long priority) {
        int before = indexOf(node);
        if (entries.get(before).priority == priority) {
            return false;
        }
        enqueue(node, priority);
        return before > 0 && front() == node;
    }

    /** Procedure aging(Q). */
    void age(long epsilon) {
        entries.replaceAll(entry -> new Entry(entry.node, entry.priority + epsilon));
    }

    private int indexOf(int node) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).node == node) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
