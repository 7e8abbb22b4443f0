package io.meshlock.simulator.explore;

import java.util.ArrayList;
import java.util.List;

/** A growing list of integers, in pages, so that growing never copies. */
final class IntPages {

    private static final int BITS = 18;
    private static final int SIZE = 1 << BITS;

    private final List<int[]> pages = new ArrayList<>();
    private long size;

    long size() {
        return size;
    }

    /** How many bytes this takes. */
    long bytes() {
        return (long) pages.size() * SIZE * Integer.BYTES;
    }

    int get(long at) {
        return pages.get((int) (at >> BITS))[(int) at & SIZE - 1];
    }

    void add(int value) {
        int within = (int) size & SIZE - 1;
        if (within == 0) {
            pages.add(new int[SIZE]);
        }
        pages.get((int) (size >> BITS))[within] = value;
        size++;
    }
}
