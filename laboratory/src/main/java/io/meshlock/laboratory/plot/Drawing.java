package io.meshlock.laboratory.plot;

import java.util.List;

/**
 * Shapes to draw one over the other; lengths in pixels from the upper left corner.
 *
 * @param shapes from the bottom to the top
 */
record Drawing(double width, double height, List<Shape> shapes) {

    Drawing {
        shapes = List.copyOf(shapes);
    }

    sealed interface Shape {}

    /**
     * The shapes of one series.
     *
     * @param colour that all of them have, counted from 0
     */
    record Group(int series, int colour, List<Shape> shapes) implements Shape {
        public Group {
            shapes = List.copyOf(shapes);
        }
    }

    record Spot(double x, double y) {}

    /** @param dashes lengths of dashes and gaps; empty for a whole line */
    record Line(List<Spot> spots, String colour, double thickness, List<Integer> dashes) implements Shape {}

    /** A filled polygon. */
    record Area(List<Spot> spots, String colour, double opacity) implements Shape {}

    /** @param note the tooltip, in formats that have them */
    record Dot(Spot at, double radius, String colour, String note) implements Shape {}

    /** @param upwards whether it reads from below to above */
    record Label(Spot at, String text, Anchor anchor, double size, String colour, boolean upwards) implements Shape {}

    /** How a label is aligned to its spot. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }
}
