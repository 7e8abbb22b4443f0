package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.plot.Chart;
import io.meshlock.laboratory.plot.Chart.Look;
import io.meshlock.laboratory.plot.Chart.Point;
import io.meshlock.laboratory.plot.Chart.Series;
import io.meshlock.laboratory.reproduce.Measurements.Cell;
import io.meshlock.laboratory.reproduce.Study.Dimension;
import io.meshlock.laboratory.reproduce.Study.Form;
import io.meshlock.laboratory.reproduce.Study.Level;
import io.meshlock.laboratory.reproduce.Study.Mode;
import io.meshlock.laboratory.result.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws the charts of a figure. All of them have the same series in the same order, so that one legend serves. */
final class Panels {

    private static final String NUMBER = "-?\\d+(\\.\\d+)?";

    private final Findings.Item item;
    private final Figure figure;
    private final Dimension x;
    private final boolean numbers;

    private Panels(Findings.Item item, Mode mode) {
        this.item = item;
        figure = item.figure();
        x = item.study().dimensions(mode).stream()
                .filter(dimension -> dimension.name().equals(figure.x()))
                .findFirst()
                .orElseThrow();
        numbers = isNumeric(x);
    }

    private static boolean isNumeric(Dimension dimension) {
        return dimension.levels().stream().allMatch(level -> level.label().matches(NUMBER));
    }

    /**
     * One chart.
     *
     * @param label its levels, such as {@code mobility zero}; empty if the figure has but one
     */
    record Panel(String label, String fileName, Chart chart) {

        /** All panels of a figure have the same vertical axis: they are there to be compared. */
        Panel reaching(double low, double high) {
            return new Panel(
                    label,
                    fileName,
                    new Chart(chart.title(), chart.x(), chart.y().reaching(low, high), chart.series()));
        }
    }

    /** One line of a chart: its name and how it is drawn. */
    record Line(String name, Look look) {}

    static List<Panel> of(Findings.Item item, Mode mode) {
        return new Panels(item, mode).panels();
    }

    private List<Panel> panels() {
        Map<String, List<Cell>> groups = new LinkedHashMap<>();
        for (Cell cell : item.measurements().cells()) {
            groups.computeIfAbsent(label(cell), unused -> new ArrayList<>()).add(cell);
        }
        List<Panel> panels = new ArrayList<>();
        groups.forEach((label, cells) -> {
            Chart chart = chart(label, cells);
            if (chart.series().stream().anyMatch(series -> !series.points().isEmpty())) {
                String file = (figure.name() + " " + label).strip().toLowerCase(Locale.ROOT);
                panels.add(new Panel(label, file.replaceAll("[^a-z0-9.]+", "-"), chart));
            }
        });
        double low = panels.stream()
                .mapToDouble(panel -> panel.chart().lowest())
                .min()
                .orElse(Double.NaN);
        double high = panels.stream()
                .mapToDouble(panel -> panel.chart().highest())
                .max()
                .orElse(Double.NaN);
        return panels.stream().map(panel -> panel.reaching(low, high)).toList();
    }

    private String label(Cell cell) {
        List<String> parts = new ArrayList<>();
        figure.panels().forEach(name -> parts.add(name + " " + cell.levels().get(name)));
        return String.join(", ", parts);
    }

    private Chart chart(String label, List<Cell> cells) {
        Map<Line, List<Point>> lines = new LinkedHashMap<>();
        lines(item).values().forEach(line -> lines.put(line, new ArrayList<>()));
        for (Cell cell : cells) {
            Line line = line(cell);
            Summary summary = Summary.of(List.copyOf(
                    item.measurements().of(cell).metric(figure.metric()).values()));
            boolean drawable = summary.n() > 0 && (!figure.logY() || summary.mean() > 0);
            if (drawable && lines.containsKey(line)) {
                lines.get(line).add(point(line, cell, summary));
            }
        }
        List<Series> series = new ArrayList<>();
        lines.forEach((line, points) -> {
            points.sort(Comparator.comparingDouble(Point::x));
            series.add(new Series(line.name(), points, line.look()));
        });
        List<String> names =
                numbers ? List.of() : x.levels().stream().map(Level::label).toList();
        return new Chart(
                label.isEmpty() ? figure.title() : figure.title() + ": " + label,
                new Chart.Axis(x.title(), figure.logX() && numbers, names),
                new Chart.Axis(figure.metricTitle(), figure.logY(), List.of()),
                series);
    }

    private Point point(Line line, Cell cell, Summary summary) {
        String level = cell.levels().getOrDefault(x.name(), "");
        double place = numbers
                ? Double.parseDouble(level)
                : x.levels().stream().map(Level::label).toList().indexOf(level);
        String spread = Double.isNaN(summary.ci95()) ? "" : " ± " + Numerals.brief(summary.ci95());
        String note = line.name() + ": " + x.name() + " " + level + ", " + Numerals.brief(summary.mean()) + spread
                + " (n = " + summary.n() + ")";
        return new Point(place, summary.mean(), summary.ci95(), note);
    }

    private Line line(Cell cell) {
        Line line = lines(item).get(name(item, cell));
        return line == null ? new Line("", new Look(0, 0)) : line;
    }

    /**
     * All lines of a figure by name: a colour for what is compared, dashes for the form. Over names there are only
     * dots, so each has a colour of its own.
     */
    static Map<String, Line> lines(Findings.Item item) {
        boolean dots = !isNumeric(item.study().dimension(item.figure().x()));
        Map<String, Integer> colours = new LinkedHashMap<>();
        Map<String, Line> lines = new LinkedHashMap<>();
        for (Cell cell : item.measurements().cells()) {
            String subject = dots ? name(item, cell) : cell.variant().role() + rest(item, cell);
            int colour = colours.computeIfAbsent(subject, unused -> colours.size());
            Form form = cell.variant().form();
            int dashes = form == Form.CORRECTED ? 0 : form == Form.PRINTED ? 1 : 2;
            String name = name(item, cell);
            lines.putIfAbsent(name, new Line(name, new Look(colour, dashes)));
        }
        return lines;
    }

    private static String name(Findings.Item item, Cell cell) {
        return cell.variant().label() + rest(item, cell);
    }

    /** The levels that neither the horizontal axis nor the panel says. */
    private static String rest(Findings.Item item, Cell cell) {
        StringBuilder rest = new StringBuilder();
        cell.levels().forEach((dimension, level) -> {
            if (!dimension.equals(item.figure().x()) && !item.figure().panels().contains(dimension)) {
                rest.append(", ").append(dimension).append(' ').append(level);
            }
        });
        return rest.toString();
    }
}
