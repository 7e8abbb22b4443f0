package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.result.Summary;
import java.util.ArrayList;
import java.util.List;

/**
 * A figure with its 95 % confidence interval.
 *
 * @param low NaN if there are too few runs; the same holds for {@code high}
 */
record Interval(double value, double low, double high) {

    static Interval mean(List<Double> values) {
        Summary summary = Summary.of(values);
        return new Interval(summary.mean(), summary.mean() - summary.ci95(), summary.mean() + summary.ci95());
    }

    /**
     * The quotient of two means over the same seeds, by Fieller's theorem: every quotient q for which the mean of
     * {@code above − q · below} does not differ from 0. What both share, such as a seed with a high load,
     * cancels out.
     */
    static Interval ratio(List<Double> above, List<Double> below) {
        double a = Summary.of(above).mean();
        double b = Summary.of(below).mean();
        double value = a / b;
        List<Double> sums = new ArrayList<>();
        for (int i = 0; i < above.size(); i++) {
            sums.add(above.get(i) + below.get(i));
        }
        // Squares of half widths are variances times a constant, so they also give the covariance.
        double varianceA = square(Summary.of(above).ci95());
        double varianceB = square(Summary.of(below).ci95());
        double covariance = (square(Summary.of(sums).ci95()) - varianceA - varianceB) / 2;
        double first = b * b - varianceB;
        double middle = a * b - covariance;
        double root = Math.sqrt(Math.max(0, middle * middle - first * (a * a - varianceA)));
        if (!(first > 0)) {
            return new Interval(value, Double.NaN, Double.NaN); // the divisor may be 0
        }
        return new Interval(value, (middle - root) / first, (middle + root) / first);
    }

    private static double square(double value) {
        return value * value;
    }

    /** Such as {@code 0.43 (0.41 … 0.45)}; alone if the interval is too narrow to see. */
    String text() {
        String from = Numerals.brief(low);
        String to = Numerals.brief(high);
        return Numerals.brief(value) + (from.equals(to) ? "" : " (" + from + " … " + to + ")");
    }
}
