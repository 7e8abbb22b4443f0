package io.meshlock.link.tcp;

import java.util.random.RandomGenerator;

/**
 * Exponential backoff with jitter: how long to wait before dialling again. A peer that was linked a moment ago is
 * probably restarting, so it is dialled often for a while.
 */
final class Backoff {

    /** For so long after a link. */
    private static final long FRESH_MILLIS = 60_000;

    /** The longest wait meanwhile. */
    private static final long LONGEST_WHEN_FRESH_MILLIS = 1_000;

    private final long firstMillis;
    private final long longestMillis;
    private final RandomGenerator random;
    private int failures;
    private long freshUntil = Long.MIN_VALUE;

    Backoff(long firstMillis, long longestMillis, RandomGenerator random) {
        this.firstMillis = firstMillis;
        this.longestMillis = longestMillis;
        this.random = random;
    }

    /** Counts a failure; returns the wait before the next attempt, between half of the nominal one and all of it. */
    long failed(long now) {
        long longest = now < freshUntil ? Math.min(longestMillis, LONGEST_WHEN_FRESH_MILLIS) : longestMillis;
        long nominal = doubled(firstMillis, longest, failures);
        failures++;
        return nominal / 2 + random.nextLong(nominal / 2 + 1);
    }

    /** There was a link until now. */
    void succeeded(long now) {
        failures = 0;
        freshUntil = now + FRESH_MILLIS;
    }

    /** {@code first · 2^times}, at most {@code longest}. */
    static long doubled(long first, long longest, int times) {
        return times >= Long.SIZE - 1 || first > longest >> times ? longest : first << times;
    }
}
