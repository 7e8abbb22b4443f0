package io.meshlock.simulator.metrics;

import io.meshlock.journal.Ticks;
import org.HdrHistogram.Histogram;

/**
 * Waiting times. Count, mean and maximum are exact. Percentiles come from a histogram in thousandths of a time unit
 * that keeps three significant digits: exact to the thousandth below two time units, within 0.1 % above. A wait of more
 * than {@value #HIGHEST} thousandths (10⁹ time units) counts as that much in percentiles.
 */
final class Waits {

    static final long HIGHEST = 1_000_000_000_000L;

    private static final int DIGITS = 3;
    private static final long TICKS_PER_THOUSANDTH = Ticks.PER_UNIT / 1000;

    private final Histogram histogram = new Histogram(DIGITS);
    private long sum;
    private long max;

    void add(long ticks) {
        long thousandths = (ticks + TICKS_PER_THOUSANDTH / 2) / TICKS_PER_THOUSANDTH;
        histogram.recordValue(Math.min(HIGHEST, thousandths));
        sum += ticks;
        max = Math.max(max, ticks);
    }

    void addAll(Waits other) {
        histogram.add(other.histogram);
        sum += other.sum;
        max = Math.max(max, other.max);
    }

    long count() {
        return histogram.getTotalCount();
    }

    /** In time units, like all that follow; not a number if there was no wait. */
    double mean() {
        return count() == 0 ? Double.NaN : Ticks.toUnits(sum) / count();
    }

    double max() {
        return count() == 0 ? Double.NaN : Ticks.toUnits(max);
    }

    /** The smallest wait that the given share of all, in percent, does not exceed. */
    double percentile(double percent) {
        if (count() == 0) {
            return Double.NaN;
        }
        // The histogram names the largest value of a class: never more than the largest wait there was.
        return Math.min(histogram.getValueAtPercentile(percent) / 1000.0, max());
    }
}
