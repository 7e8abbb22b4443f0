package io.meshlock.cli.laboratory;

import io.meshlock.cli.terminal.Table;
import io.meshlock.laboratory.result.Summary;
import io.meshlock.laboratory.sweep.CellResult;
import io.meshlock.laboratory.sweep.SweepResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A sweep for people: one row per combination. */
final class SweepReport {

    /** Shown unless the user asks for others. */
    private static final List<String> USUAL = List.of("waitMean", "messagesPerEntry", "entriesPerTime");

    /** Shown if they are not zero everywhere. */
    private static final List<String> ALARMS = List.of("starved", "violations");

    private final SweepResult result;
    private final List<String> metrics;

    SweepReport(SweepResult result, List<String> wanted) {
        this.result = result;
        metrics = new ArrayList<>(wanted.isEmpty() ? USUAL : wanted);
        for (String alarm : ALARMS) {
            boolean happened = result.cells().stream().anyMatch(cell -> mean(cell.metrics(), alarm) > 0);
            if (happened && !metrics.contains(alarm)) {
                metrics.add(alarm);
            }
        }
    }

    private static double mean(Map<String, Summary> metrics, String name) {
        Summary summary = metrics.get(name);
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
        for (String metric : metrics) {
            heading.add(metric);
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
        for (String metric : metrics) {
            Summary summary = cell.metrics().get(metric);
            row.add(summary == null ? "-" : Report.brief(summary.mean()));
            row.add(summary == null ? "-" : Report.brief(summary.ci95()));
        }
        return row;
    }
}
