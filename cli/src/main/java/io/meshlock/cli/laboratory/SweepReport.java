package io.meshlock.cli.laboratory;

import io.meshlock.cli.terminal.Table;
import io.meshlock.laboratory.result.Summary;
import io.meshlock.laboratory.sweep.CellResult;
import io.meshlock.laboratory.sweep.SweepResult;
import io.meshlock.simulator.metrics.Metric;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints a sweep for people: one row per combination. */
final class SweepReport {

    /** Shown unless the user asks for others. */
    private static final List<Metric> USUAL =
            List.of(Metric.WAIT_MEAN, Metric.MESSAGES_PER_ENTRY, Metric.ENTRIES_PER_TIME);

    /** Shown if they are not zero everywhere. */
    private static final List<Metric> ALARMS = List.of(Metric.STARVED, Metric.VIOLATIONS);

    private final SweepResult result;
    private final List<Metric> metrics;

    SweepReport(SweepResult result, List<String> wanted) {
        this.result = result;
        metrics = new ArrayList<>(
                wanted.isEmpty() ? USUAL : wanted.stream().map(Metric::named).toList());
        for (Metric alarm : ALARMS) {
            boolean happened = result.cells().stream().anyMatch(cell -> mean(cell.metrics(), alarm) > 0);
            if (happened && !metrics.contains(alarm)) {
                metrics.add(alarm);
            }
        }
    }

    private static double mean(Map<Metric, Summary> metrics, Metric metric) {
        Summary summary = metrics.get(metric);
        return summary == null ? Double.NaN : summary.mean();
    }

    void print(PrintWriter out) {
        table().lines().forEach(out::println);
        out.println();
        for (CellResult cell : result.cells()) {
            if (cell.impossible() != null) {
                out.println("impossible: " + cell.cell().label() + ": " + cell.impossible());
            } else if (!cell.precise()) {
                out.println("not precise after " + cell.runs() + " runs: "
                        + cell.cell().label());
            }
        }
    }

    private Table table() {
        List<String> heading = new ArrayList<>();
        result.plan().vary().forEach(axis -> heading.add(axis.path()));
        int axes = heading.size();
        heading.add("runs");
        for (Metric metric : metrics) {
            heading.add(metric.label());
            heading.add("± ci95");
        }
        Table table = new Table(heading.toArray(String[]::new));
        for (int column = 0; column < axes; column++) {
            table.left(column);
        }
        for (CellResult cell : result.cells()) {
            table.row(row(cell).toArray(String[]::new));
        }
        return table;
    }

    private List<String> row(CellResult cell) {
        List<String> row = new ArrayList<>(cell.cell().values().values());
        row.add(cell.impossible() == null ? Integer.toString(cell.runs()) : "impossible");
        for (Metric metric : metrics) {
            Summary summary = cell.metrics().get(metric);
            row.add(summary == null ? "-" : Report.brief(summary.mean()));
            row.add(summary == null ? "-" : Report.brief(summary.ci95()));
        }
        return row;
    }
}
