package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Run;
import io.meshlock.laboratory.result.Statistics;
import io.meshlock.laboratory.result.Summary;
import io.meshlock.simulator.metrics.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each cell runs: a fixed number of times, or until its figures are known well enough. That is decided by
 * each cell from its own runs in the order of their seeds, so it does not depend on what else runs, nor in which order
 * runs finish.
 *
 * @param least runs of every cell
 * @param most runs of a cell, reached if the precision is not
 * @param precision of the means: the half width of the 95 % confidence interval divided by the mean; 0 if {@code least}
 *     equals {@code most}
 * @param metrics the labels of those that must all have that precision
 */
public record Replications(int least, int most, double precision, List<String> metrics) {

    /** With fewer runs the interval itself is little more than a guess. */
    public static final int FEWEST = 5;

    public Replications {
        metrics = List.copyOf(metrics);
        metrics.forEach(Metric::named);
        if (least < 1 || most < least) {
            throw new IllegalArgumentException("no cell runs " + least + " to " + most + " times");
        }
    }

    public static Replications fixed(int runs) {
        return new Replications(runs, runs, 0, List.of());
    }

    public static Replications until(double precision, List<String> metrics, int most) {
        return new Replications(Math.min(FEWEST, most), most, precision, metrics);
    }

    boolean isFixed() {
        return least == most;
    }

    /** Whether these runs, the first ones of a cell, are enough. */
    boolean areEnough(List<Run> runs) {
        return runs.size() >= most || (runs.size() >= least && isPrecise(runs));
    }

    /** Whether all metrics are known as well as wanted; never if one of them is not defined. */
    boolean isPrecise(List<Run> runs) {
        Statistics statistics = new Statistics(runs);
        for (String metric : metrics) {
            Summary summary = statistics.metric(Metric.named(metric));
            if (!(summary.ci95() <= precision * Math.abs(summary.mean()))) {
                return false;
            }
        }
        return true;
    }

    /** A guess of how many runs a cell will have had in the end. */
    int expected(List<Run> runs) {
        double expected = least;
        if (!isFixed() && runs.size() >= least) {
            Statistics statistics = new Statistics(runs);
            for (String metric : metrics) {
                Summary summary = statistics.metric(Metric.named(metric));
                double times = summary.ci95() / (precision * Math.abs(summary.mean()));
                expected = Double.isFinite(times) ? Math.max(expected, runs.size() * times * times) : most;
            }
        }
        return (int) Math.min(most, Math.max(expected, runs.size() + 1.0));
    }

    /** As the result document has it. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        if (isFixed() && precision == 0) {
            document.put("runs", least);
            return document;
        }
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("least", least);
        range.put("most", most);
        document.put("runs", range);
        Map<String, Object> until = new LinkedHashMap<>();
        until.put("ci95", precision);
        until.put("metrics", metrics);
        document.put("until", until);
        return document;
    }
}
