package io.meshlock.cli.laboratory;

import io.meshlock.cli.terminal.Table;
import io.meshlock.laboratory.Run;
import io.meshlock.laboratory.result.Results;
import io.meshlock.laboratory.result.Statistics;
import io.meshlock.laboratory.result.Summary;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.metrics.Metric;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;

/** Prints an experiment's result for people. */
public final class Report {

    private static final MathContext SHORT = new MathContext(4);

    private final Results results;
    private final String file;

    /** @param file the scenario as the user named it, for commands to type next */
    Report(Results results, String file) {
        this.results = results;
        this.file = file;
    }

    void print(PrintWriter out) {
        out.println(headline());
        if (!results.scenario().description().isEmpty()) {
            out.println(results.scenario().description().strip());
        }
        out.println();
        metrics().lines().forEach(out::println);
        List<Statistics.WaitByPriority> waits = results.waitsByPriority();
        if (waits.size() > 1) {
            out.println();
            waits(waits).lines().forEach(out::println);
        }
        List<Statistics.WaitWindow> windows = results.windows();
        if (!windows.isEmpty()) {
            out.println();
            windows(windows).lines().forEach(out::println);
        }
        out.println();
    }

    private String headline() {
        Scenario scenario = results.scenario();
        WorldSpec spec = scenario.spec();
        return scenario.name() + ": " + spec.algorithm().name() + ", policy "
                + spec.pool().policy().label() + ", " + spec.nodes() + (spec.nodes() == 1 ? " node" : " nodes")
                + ", k = "
                + spec.pool().permits() + ", " + seeds();
    }

    private String seeds() {
        List<Run> runs = results.runs();
        long first = runs.get(0).seed();
        return runs.size() == 1
                ? "seed " + first
                : "seeds " + first + ".." + runs.get(runs.size() - 1).seed();
    }

    private Table metrics() {
        Table table = new Table("metric", "mean", "± ci95", "min", "max");
        results.metrics().forEach((metric, summary) -> {
            add(table, metric.label(), summary);
            if (metric == Metric.MESSAGES_PER_ENTRY) {
                Map<String, Summary> byType = results.messagesByType();
                byType.forEach((type, messages) -> add(table, "  " + type, messages));
            }
        });
        return table;
    }

    private static void add(Table table, String name, Summary summary) {
        table.row(name, brief(summary.mean()), brief(summary.ci95()), brief(summary.min()), brief(summary.max()));
    }

    private static Table waits(List<Statistics.WaitByPriority> waits) {
        Table table = new Table("wait of priority", "mean", "± ci95", "p99", "longest");
        for (Statistics.WaitByPriority wait : waits) {
            table.row(
                    wait.priority(),
                    brief(wait.mean().mean()),
                    brief(wait.mean().ci95()),
                    brief(wait.p99().mean()),
                    brief(wait.max().max()));
        }
        return table;
    }

    private static Table windows(List<Statistics.WaitWindow> windows) {
        Table table = new Table("window", Metric.ENTRIES.label(), Metric.WAIT_MEAN.label(), "± ci95");
        for (Statistics.WaitWindow window : windows) {
            table.row(
                    brief(window.from()) + ".." + brief(window.to()),
                    brief(window.entries().mean()),
                    brief(window.waitMean().mean()),
                    brief(window.waitMean().ci95()));
        }
        return table;
    }

    /** The verdict: no violation, or what went wrong and the command to look into it. */
    List<String> conclusion() {
        long violations = results.total(Metric.VIOLATIONS);
        long starved = results.total(Metric.STARVED);
        if (violations == 0 && starved == 0) {
            return List.of("no violation, nobody starved");
        }
        Run worst = results.runs().stream()
                .filter(run -> !run.findings().isEmpty())
                .findFirst()
                .orElse(results.runs().get(0));
        String first = worst.findings().isEmpty()
                ? ""
                : ", first with seed " + worst.seed() + say(worst.findings().get(0));
        String next = "look into it: ./meshlock sim " + file + " --seed " + worst.seed() + " --out run-" + worst.seed();
        return List.of(
                count(violations, "violation") + ", " + count(starved, "starved request") + first,
                next + " keeps that run's journal");
    }

    private static String say(Run.Finding finding) {
        return " at time " + brief(finding.time()) + ": " + finding.rule() + ": " + finding.detail();
    }

    private static String count(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Four significant digits; whole numbers keep all. */
    public static String brief(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        BigDecimal exact = new BigDecimal(value);
        int wholeDigits = exact.precision() - exact.scale();
        BigDecimal rounded = exact.round(wholeDigits > SHORT.getPrecision() ? new MathContext(wholeDigits) : SHORT);
        return rounded.toPlainString();
    }
}
