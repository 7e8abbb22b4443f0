package io.meshlock.protocol.prioritized.printed;

import java.util.ArrayList;
import java.util.List;

/**
 * Local requests that wait outside the algorithm for their node to be back in NCS, because the paper has one request
 * per node at a time: most urgent first, first come first among equals.
 */
final class LocalQueue {

    private final List<Need> needs = new ArrayList<>();

    boolean isEmpty() {
        return needs.isEmpty();
    }

    int size() {
        return needs.size();
    }

    void add(Need need) {
        int at = needs.size();
        while (at > 0 && needs.get(at - 1).priority < need.priority) {
            at--;
        }
        needs.add(at, need);
    }

    Need poll() {
        return needs.remove(0);
    }

    /** Removes the request of that id; false if it is not here. */
    boolean withdraw(long request) {
        return needs.removeIf(need -> need.request.id() == request);
    }
}
