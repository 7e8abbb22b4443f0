package io.meshlock.simulator.network;

import io.meshlock.simulator.storage.LongStore;
import it.unimi.dsi.fastutil.Arrays;

/** Beginnings and ends of contacts; at most 2³¹ − 1. */
final class LinkEvents {

    private static final long END = Long.MIN_VALUE;
    private static final int FIELDS = 2;

    /** For each event its tick, and its link with the highest bit set if it is an end. */
    private final LongStore store = new LongStore();

    int size() {
        return Math.toIntExact(store.size() / FIELDS);
    }

    long tick(int event) {
        return store.get(at(event));
    }

    long link(int event) {
        return store.get(at(event) + 1) & ~END;
    }

    boolean begins(int event) {
        return store.get(at(event) + 1) >= 0;
    }

    void add(long tick, long link, boolean begins) {
        store.grow(FIELDS);
        set(size() - 1, tick, link, begins);
    }

    void set(int event, long tick, long link, boolean begins) {
        store.set(at(event), tick);
        store.set(at(event) + 1, begins ? link : link | END);
    }

    private static long at(int event) {
        return (long) event * FIELDS;
    }

    /** By time, then by link, beginnings before ends; most recordings are sorted by time already. */
    void sort() {
        Arrays.mergeSort(0, size(), this::compare, this::swap);
    }

    private int compare(int a, int b) {
        int order = Long.compare(tick(a), tick(b));
        order = order != 0 ? order : Long.compare(link(a), link(b));
        return order != 0 ? order : Boolean.compare(begins(b), begins(a));
    }

    private void swap(int a, int b) {
        for (int field = 0; field < FIELDS; field++) {
            long kept = store.get(at(a) + field);
            store.set(at(a) + field, store.get(at(b) + field));
            store.set(at(b) + field, kept);
        }
    }
}
