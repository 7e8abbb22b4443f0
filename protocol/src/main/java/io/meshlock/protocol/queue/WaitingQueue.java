package io.meshlock.protocol.queue;

import io.meshlock.protocol.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Waiting requests, best first; place 0 is the best. An empty queue has no array of its own: most nodes have no
 * requests most of the time, and equal queues must be equal states for the explorer.
 *
 * @param <W> the type of the requests
 */
public final class WaitingQueue<W extends Waiting> {

    /** No place. */
    public static final int NONE = -1;

    private List<W> waiting = List.of();
    private int tries;

    /** True if somebody in the queue wants an answer at once. */
    public boolean hasTries() {
        return tries > 0;
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    public int size() {
        return waiting.size();
    }

    public W get(int place) {
        return waiting.get(place);
    }

    /** The key of the best request; null if none waits. */
    public @Nullable Key best() {
        return waiting.isEmpty() ? null : waiting.get(0).key();
    }

    /** Adds a request whose key is not in the queue yet. */
    public void add(W request) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(2);
        }
        int place = search(request.key());
        waiting.add(-place - 1, request);
        tries += request.key().once() ? 1 : 0;
    }

    /** Removes the best request; there must be one. */
    public W takeBest() {
        return take(0);
    }

    /** Removes the request at a place. */
    public W take(int place) {
        W taken = waiting.remove(place);
        tries -= taken.key().once() ? 1 : 0;
        if (waiting.isEmpty()) {
            waiting = List.of();
        }
        return taken;
    }

    /** Removes the request with this client's id; null if it does not wait. */
    public @Nullable W remove(long id) {
        for (int place = 0; place < waiting.size(); place++) {
            if (waiting.get(place).id() == id) {
                return take(place);
            }
        }
        return null;
    }

    /** The place of the request with exactly this key; negative if it does not wait. */
    public int placeOf(Key key) {
        return search(key);
    }

    /** The place of the request with this mesh-wide number, or {@link #NONE}. */
    public int placeOfNumber(long number) {
        for (int place = 0; place < waiting.size(); place++) {
            if (waiting.get(place).key().request() == number) {
                return place;
            }
        }
        return NONE;
    }

    /** The place of the best request for at most so many permits, or {@link #NONE}. */
    public int bestWithin(int permits) {
        for (int place = 0; place < waiting.size(); place++) {
            if (waiting.get(place).key().permits() <= permits) {
                return place;
            }
        }
        return NONE;
    }

    /** As {@link java.util.Collections#binarySearch}, without a comparator. */
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

    /** The keys, best first. */
    @Override
    public String toString() {
        return waiting.stream().map(Waiting::key).toList().toString();
    }
}
