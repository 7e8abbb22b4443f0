package io.meshlock.journal.check;

import io.meshlock.protocol.Key;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A node's own waiting keys, best first: a binary heap. Keys that are no longer eligible stay until they reach the top
 * or the heap would have to grow, so that removal costs nothing.
 */
final class OwnKeys {

    private static final int SMALL = 8;

    private final ObjectArrayList<Key> heap = new ObjectArrayList<>(0);
    private int purgeAt = SMALL;

    void add(Key key, LongOpenHashSet eligible) {
        if (heap.size() >= purgeAt) {
            purge(eligible);
        }
        heap.add(key);
        rise(heap.size() - 1);
    }

    /** Replaces the key with the same request number; does nothing if there is none. */
    void replace(Key key) {
        for (int i = 0; i < heap.size(); i++) {
            if (heap.get(i).request() == key.request()) {
                heap.set(i, key);
                order();
                return;
            }
        }
    }

    /** The best eligible key, or null. */
    @Nullable
    Key best(LongOpenHashSet eligible) {
        while (!heap.isEmpty()) {
            Key top = heap.get(0);
            if (eligible.contains(top.request())) {
                return top;
            }
            Key last = heap.pop();
            if (!heap.isEmpty()) {
                heap.set(0, last);
                sink(0);
            }
        }
        return null;
    }

    /**
     * Removes keys that are not eligible. At least half of the array is free afterwards, so that the cost per key is
     * constant.
     */
    private void purge(LongOpenHashSet eligible) {
        int kept = 0;
        for (int i = 0; i < heap.size(); i++) {
            if (eligible.contains(heap.get(i).request())) {
                heap.set(kept++, heap.get(i));
            }
        }
        heap.size(kept);
        order();
        purgeAt = Math.max(SMALL, 2 * kept);
    }

    private void order() {
        for (int i = heap.size() / 2 - 1; i >= 0; i--) {
            sink(i);
        }
    }

    private void rise(int from) {
        Key key = heap.get(from);
        int at = from;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (!OrderChecker.before(key, heap.get(parent))) {
                break;
            }
            heap.set(at, heap.get(parent));
            at = parent;
        }
        heap.set(at, key);
    }

    private void sink(int from) {
        Key key = heap.get(from);
        int at = from;
        for (int child = 2 * at + 1; child < heap.size(); child = 2 * at + 1) {
            if (child + 1 < heap.size() && OrderChecker.before(heap.get(child + 1), heap.get(child))) {
                child++;
            }
            if (!OrderChecker.before(heap.get(child), key)) {
                break;
            }
            heap.set(at, heap.get(child));
            at = child;
        }
        heap.set(at, key);
    }
}
