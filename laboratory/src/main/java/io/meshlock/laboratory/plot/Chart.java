package io.meshlock.laboratory.plot;

import java.util.List;

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

    /** @param points in the order of x */
    public record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /**
     * @param spread half the width of the confidence interval around y; not a number if unknown
     * @param note what to say about the point
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
