package io.meshlock.laboratory.plot;

import io.meshlock.laboratory.plot.Chart.Axis;
import io.meshlock.laboratory.plot.Chart.Point;
import io.meshlock.laboratory.plot.Chart.Series;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.sweep.SweepException;
import io.meshlock.laboratory.sweep.SweepResult;
import io.meshlock.simulator.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A metric of a sweep over one of its axes, from its result document.
 *
 * <pre>{@code
 * SweepPlot plot = SweepPlot.of(Path.of("sweep"));
 * SweepPlot.Choice choice =
 *         new SweepPlot.Choice("nodes", Metric.WAIT_MEAN.label(), List.of("algorithm"), Map.of(), false, false);
 * String svg = Svg.write(plot.chart(choice));
 * }</pre>
 */
public final class SweepPlot {

    private final String source;
    private final String title;
    private final Map<String, List<String>> axes = new LinkedHashMap<>();
    private final List<JsonNode> cells = new ArrayList<>();

    private SweepPlot(String source, JsonNode document) {
        this.source = source;
        title = document.path("scenario").path("name").asString("");
        for (Map.Entry<String, JsonNode> axis : document.get("vary").properties()) {
            List<String> values = new ArrayList<>();
            axis.getValue().forEach(value -> values.add(value.asString()));
            axes.put(axis.getKey(), values);
        }
        document.get("cells").forEach(cells::add);
    }

    /** Reads the result of a sweep from its folder. */
    public static SweepPlot of(Path folder) throws IOException {
        Path file = folder.resolve(SweepResult.JSON);
        try {
            JsonNode document = Json.read(Files.readString(file), JsonNode.class);
            if (!document.path("vary").isObject() || !document.path("cells").isArray()) {
                throw new SweepException(file.toString(), "is not the result of a sweep", "a sweep's folder");
            }
            return new SweepPlot(folder.toString(), document);
        } catch (NoSuchFileException e) {
            throw new SweepException(folder.toString(), "there is no " + SweepResult.JSON, "a finished sweep's folder");
        } catch (JacksonException e) {
            throw new SweepException(file.toString(), "is not JSON", "the result of a sweep");
        }
    }

    /**
     * What to show.
     *
     * @param x the axis of the sweep that becomes the horizontal one
     * @param y a metric
     * @param series axes of the sweep of which every combination becomes a line
     * @param where values of further axes, by path
     */
    public record Choice(
            String x, String y, List<String> series, Map<String, String> where, boolean logX, boolean logY) {}

    /** @throws SweepException if the sweep has no such axis or metric, or if an axis is neither shown nor fixed */
    public Chart chart(Choice choice) {
        check(choice);
        List<JsonNode> chosen = cells.stream()
                .filter(cell -> choice.where().entrySet().stream()
                        .allMatch(fixed -> value(cell, fixed.getKey()).equals(fixed.getValue())))
                .filter(cell -> cell.path(choice.y()).path("mean").isNumber())
                .toList();
        if (chosen.isEmpty()) {
            throw new SweepException(source, "no cell has a " + choice.y(), "a metric that some cell has");
        }
        List<String> places = axisValues(choice.x());
        boolean numbers =
                new LinkedHashSet<>(places.stream().map(SweepPlot::number).toList()).size() == places.size()
                        && places.stream().noneMatch(place -> Double.isNaN(number(place)));
        if (choice.logX() && !numbers) {
            throw new SweepException("--log-x", choice.x() + " has names, not numbers", "an axis with numbers");
        }
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        for (JsonNode cell : chosen) {
            String name =
                    choice.series().stream().map(path -> value(cell, path)).collect(Collectors.joining(", "));
            String place = value(cell, choice.x());
            double x = numbers ? number(place) : places.indexOf(place);
            lines.computeIfAbsent(name, unused -> new ArrayList<>()).add(point(choice, name, cell, x));
        }
        List<Series> series = new ArrayList<>();
        lines.forEach((name, points) -> {
            points.sort(Comparator.comparingDouble(Point::x));
            series.add(new Series(name, points));
        });
        Axis x = new Axis(label(choice.x(), places, numbers), choice.logX(), numbers ? List.of() : places);
        return new Chart(title, x, new Axis(title(choice.y()), choice.logY(), List.of()), series);
    }

