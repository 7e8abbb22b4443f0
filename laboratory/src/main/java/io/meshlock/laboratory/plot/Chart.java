package io.meshlock.laboratory.plot;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A line chart.
 *
 * @param title above it; may be empty
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series drawn in this order, each in its colour
 */
public record Chart(String title, Axis x, Axis y, List<Series> series) {

    public Chart {
        series = List.copyOf(series);
    }

    /**
     * @param label beside the axis
     * @param logarithmic whether equal factors have equal lengths
     * @param names if not empty, the axis has no numbers but these names, at 0, 1, 2 …
     * @param low the axis reaches down to this at least, so that several charts can be compared; NaN for no wish
     * @param high and up to this
     */
    public record Axis(String label, boolean logarithmic, List<String> names, double low, double high) {
        public Axis {
            names = List.copyOf(names);
        }

        public Axis(String label, boolean logarithmic, List<String> names) {
            this(label, logarithmic, names, Double.NaN, Double.NaN);
        }

        /** The same, at least as long. */
        public Axis reaching(double newLow, double newHigh) {
            return new Axis(label, logarithmic, names, newLow, newHigh);
        }
    }

    /** The smallest number that the vertical axis has to show; NaN if there is none. */
    public double lowest() {
        return y.logarithmic()
                ? points().mapToDouble(point -> point.low() > 0 ? point.low() : point.y())
                        .min()
                        .orElse(Double.NaN)
                : points().mapToDouble(Point::y).min().orElse(Double.NaN);
    }

    /** The largest; NaN if there is none. */
    public double highest() {
        return points().mapToDouble(Point::high).max().orElse(Double.NaN);
    }

    private Stream<Point> points() {
        return series.stream().flatMap(one -> one.points().stream());
    }

    /**
     * @param points in the order of x
     * @param look null for a colour that no other series has
     */
    public record Series(
            String name, List<Point> points, @Nullable Look look) {
        public Series {
            points = List.copyOf(points);
        }

        public Series(String name, List<Point> points) {
            this(name, points, null);
        }
    }

    /**
     * How a series is drawn, where colours and dashes say which series belong together.
     *
     * @param colour counted from 0
     * @param dashes 0 for a whole line, then more and more broken
     */
    public record Look(int colour, int dashes) {}

    /**
     * @param spread half the width of the confidence interval around y; NaN if unknown
     * @param note the text of its tooltip
     */
    public record Point(double x, double y, double spread, String note) {

        double low() {
            return Double.isFinite(spread) ? y - spread : y;
        }

        double high() {
            return Double.isFinite(spread) ? y + spread : y;
        }
    }
}
