package io.meshlock.protocol.prioritized.printed;

import io.meshlock.protocol.Setup;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The paper's N and the arrays indexed by neighbours; iterates by ascending node number. */
final class Surroundings {

    /** No node: the result of {@link #lowest} when N is empty. */
    static final int NOBODY = -1;

    private final TreeMap<Integer, Neighbour> neighbours = new TreeMap<>();

    /** The neighbours at the start, whose heights are known. */
    Surroundings(Setup.Links links) {
        for (int i = 0; i < links.peers().length; i++) {
            Neighbour neighbour = new Neighbour();
            neighbour.inN = true;
            neighbour.seen = new Height(0, links.distances()[i], links.peers()[i]);
            neighbours.put(links.peers()[i], neighbour);
        }
    }

    boolean isUp(int j) {
        Neighbour neighbour = neighbours.get(j);
        return neighbour != null && neighbour.up;
    }

    /** True if j ∈ N. */
    boolean contains(int j) {
        Neighbour neighbour = neighbours.get(j);
        return neighbour != null && neighbour.inN;
    }

    /** The entry of j, which was linked to this node at some time. */
    Neighbour of(int j) {
        Neighbour neighbour = neighbours.get(j);
        if (neighbour == null) {
            throw new IllegalStateException("never linked to " + j);
        }
        return neighbour;
    }

    Neighbour comesUp(int j) {
        Neighbour neighbour = neighbours.computeIfAbsent(j, unused -> new Neighbour());
        neighbour.up = true;
        return neighbour;
    }

    /** [Jiang-P App. "failure of link" l.1 and l.3]; the height seen last stays, as in print (R6). */
    void goesDown(int j) {
        Neighbour neighbour = of(j);
        neighbour.up = false;
        neighbour.inN = false;
        neighbour.receivedLink = true;
    }

    /** True if {@code height < htVector[j]}; false if nothing is known of j (R6). */
    boolean isAbove(int j, Height height) {
        Height seen = seen(j);
        return seen != null && height.isBelow(seen);
    }

    /** True if {@code height > htVector[j]}; false if nothing is known of j (R6). */
    boolean isBelow(int j, Height height) {
        Height seen = seen(j);
        return seen != null && seen.isBelow(height);
    }

    /** True if every member of N is higher, so also if there is none. */
    boolean allAbove(Height height) {
        for (Map.Entry<Integer, Neighbour> entry : neighbours.entrySet()) {
            if (entry.getValue().inN && !isAbove(entry.getKey(), height)) {
                return false;
            }
        }
        return true;
    }

    /** The lowest member of N by the heights last heard, or {@link #NOBODY} if N is empty. */
    int lowest() {
        int lowest = NOBODY;
        Height best = null;
        for (Map.Entry<Integer, Neighbour> entry : neighbours.entrySet()) {
            Height seen = entry.getValue().seen;
            if (entry.getValue().inN && seen != null && (best == null || seen.isBelow(best))) {
                lowest = entry.getKey();
                best = seen;
            }
        }
        return lowest;
    }

    /** [Jiang-P App. raiseHeight l.1–3]; the same height if N is empty (R5). */
    Height raised(Height height) {
        int lowest = lowest();
        Height bottom = lowest == NOBODY ? null : seen(lowest);
        if (bottom == null) {
            return height;
        }
        int h1 = 1 + bottom.h1(); // l.1: the lowest neighbour has the smallest h1
        int h2 = height.h2();
        boolean first = true;
        for (Neighbour neighbour : neighbours.values()) { // l.2–3
            Height seen = neighbour.seen;
            if (neighbour.inN && seen != null && seen.h1() == h1) {
                h2 = first ? seen.h2() - 1 : Math.min(h2, seen.h2() - 1);
                first = false;
            }
        }
        return new Height(h1, h2, height.id());
    }

    void forEachInN(IntConsumer action) {
        neighbours.forEach((j, neighbour) -> {
            if (neighbour.inN) {
                action.accept(j);
            }
        });
    }

    void forEachBelow(Height height, IntConsumer action) {
        forEachInN(j -> {
            if (isBelow(j, height)) {
                action.accept(j);
            }
        });
    }

    private @Nullable Height seen(int j) {
        Neighbour neighbour = neighbours.get(j);
        return neighbour == null ? null : neighbour.seen;
    }
}