    private Point point(Choice choice, String name, JsonNode cell, double x) {
        JsonNode metric = cell.path(choice.y());
        double y = metric.get("mean").asDouble();
        double spread = metric.path("ci95").asDouble(Double.NaN);
        if (choice.logX() && x <= 0) {
            throw new SweepException("--log-x", choice.x() + " is " + Scale.text(x) + " somewhere", "values above 0");
        }
        if (choice.logY() && y <= 0) {
            throw new SweepException("--log-y", choice.y() + " is " + Scale.text(y) + " somewhere", "values above 0");
        }
        String note = (name.isEmpty() ? "" : name + ": ") + choice.x() + " " + value(cell, choice.x()) + ", "
                + choice.y() + " " + Scale.text(y) + (Double.isNaN(spread) ? "" : " ± " + Scale.text(spread));
        return new Point(x, y, spread, note + " (n = " + metric.path("n").asInt() + ")");
    }

    private void check(Choice choice) {
        Set<String> shown = new LinkedHashSet<>(choice.series());
        shown.add(choice.x());
        axisValues(choice.x());
        choice.series().forEach(this::axisValues);
        choice.where().forEach((path, value) -> {
            if (!axisValues(path).contains(value)) {
                throw new SweepException(
                        "--where " + path + "=" + value,
                        "the sweep has no such value",
                        "one of " + String.join(", ", axisValues(path)));
            }
        });
        axes.forEach((path, values) -> {
            if (values.size() > 1 && !shown.contains(path) && !choice.where().containsKey(path)) {
                throw new SweepException(
                        source,
                        path + " varies too",
                        "--series " + path + ", or --where " + path + "=" + values.get(0));
            }
        });
        boolean known = cells.stream().anyMatch(cell -> cell.path(choice.y()).has("mean"));
        if (!known) {
            throw new SweepException(
                    "--y " + choice.y(),
                    "there is no such metric in " + source,
                    "one of " + String.join(", ", metrics()));
        }
    }

    /** A metric's name in words, with its unit: {@code wait mean (time units)}. */
    private static String title(String metric) {
        String words = metric.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
        return Arrays.stream(Metric.values())
                .filter(each -> each.label().equals(metric))
                .findFirst()
                .map(each -> words + " (" + each.unit() + ")")
                .orElse(words);
    }

    private List<String> metrics() {
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode cell : cells) {
            for (Map.Entry<String, JsonNode> entry : cell.properties()) {
                if (entry.getValue().has("mean")) {
                    names.add(entry.getKey());
                }
            }
        }
        return List.copyOf(names);
    }

    private List<String> axisValues(String path) {
        List<String> values = axes.get(path);
        if (values == null) {
            throw new SweepException(source, "does not vary " + path, "one of " + String.join(", ", axes.keySet()));
        }
        return values;
    }

    private static String value(JsonNode cell, String path) {
        return Objects.requireNonNull(cell.get("values").get(path)).asString();
    }

    /**
     * The number in a value such as {@code 30} or {@code exponential 10}; NaN if there is none, or several.
     */
    private static double number(String value) {
        double found = Double.NaN;
        for (String word : value.split("\\s+", -1)) {
            if (word.matches("-?(\\d+(\\.\\d*)?|\\.\\d+)([eE]-?\\d{1,3})?")) {
                if (!Double.isNaN(found)) {
                    return Double.NaN;
                }
                found = Double.parseDouble(word);
            }
        }
        return found;
    }

    /** The path, with the word that all values share: {@code workload.think (exponential)}. */
    private static String label(String path, List<String> values, boolean numbers) {
        Set<String> words = values.stream()
                .map(value -> value.contains(" ") ? value.substring(0, value.indexOf(' ')) : "")
                .collect(Collectors.toSet());
        String word = words.size() == 1 ? words.iterator().next() : "";
        return numbers && !word.isEmpty() ? path + " (" + word + ")" : path;
    }
}
