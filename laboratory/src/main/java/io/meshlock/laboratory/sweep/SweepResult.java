package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.result.Summary;
import io.meshlock.simulator.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A finished sweep. */
public final class SweepResult {

    public static final String JSON = "result.json";
    public static final String CSV = "result.csv";

    private final Plan plan;
    private final List<CellResult> cells;

    SweepResult(Plan plan, List<CellResult> cells) {
        this.plan = plan;
        this.cells = List.copyOf(cells);
    }

    public Plan plan() {
        return plan;
    }

    /** All cells in the order of the axes. */
    public List<CellResult> cells() {
        return cells;
    }

    /** The result document: the same plan gives the same document. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("scenario", plan.scenario());
        Map<String, Object> vary = new LinkedHashMap<>();
        for (Axis axis : plan.vary()) {
            vary.put(axis.path(), axis.values().stream().map(PlainValues::of).toList());
        }
        document.put("vary", vary);
        document.put("seed", plan.seed());
        document.putAll(plan.replications().document());
        document.put("version", plan.version());
        document.put(
                "cells",
                cells.stream().map(cell -> cell.document(plan.replications())).toList());
        return document;
    }

    /** One row per cell: the values, the runs, why it is impossible, and five columns per metric. */
    public String csv() {
        List<String> heading =
                new ArrayList<>(plan.vary().stream().map(Axis::path).toList());
        heading.addAll(List.of("runs", "impossible"));
        List<Metric> metrics =
                Arrays.stream(Metric.values()).filter(this::isColumn).toList();
        for (Metric metric : metrics) {
            Summary.COLUMNS.forEach(figure -> heading.add(metric.label() + "." + figure));
        }
        StringBuilder csv = new StringBuilder(row(heading));
        for (CellResult cell : cells) {
            List<String> row = new ArrayList<>(cell.cell().values().values());
            row.add(Integer.toString(cell.runs()));
            row.add(cell.impossible() == null ? "" : cell.impossible());
            metrics.forEach(metric -> row.addAll(cell.columns(metric)));
            csv.append(row(row));
        }
        return csv.toString();
    }

    /** Metrics of pools with recovery have columns only if some cell is of such a pool. */
    private boolean isColumn(Metric metric) {
        return metric.pools() == Metric.Pools.ALL
                || cells.stream().anyMatch(cell -> cell.metrics().containsKey(metric));
    }

    private static String row(List<String> fields) {
        return String.join(",", fields.stream().map(SweepResult::quoted).toList()) + "\n";
    }

    /** As RFC 4180 has it. */
    private static String quoted(String field) {
        return field.matches("(?s).*[,\"\\r\\n].*") ? '"' + field.replace("\"", "\"\"") + '"' : field;
    }

    /** Writes {@value #JSON} and {@value #CSV}; each is replaced atomically. */
    public void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        write(folder.resolve(JSON), Json.write(document()));
        write(folder.resolve(CSV), csv());
    }

    private static void write(Path file, String text) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(part, text);
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
