package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests of this node's clients that wait, best first. */
final class LocalRequests {

    /**
     * A client's request and the key under which it waits.
     *
     * @param dated its birth was put right once already
     */
    record Waiting(Key key, long id, boolean dated) {}

    private List<Waiting> waiting = List.of();

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    Key key(int index) {
        return waiting.get(index).key();
    }

    void add(Waiting request) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(2);
        }
        int at = search(request.key());
        waiting.add(-at - 1, request);
    }

    /** Removes the request with this key's number; null if it does not wait here. */
    @Nullable
    Waiting remove(Key key) {
        int at = search(key);
        return at < 0 ? removeReborn(key) : take(at);
    }

    /** The key's birth may have been put right since whoever names it heard of it. */
    private @Nullable Waiting removeReborn(Key key) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).key().request() == key.request()) {
                return take(i);
            }
        }
        return null;
    }

    /** Removes the client's request; false if it does not wait. */
    boolean cancel(long id) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).id() == id) {
                take(i);
                return true;
            }
        }
        return false;
    }

    /** Removes a request that was born at this clock and never put right; null if there is none. */
    @Nullable
    Waiting removeUndated(long birth) {
        for (int i = 0; i < waiting.size(); i++) {
            Waiting each = waiting.get(i);
            if (each.key().birth() == birth && !each.dated()) {
                return take(i);
            }
        }
        return null;
    }

    void offerTo(Keys.Selection selection) {
        for (int i = 0; i < waiting.size(); i++) {
            if (!selection.offer(waiting.get(i).key())) {
                return;
            }
        }
    }

    private Waiting take(int at) {
        Waiting taken = waiting.remove(at);
        if (waiting.isEmpty()) {
            waiting = List.of();
        }
        return taken;
    }

    private int search(Key key) {
        int low = 0;
        int high = waiting.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = waiting.get(middle).key().compareTo(key);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    @Override
    public String toString() {
        return waiting.stream().map(Waiting::key).toList().toString();
    }
}
