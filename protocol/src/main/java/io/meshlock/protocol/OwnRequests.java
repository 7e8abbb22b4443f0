package io.meshlock.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests of this node's clients that wait, best first. */
public final class OwnRequests {

    /** A client's request and the key under which it waits. */
    public record Waiting(Key key, long id) {}

    private List<Waiting> waiting = List.of();

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The key of the best; null if nobody waits. */
    public @Nullable Key best() {
        return waiting.isEmpty() ? null : waiting.get(0).key();
    }

    public void add(Waiting request) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(2);
        }
        int at = Collections.binarySearch(waiting, request, Comparator.comparing(Waiting::key));
        waiting.add(-at - 1, request);
    }

    /** Removes the best; there must be one. */
    public Waiting takeBest() {
        return take(0);
    }

    /** Removes a client's request; false if it does not wait. */
    public boolean cancel(long id) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).id() == id) {
                take(i);
                return true;
            }
        }
        return false;
    }

    private Waiting take(int at) {
        Waiting taken = waiting.remove(at);
        if (waiting.isEmpty()) {
            waiting = List.of();
        }
        return taken;
    }

    @Override
    public String toString() {
        return waiting.stream().map(Waiting::key).toList().toString();
    }
}
