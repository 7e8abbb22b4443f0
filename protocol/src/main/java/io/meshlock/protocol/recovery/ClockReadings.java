package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Keys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest reading of the clock of every node whose requests are registered here or passed here, by ascending node.
 * What a reading was kept for is added to it, divided by q: the other clock may be slower than this one.
 */
final class ClockReadings {

    /** How many readings are kept. Beyond that, the one taken longest ago is dropped; its node tells again. */
    private static final int MOST = 1_024;

    /** @param earlier what an earlier incarnation said since, in case that is the one that is there */
    private record Known(
            int node,
            long incarnation,
            long at,
            long heard,
            @Nullable Known earlier) {

        Known(ClockReading reading, long heard, @Nullable Known earlier) {
            this(reading.node(), reading.incarnation(), reading.at(), heard, earlier);
        }
    }

    private final ClockDrift drift;
    private final long patience;
    private final List<Known> all = new ArrayList<>();

    /** @param patience for how long a node's later incarnation is believed to be there without a word of it */
    ClockReadings(ClockDrift drift, long patience) {
        this.drift = drift;
        this.patience = patience;
    }

    /** Takes in a reading; one of a later incarnation, or one that says more, replaces what was known. */
    void hear(ClockReading reading, long now) {
        int at = indexOf(reading.node());
        if (at < 0) {
            all.add(-at - 1, new Known(reading, now, null));
            forgetOldest();
            return;
        }
        Known known = all.get(at);
        if (reading.incarnation() > known.incarnation) {
            all.set(at, new Known(reading, now, null));
        } else if (reading.incarnation() == known.incarnation) {
            if (reading.at() >= bound(known, now)) {
                all.set(at, new Known(reading, now, known.earlier));
            }
        } else {
            Known earlier = new Known(reading, now, null);
            all.set(at, new Known(known.node, known.incarnation, known.at, known.heard, earlier));
        }
    }

    /**
     * What that node's clock shows now at least; null if nothing is known of it. An earlier incarnation is believed in the
     * end: without a disk they are numbered by the wall clock, which may have gone back. A grant names the incarnation
     * that it is for, so the wrong one costs time only.
     */
    @Nullable
    ClockReading of(int node, long now) {
        int at = indexOf(node);
        if (at < 0) {
            return null;
        }
        Known known = all.get(at);
        if (known.earlier != null && now - known.heard > patience) {
            known = known.earlier;
            all.set(at, known);
        }
        return new ClockReading(node, known.incarnation, bound(known, now));
    }

    private long bound(Known known, long now) {
        return known.at + drift.atLeast(now - known.heard);
    }

    /** True if there is a reading of that node. */
    boolean has(int node) {
        return indexOf(node) >= 0;
    }

    /** The readings of the nodes that made these requests, as far as they are known; this node's own is exact. */
    List<ClockReading> with(Keys keys, ClockReading own, long now) {
        List<ClockReading> told = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            int node = keys.get(i).node();
            ClockReading reading = lists(told, node) ? null : node == own.node() ? own : of(node, now);
            if (reading != null) {
                told.add(reading);
            }
        }
        return told;
    }

    private static boolean lists(List<ClockReading> told, int node) {
        for (int i = 0; i < told.size(); i++) {
            if (told.get(i).node() == node) {
                return true;
            }
        }
        return false;
    }

    private void forgetOldest() {
        if (all.size() > MOST) {
            int oldest = 0;
            for (int i = 1; i < all.size(); i++) {
                oldest = all.get(i).heard < all.get(oldest).heard ? i : oldest;
            }
            all.remove(oldest);
        }
    }

    private int indexOf(int node) {
        int low = 0;
        int high = all.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = all.get(middle).node;
            if (found == node) {
                return middle;
            }
            if (found < node) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }
}
