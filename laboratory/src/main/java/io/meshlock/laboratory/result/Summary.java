package io.meshlock.laboratory.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * One metric over independent runs.
 *
 * @param mean NaN if no run defines the metric; the same holds for min and max
 * @param ci95 half the width of the 95 % confidence interval of the mean by Student's t; NaN for fewer than
 *     two runs
 * @param n the runs that define the metric
 */
public record Summary(double mean, double ci95, double min, double max, int n) {

    /** The figures of a summary by name, in the order of the result document. */
    public static final List<String> COLUMNS = List.of("mean", "ci95", "min", "max", "n");

    private static final double TAIL = 0.025;

    /**
     * Mean and variance in two passes. Those of commons-statistics-descriptive differ in the last bits of four means in
     * ten, and of one in 40,000 even as rounded for results, whose bytes must not change.
     */
    public static Summary of(List<Double> values) {
        int n = values.size();
        if (n == 0) {
            return new Summary(Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);
        }
        double sum = 0;
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            sum += value;
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        // Rounding must not carry the mean of equal values outside their range.
        double mean = Math.max(min, Math.min(max, sum / n));
        return new Summary(mean, halfWidth(values, mean), min, max, n);
    }

    private static double halfWidth(List<Double> values, double mean) {
        int n = values.size();
        if (n < 2) {
            return Double.NaN;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        if (squares == 0) {
            return 0;
        }
        double quantile = TDistribution.of(n - 1).inverseSurvivalProbability(TAIL);
        return quantile * Math.sqrt(squares / (n - 1) / n);
    }

    /** As in the result document; NaN becomes null. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("mean", Figures.figure(mean));
        document.put("ci95", Figures.interval(ci95));
        document.put("min", Figures.figure(min));
        document.put("max", Figures.figure(max));
        document.put("n", n);
        return document;
    }
}
