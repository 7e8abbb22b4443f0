package io.meshlock.simulator.mobility;

import io.meshlock.simulator.network.LinkHistory;
import java.util.ArrayList;
import java.util.List;

/** Reads paths and histories for tests. */
final class Paths {

    private Paths() {}

    /** The legs of a node that begin before a tick; checks that each begins where and when the one before ended. */
    static List<Leg> legs(Walker walker, long until) {
        List<Leg> legs = new ArrayList<>();
        Leg leg = walker.next();
        if (leg.start() != 0) {
            throw new AssertionError("the first leg begins at " + leg.start());
        }
        while (leg.start() < until) {
            legs.add(leg);
            if (leg.end() == Leg.FOREVER) {
                break;
            }
            Leg next = walker.next();
            boolean joined = next.start() == leg.end() && next.fromX() == leg.toX() && next.fromY() == leg.toY();
            if (!joined) {
                throw new AssertionError(next + " does not go on from " + leg);
            }
            leg = next;
        }
        return legs;
    }

    static Leg legAt(List<Leg> legs, long tick) {
        return legs.stream()
                .filter(leg -> leg.start() <= tick && tick <= leg.end())
                .findFirst()
                .orElseThrow();
    }

    /** All changes as text, {@code 12: 0-3 up}. */
    static List<String> tell(LinkHistory history) {
        List<String> told = new ArrayList<>();
        while (history.next()) {
            told.add(history.time() + ": " + history.low() + "-" + history.high() + (history.isUp() ? " up" : " down"));
        }
        return told;
    }
}
