package io.meshlock.simulator.metrics;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * The requests that wait, in the order in which they were made. Counts those that were made before another one and still
 * wait when that one enters, in logarithmic time: a Fenwick tree over the places of requests.
 */
final class Overtakes {

    /** In the place of a request that does not wait any more. */
    private static final long GONE = Long.MIN_VALUE;

    private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();
    private long[] requests = new long[64]; // by place, from 1 on
    private int[] tree = new int[64];
    private int last;

    Overtakes() {
        places.defaultReturnValue(0);
    }

    void add(long request) {
        if (++last == tree.length) {
            compact();
            last++;
        }
        requests[last] = request;
        places.put(request, last);
        change(last, 1);
    }

    /** The request does not wait any more; returns how many that were made before it still do. */
    int remove(long request) {
        int place = places.remove(request);
        if (place == 0) {
            return 0;
        }
        requests[place] = GONE;
        change(place, -1);
        int before = 0;
        for (int i = place - 1; i > 0; i -= i & -i) {
            before += tree[i];
        }
        return before;
    }

    private void change(int place, int by) {
        for (int i = place; i < tree.length; i += i & -i) {
            tree[i] += by;
        }
    }

    /** Gives those that still wait the first places; the table is at most a third full then. */
    private void compact() {
        int waiting = places.size();
        int length = Math.max(64, 3 * waiting);
        long[] kept = new long[length];
        int count = 0;
        for (int place = 1; place < last; place++) {
            if (requests[place] != GONE) {
                kept[++count] = requests[place];
            }
        }
        requests = kept;
        tree = new int[length];
        for (int place = 1; place <= count; place++) {
            places.put(kept[place], place);
            change(place, 1);
        }
        last = count;
    }
}
