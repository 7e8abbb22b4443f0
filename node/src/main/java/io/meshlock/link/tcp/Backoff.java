package io.meshlock.link.tcp;

import java.util.random.RandomGenerator;

/** Exponential backoff with jitter: how long to wait before dialling again. */
final class Backoff {

    private final long firstMillis;
    private final long longestMillis;
    private final RandomGenerator random;
    private int failures;

    Backoff(long firstMillis, long longestMillis, RandomGenerator random) {
        this.firstMillis = firstMillis;
        this.longestMillis = longestMillis;
        this.random = random;
    }

    /** Counts a failure; returns the wait before the next attempt, between half of the nominal one and all of it. */
    long failed() {
        long nominal = doubled(firstMillis, longestMillis, failures);
        failures++;
        return nominal / 2 + random.nextLong(nominal / 2 + 1);
    }

    void succeeded() {
        failures = 0;
    }

    /** {@code first · 2^times}, at most {@code longest}. */
    static long doubled(long first, long longest, int times) {
        return times >= Long.SIZE - 1 || first > longest >> times ? longest : first << times;
    }
}
