package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.reproduce.Measurements.Cell;
import io.meshlock.laboratory.reproduce.Measurements.Sample;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.result.Summary;
import io.meshlock.simulator.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a figure, a row for every cell.
 *
 * @param heading the names of the dimensions
 */
record Table(List<String> heading, List<Row> rows) {

    /**
     * @param levels the cell
     * @param starved requests in all runs of the cell
     */
    record Row(List<String> levels, Summary summary, double starved, double violations) {}

    static Table of(Findings.Item item) {
        List<String> heading = new ArrayList<>();
        item.study().dimensions().forEach(dimension -> heading.add(dimension.name()));
        heading.addAll(List.of("algorithm", "form"));
        List<Row> rows = new ArrayList<>();
        for (Cell cell : item.measurements().cells()) {
            Sample sample = item.measurements().of(cell);
            List<String> levels = new ArrayList<>(cell.levels().values());
            levels.add(cell.variant().role());
            levels.add(cell.variant().form().text());
            Summary summary =
                    Summary.of(List.copyOf(sample.metric(item.figure().metric()).values()));
            rows.add(new Row(
                    levels, summary, sample.total(Metric.STARVED.label()), sample.total(Metric.VIOLATIONS.label())));
        }
        return new Table(heading, rows);
    }

    String csv() {
        StringBuilder csv = new StringBuilder(String.join(",", heading) + ",mean,ci95,n,starved,violations\n");
        for (Row row : rows) {
            Map<String, @Nullable Object> figures = row.summary().document();
            csv.append(row.levels().stream().map(Table::quoted).collect(Collectors.joining(",")));
            for (String column : List.of("mean", "ci95", "n")) {
                Object figure = figures.get(column);
                csv.append(',').append(figure == null ? "" : Json.line(figure));
            }
            csv.append(',').append(Numerals.brief(row.starved()));
            csv.append(',').append(Numerals.brief(row.violations())).append('\n');
        }
        return csv.toString();
    }

    private static String quoted(String field) {
        return field.contains(",") ? '"' + field + '"' : field;
    }
}
