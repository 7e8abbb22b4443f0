package io.meshlock.laboratory.plot;

import io.meshlock.laboratory.plot.Chart.Look;
import io.meshlock.laboratory.plot.Chart.Point;
import io.meshlock.laboratory.plot.Drawing.Anchor;
import io.meshlock.laboratory.plot.Drawing.Area;
import io.meshlock.laboratory.plot.Drawing.Dot;
import io.meshlock.laboratory.plot.Drawing.Group;
import io.meshlock.laboratory.plot.Drawing.Label;
import io.meshlock.laboratory.plot.Drawing.Line;
import io.meshlock.laboratory.plot.Drawing.Shape;
import io.meshlock.laboratory.plot.Drawing.Spot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Turns a chart into shapes. Sizes of texts are guessed from their length, so that the result does not depend on
 * installed fonts.
 */
final class ChartLayout {

    private static final double LEFT = 72;
    private static final double BOTTOM = 58;
    private static final double TEXT = 13;
    private static final double SMALL = 12;
    private static final double PER_LETTER = 7;
    private static final double DOT = 3.2;

    static final String INK = "#333333";
    static final String GRID = "#e6e6e6";

    /** Okabe and Ito's colours, for people with colour blindness; without the yellow, which is too light on white. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");

    /** When the colours are used up they come again, dashed. */
    private static final List<List<Integer>> DASHES = List.of(List.of(), List.of(7, 4), List.of(2, 3));

    /** The whole picture: one that stands alone, or one in a page that has its own title and legend. */
    enum Frame {
        ALONE(760, 440, 44),
        IN_PAGE(420, 290, 14);

        private final double width;
        private final double height;
        private final double top;

        Frame(double width, double height, double top) {
            this.width = width;
            this.height = height;
            this.top = top;
        }
    }

    private final Chart chart;
    private final Frame frame;
    private final Scale xScale;
    private final Scale yScale;
    private final double right;
    private List<Shape> shapes = new ArrayList<>();

    private ChartLayout(Chart chart, Frame frame) {
        this.chart = chart;
        this.frame = frame;
        xScale = xScale(chart);
        yScale = yScale(chart);
        int longest = chart.series().stream()
                .mapToInt(one -> one.name().length())
                .max()
                .orElse(0);
        right = frame.width - (hasLegend() ? 46 + longest * PER_LETTER : 24);
    }

    static Drawing draw(Chart chart, Frame frame) {
        return new ChartLayout(chart, frame).drawing();
    }

    private boolean hasLegend() {
        return frame == Frame.ALONE && chart.series().size() > 1;
    }

    private static Scale xScale(Chart chart) {
        if (!chart.x().names().isEmpty()) {
            return Scale.names(chart.x().names().size());
        }
        double low = points(chart).mapToDouble(Point::x).min().orElse(0);
        double high = points(chart).mapToDouble(Point::x).max().orElse(1);
        return chart.x().logarithmic() ? Scale.logarithmic(low, high) : Scale.linear(low, high, false);
    }

    /** A linear axis begins at 0, so that heights can be compared. */
    private static Scale yScale(Chart chart) {
        boolean logarithmic = chart.y().logarithmic();
        double low = lesser(chart.lowest(), chart.y().low(), logarithmic ? 1 : 0);
        double high = -lesser(-chart.highest(), -chart.y().high(), logarithmic ? -10 : -1);
        return logarithmic ? Scale.logarithmic(low, high) : Scale.linear(Math.min(0, low), Math.max(0, high), true);
    }

    /** The smaller one; if one is not there the other, and if neither is, what stands for both. */
    private static double lesser(double one, double other, double otherwise) {
        if (Double.isNaN(one) || Double.isNaN(other)) {
            return !Double.isNaN(one) ? one : Double.isNaN(other) ? otherwise : other;
        }
        return Math.min(one, other);
    }

    private static Stream<Point> points(Chart chart) {
        return chart.series().stream().flatMap(one -> one.points().stream());
    }

    private Drawing drawing() {
        grid();
        for (int i = 0; i < chart.series().size(); i++) {
            group(i, hasNames() ? this::bars : this::band);
        }
        for (int i = 0; i < chart.series().size(); i++) {
            group(i, this::points);
            group(i, this::legend);
        }
        return new Drawing(frame.width, frame.height, shapes);
    }

    private void group(int index, IntConsumer part) {
        List<Shape> outside = shapes;
        shapes = new ArrayList<>();
        part.accept(index);
        outside.add(new Group(index, look(index).colour(), shapes));
        shapes = outside;
    }

