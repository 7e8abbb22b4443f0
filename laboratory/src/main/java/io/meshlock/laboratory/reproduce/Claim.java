package io.meshlock.laboratory.reproduce;

import java.util.List;
import java.util.Map;

/**
 * Something a paper says, as a predicate over measured cells.
 *
 * @param name such as {@code half-the-wait}
 * @param says in our words
 * @param at levels by dimension that it speaks of, {@code algorithm} among them; of other dimensions, all
 */
public record Claim(String name, String says, Map<String, List<String>> at, Test test) {

    /** How it is decided. */
    public sealed interface Test {}

    /**
     * A metric in some cells divided by the same metric in others, which differ in what {@code of} and {@code to} say.
     * Runs with the same seed are compared with each other.
     */
    public record Ratio(String metric, Map<String, String> of, Map<String, String> to, Bounds bounds) implements Test {}

    /** The largest mean along a dimension divided by the smallest. */
    public record Spread(String metric, String along, Bounds bounds) implements Test {}

    /**
     * How a metric bends along a dimension: what it gains from {@code middle} to {@code to}, divided by what it gains
     * from {@code from} to {@code middle}. A straight line gives 1 if the steps are equal.
     */
    public record Bend(String metric, String along, String from, String middle, String to, Bounds bounds)
            implements Test {}

    /** A metric itself. */
    public record Amount(String metric, Bounds bounds) implements Test {}

    /** Something that does not happen in any run. */
    public record Never(String metric) implements Test {}

    /** An open interval that a number must be in; infinite where there is no bound. */
    public record Bounds(double above, double below) {

        /** Where a confidence interval lies. */
        Outcome judge(Interval interval) {
            if (Double.isNaN(interval.low()) || Double.isNaN(interval.high())) {
                return Outcome.UNDECIDED;
            }
            if (interval.low() > above && interval.high() < below) {
                return Outcome.YES;
            }
            return interval.high() <= above || interval.low() >= below ? Outcome.NO : Outcome.UNDECIDED;
        }

        /** How near a number is to breaking them; larger is nearer, above 0 is broken. */
        double strain(double value) {
            return Math.max(above - value, value - below);
        }

        String text() {
            String lower = Double.isInfinite(above) ? "" : "above " + Numerals.brief(above);
            String upper = Double.isInfinite(below) ? "" : "below " + Numerals.brief(below);
            return lower.isEmpty() || upper.isEmpty() ? lower + upper : lower + " and " + upper;
        }
    }

    /** What the measurements say about one form of the algorithm. */
    public enum Outcome {
        YES,
        NO,
        /** The confidence interval reaches over a bound. */
        UNDECIDED,
        /** There is no measurement to judge. */
        NOT_MEASURED
    }
}
