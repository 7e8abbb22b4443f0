package io.meshlock.simulator;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The clocks of all nodes: each starts anywhere and runs a little too fast or too slow, until its host restarts. All
 * arithmetic is on whole numbers, so that results are the same on every computer.
 */
final class Clocks {

    /** The largest offset of a clock at its start, in ticks. */
    private static final long MOST_OFFSET = 1L << 40;

    /** Later than any run lasts. */
    private static final long FAR = 1L << 60;

    private static final long MILLION = 1_000_000;

    /** All clocks show true time; the arrays are empty. */
    private final boolean exact;

    private final int drift;
    private final UniformRandomProvider random;
    private final long[] offsets;
    private final int[] rates;

    /**
     * @param drift the largest share by which a clock is too fast or too slow, below 1; negative: all show true
     *     time
     */
    Clocks(int nodes, double drift, UniformRandomProvider random) {
        this.exact = drift < 0;
        this.drift = (int) Math.round(drift * MILLION);
        this.random = random;
        this.offsets = new long[exact ? 0 : nodes];
        this.rates = new int[exact ? 0 : nodes];
        for (int node = 0; node < offsets.length; node++) {
            restart(node);
        }
    }

    /**
     * A host starts: its clock shows anything. Half of the clocks drift by an extreme, because those find most errors.
     */
    void restart(int node) {
        if (exact) {
            return;
        }
        offsets[node] = random.nextLong(MOST_OFFSET);
        rates[node] = switch (random.nextInt(4)) {
            case 0 -> -drift;
            case 1 -> drift;
            default -> random.nextInt(2 * drift + 1) - drift;
        };
    }

    /** What a node's clock shows at an instant. */
    long shown(int node, long instant) {
        if (exact) {
            return instant;
        }
        return offsets[node] + instant + Math.floorDiv(Math.multiplyExact(instant, rates[node]), MILLION);
    }

    /** The first instant at which a node's clock shows this or more. */
    long instant(int node, long shown) {
        if (exact) {
            return shown;
        }
        if (shown > FAR) {
            return Long.MAX_VALUE;
        }
        long passed = shown - offsets[node];
        // Exact up to a tick: the sum of the two whole parts differs from the true quotient by less than two.
        long rate = MILLION + rates[node];
        long guess = passed / rate * MILLION + passed % rate * MILLION / rate;
        while (shown(node, guess) < shown) {
            guess++;
        }
        while (shown(node, guess - 1) >= shown) {
            guess--;
        }
        return guess;
    }
}
