package io.meshlock.journal.check;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The keys that neighbours have registered at a node: a binary heap of neighbours, ordered by the first key of each
 * list that may still be eligible. A registration costs one move in the heap.
 */
final class Registrations {

    private static final int OUT = -1;

    /** One neighbour's list. */
    static final class Entry {
        private Keys keys = Keys.EMPTY;
        private int head;
        private int at = OUT;

        private Key first() {
            return keys.get(head);
        }
    }

    private final ObjectArrayList<Entry> heap = new ObjectArrayList<>(0);

    /** The neighbour now has these keys registered, best first, and no others. */
    void replace(Entry entry, Keys keys) {
        entry.keys = keys;
        entry.head = 0;
        if (keys.isEmpty()) {
            remove(entry);
        } else if (entry.at == OUT) {
            heap.add(entry);
            rise(heap.size() - 1);
        } else {
            settle(entry.at);
        }
    }

    /** The best eligible key, or null. Keys that are not eligible are dropped. */
    @Nullable
    Key best(LongOpenHashSet eligible) {
        while (!heap.isEmpty()) {
            Entry top = heap.get(0);
            if (eligible.contains(top.first().request())) {
                return top.first();
            }
            top.head++;
            if (top.head == top.keys.size()) {
                remove(top);
            } else {
                sink(0);
            }
        }
        return null;
    }

    private void remove(Entry entry) {
        int at = entry.at;
        if (at == OUT) {
            return;
        }
        entry.at = OUT;
        Entry last = heap.pop();
        if (last != entry) {
            heap.set(at, last);
            settle(at);
        }
    }

    private void settle(int at) {
        if (rise(at) == at) {
            sink(at);
        }
    }

    private int rise(int from) {
        Entry entry = heap.get(from);
        int at = from;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (!OrderChecker.before(entry.first(), heap.get(parent).first())) {
                break;
            }
            place(heap.get(parent), at);
            at = parent;
        }
        place(entry, at);
        return at;
    }

    private void sink(int from) {
        Entry entry = heap.get(from);
        int at = from;
        for (int child = 2 * at + 1; child < heap.size(); child = 2 * at + 1) {
            if (child + 1 < heap.size() && OrderChecker.before(first(child + 1), first(child))) {
                child++;
            }
            if (!OrderChecker.before(first(child), entry.first())) {
                break;
            }
            place(heap.get(child), at);
            at = child;
        }
        place(entry, at);
    }

    private Key first(int at) {
        return heap.get(at).first();
    }

    private void place(Entry entry, int at) {
        heap.set(at, entry);
        entry.at = at;
    }
}