    private void grid() {
        if (frame == Frame.ALONE) {
            label(LEFT, 24, chart.title(), Anchor.START, 15, false);
        }
        for (double tick : yScale.ticks()) {
            double y = y(tick);
            straight(new Spot(LEFT, y), new Spot(right, y), GRID);
            label(LEFT - 8, y + 4, Scale.text(tick), Anchor.END, SMALL, false);
        }
        List<String> names = chart.x().names();
        for (double tick : xScale.ticks()) {
            double x = x(tick);
            straight(new Spot(x, frame.height - BOTTOM), new Spot(x, frame.height - BOTTOM + 5), INK);
            String text = names.isEmpty() ? Scale.text(tick) : names.get((int) tick);
            label(x, frame.height - BOTTOM + 20, text, Anchor.MIDDLE, SMALL, false);
        }
        straight(new Spot(LEFT, frame.height - BOTTOM), new Spot(right, frame.height - BOTTOM), INK);
        label((LEFT + right) / 2, frame.height - 14, chart.x().label(), Anchor.MIDDLE, TEXT, false);
        label(20, (frame.top + frame.height - BOTTOM) / 2, chart.y().label(), Anchor.MIDDLE, TEXT, true);
    }

    /** The confidence intervals as bars. */
    private void bars(int index) {
        for (Point point : chart.series().get(index).points()) {
            double x = spot(index, point).x();
            List<Spot> ends = List.of(new Spot(x, y(point.low())), new Spot(x, y(point.high())));
            shapes.add(new Line(ends, colour(index), 1.5, List.of()));
        }
    }

    /** The confidence intervals as an area along the line. */
    private void band(int index) {
        List<Point> points = chart.series().get(index).points();
        if (points.size() <= 1) {
            bars(index);
            return;
        }
        List<Spot> outline = new ArrayList<>();
        points.forEach(point -> outline.add(new Spot(x(point.x()), y(point.high()))));
        List<Point> back = new ArrayList<>(points);
        Collections.reverse(back);
        back.forEach(point -> outline.add(new Spot(x(point.x()), y(point.low()))));
        shapes.add(new Area(outline, colour(index), 0.16));
    }

    /** Dots, and a line through them if there is something between them. */
    private void points(int index) {
        List<Point> points = chart.series().get(index).points();
        if (!hasNames() && !points.isEmpty()) {
            List<Spot> spots = points.stream().map(point -> spot(index, point)).toList();
            shapes.add(new Line(spots, colour(index), 2, dashes(index)));
        }
        for (Point point : points) {
            shapes.add(new Dot(spot(index, point), DOT, colour(index), point.note()));
        }
    }

    /** Where a point lies. At a name, the series stand side by side. */
    private Spot spot(int index, Point point) {
        int count = chart.series().size();
        double aside = hasNames() ? (index - (count - 1) / 2.0) * Math.min(0.12, 0.8 / count) : 0;
        return new Spot(x(point.x() + aside), y(point.y()));
    }

    private boolean hasNames() {
        return !chart.x().names().isEmpty();
    }

    private void legend(int index) {
        if (!hasLegend()) {
            return;
        }
        double y = frame.top + 8 + index * 20;
        if (!hasNames()) {
            List<Spot> ends = List.of(new Spot(right + 14, y), new Spot(right + 34, y));
            shapes.add(new Line(ends, colour(index), 2, dashes(index)));
        }
        shapes.add(new Dot(new Spot(right + 24, y), DOT, colour(index), ""));
        label(right + 40, y + 4, chart.series().get(index).name(), Anchor.START, SMALL, false);
    }

    private String colour(int index) {
        return COLOURS.get(look(index).colour() % COLOURS.size());
    }

    private List<Integer> dashes(int index) {
        return DASHES.get(look(index).dashes() % DASHES.size());
    }

    private Look look(int index) {
        Look given = chart.series().get(index).look();
        return given == null ? new Look(index % COLOURS.size(), index / COLOURS.size()) : given;
    }

    private void straight(Spot from, Spot to, String colour) {
        shapes.add(new Line(List.of(from, to), colour, 1, List.of()));
    }

    private void label(double x, double y, String text, Anchor anchor, double size, boolean upwards) {
        if (!text.isEmpty()) {
            shapes.add(new Label(new Spot(x, y), text, anchor, size, INK, upwards));
        }
    }

    private double x(double value) {
        return LEFT + xScale.share(value) * (right - LEFT);
    }

    private double y(double value) {
        return frame.height - BOTTOM - yScale.share(value) * (frame.height - BOTTOM - frame.top);
    }
}
