package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Run;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.result.Statistics;
import io.meshlock.laboratory.result.Summary;
import io.meshlock.simulator.metrics.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one cell.
 *
 * @param runs that count
 * @param precise whether the wanted precision was reached; true if none was wanted
 * @param metrics in the order of the result document; empty if the cell is impossible
 * @param figures as the result document has them; empty if the cell is impossible
 * @param impossible why the cell cannot be, or null
 */
public record CellResult(
        Plan.Cell cell,
        int runs,
        boolean precise,
        Map<Metric, Summary> metrics,
        Map<String, @Nullable Object> figures,
        @Nullable String impossible) {

    static CellResult of(Plan.Cell cell, List<Run> runs, boolean precise) {
        Statistics statistics = new Statistics(runs);
        return new CellResult(cell, runs.size(), precise, statistics.metrics(), statistics.figures(), null);
    }

    static CellResult impossible(Plan.Cell cell, String why) {
        return new CellResult(cell, 0, true, Map.of(), Map.of(), why);
    }

    Map<String, @Nullable Object> document(Replications replications) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        Map<String, Object> values = new LinkedHashMap<>();
        cell.values().forEach((path, value) -> values.put(path, PlainValues.of(value)));
        document.put("values", values);
        if (impossible != null) {
            document.put("impossible", impossible);
            return document;
        }
        document.put("scenario", cell.scenario());
        document.put("runs", runs);
        if (replications.precision() > 0) {
            document.put("precise", precise);
        }
        document.putAll(figures);
        return document;
    }

    /** A metric's figures as texts, such as {@code 12.5}; empty where there is none. */
    List<String> columns(Metric metric) {
        Summary summary = metrics.get(metric);
        Map<String, @Nullable Object> figures = summary == null ? Map.of() : summary.document();
        return Summary.COLUMNS.stream().map(name -> text(figures.get(name))).toList();
    }

    private static String text(@Nullable Object figure) {
        return figure == null ? "" : Json.line(figure);
    }
}
