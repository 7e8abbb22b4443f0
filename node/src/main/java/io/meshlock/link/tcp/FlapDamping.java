package io.meshlock.link.tcp;

import io.meshlock.spi.LinkTimings;

/**
 * Holds down a link that flaps, as a radio link does at the edge of its range. The rules: a link that breaks before it
 * was up for {@code steadyMillis} has flapped. After n consecutive flaps, the next link may come up only {@code
 * holdFirst · 2^(n−1)}, at most {@code holdLongest}, after the last one broke. A link that was up for {@code
 * steadyMillis}, or that was closed in an orderly way, resets the count. So a link that keeps flapping causes at most
 * one change per {@code holdLongest} in the long run.
 */
final class FlapDamping {

    private final LinkTimings timings;
    private int flaps;
    private long upAt;
    private long heldUntil = Long.MIN_VALUE;

    FlapDamping(LinkTimings timings) {
        this.timings = timings;
    }

    void up(long now) {
        upAt = now;
    }

    void down(long now, boolean orderly) {
        if (orderly || now - upAt >= timings.steadyMillis()) {
            flaps = 0;
            heldUntil = now;
        } else {
            heldUntil = now + Backoff.doubled(timings.holdFirstMillis(), timings.holdLongestMillis(), flaps);
            flaps++;
        }
    }

    /** How much longer the link is held down; 0 if it is not. */
    long heldMillis(long now) {
        return now >= heldUntil ? 0 : heldUntil - now;
    }

    /** True if this object has nothing to remember and can be dropped. */
    boolean isForgettable(long now) {
        return now >= heldUntil
                && (flaps == 0 || now - heldUntil > timings.steadyMillis() + timings.holdLongestMillis());
    }
}
