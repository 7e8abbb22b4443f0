package io.meshlock.laboratory.plot;

import java.util.List;
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
     */
    public record Axis(String label, boolean logarithmic, List<String> names) {
        public Axis {
            names = List.copyOf(names);
        }
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
