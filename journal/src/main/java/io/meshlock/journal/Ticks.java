package io.meshlock.journal;

import java.math.BigDecimal;

/**
 * Simulated time is a whole number of ticks, a million to the time unit of scenarios and results. Whole numbers add up
 * the same way on every machine.
 */
public final class Ticks {

    public static final long PER_UNIT = 1_000_000;

    /** The number of decimals of a unit that ticks resolve. */
    static final int DECIMALS = 6;

    private Ticks() {}

    /** Ticks for a span in time units, rounded to the nearest tick. */
    public static long of(double units) {
        return Math.round(units * PER_UNIT);
    }

    /** Time units for a span in ticks. */
    public static double toUnits(long ticks) {
        return (double) ticks / PER_UNIT;
    }

    /** Time units for a span in ticks, with as many decimals as it takes to be exact. */
    public static BigDecimal toExactUnits(long ticks) {
        return BigDecimal.valueOf(ticks, DECIMALS).stripTrailingZeros();
    }
}
