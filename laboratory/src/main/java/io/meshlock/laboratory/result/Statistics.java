package io.meshlock.laboratory.result;

import io.meshlock.laboratory.Run;
import io.meshlock.simulator.metrics.Metric;
import io.meshlock.simulator.metrics.RunResult;
import io.meshlock.simulator.metrics.RunResult.PriorityWait;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Statistics over the runs of one scenario. */
public class Statistics {

    /** Findings beyond these are counted, not shown. */
    private static final int SHOWN_FINDINGS = 20;

    private final List<Run> runs;

    /** @param runs at least one, in the order of their seeds */
    public Statistics(List<Run> runs) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("an experiment has at least one run");
        }
        this.runs = List.copyOf(runs);
    }

    public List<Run> runs() {
        return runs;
    }

    /**
     * Every metric that these runs measure, in the order of the result document: those of pools with recovery only if a
     * run is of such a pool.
     */
    public Map<Metric, Summary> metrics() {
        Map<Metric, Summary> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (metric.pools() == Metric.Pools.ALL || isMeasured(metric)) {
                metrics.put(metric, metric(metric));
            }
        }
        return metrics;
    }

    private boolean isMeasured(Metric metric) {
        return runs.stream().map(Run::result).anyMatch(result -> result != null && metric.isMeasuredIn(result));
    }

    /** One metric over the runs that define it. */
    public Summary metric(Metric metric) {
        return Summary.of(runs.stream()
                .map(run -> run.values().get(metric))
                .filter(Objects::nonNull)
                .toList());
    }

    /** Messages per entry by type. A type that a run never sent counts as 0 there. */
    public Map<String, Summary> messagesByType() {
        List<RunResult> defined = runs.stream()
                .map(Run::result)
                .filter(Objects::nonNull)
                .filter(result -> result.entries() > 0)
                .toList();
        Map<String, Summary> byType = new TreeMap<>();
        defined.stream()
                .flatMap(result -> result.messagesByType().keySet().stream())
                .forEach(type -> byType.computeIfAbsent(
                        type,
                        name -> Summary.of(defined.stream()
                                .map(result -> result.messagesByType().getOrDefault(name, 0.0))
                                .toList())));
        return byType;
    }

    /** Waits by priority, or by range of priorities if there are many; ascending. */
    public List<WaitByPriority> waitsByPriority() {
        Map<Range, List<PriorityWait>> ranges = new TreeMap<>();
        for (Run run : runs) {
            if (run.result() != null) {
                for (PriorityWait wait : run.result().waitsByPriority()) {
                    Range range = new Range(wait.from(), wait.to());
                    ranges.computeIfAbsent(range, unused -> new ArrayList<>()).add(wait);
                }
            }
        }
        List<WaitByPriority> all = new ArrayList<>();
        ranges.forEach((range, waits) -> all.add(new WaitByPriority(
                range.label(),
                over(waits, PriorityWait::mean),
                over(waits, PriorityWait::p99),
                over(waits, PriorityWait::max))));
        return all;
    }

    /** How waiting changed over the runs, window by window; empty unless the runs have windows. */
    public List<WaitWindow> windows() {
        List<List<Run.Window>> measured = runs.stream()
                .map(Run::windows)
                .filter(windows -> !windows.isEmpty())
                .toList();
        List<WaitWindow> all = new ArrayList<>();
        for (int i = 0; !measured.isEmpty() && i < measured.get(0).size(); i++) {
            int index = i;
            List<Run.Window> same =
                    measured.stream().map(windows -> windows.get(index)).toList();
            all.add(new WaitWindow(
                    same.get(0).from(),
                    same.get(0).to(),
                    Summary.of(same.stream()
                            .map(window -> (double) window.entries())
                            .toList()),
                    Summary.of(same.stream()
                            .map(Run.Window::waitMean)
                            .filter(mean -> !mean.isNaN())
                            .toList())));
        }
        return all;
    }

    /** How often something, such as {@link Metric#VIOLATIONS}, was counted in all runs. */
    public long total(Metric metric) {
        double total = 0;
        for (Run run : runs) {
            Double value = run.values().get(metric);
            total += value == null ? 0 : value;
        }
        return (long) total;
    }

    /** The first findings of all runs, each with the seed that shows it. */
    public List<Map<String, @Nullable Object>> findings() {
        List<Map<String, @Nullable Object>> findings = new ArrayList<>();
        for (Run run : runs) {
            for (Run.Finding finding : run.findings()) {
                if (findings.size() < SHOWN_FINDINGS) {
                    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
                    entry.put("seed", run.seed());
                    entry.put("time", Figures.figure(finding.time()));
                    entry.put("rule", finding.rule());
                    entry.put("detail", finding.detail());
                    findings.add(entry);
                }
            }
        }
        return findings;
    }

    /** The figures as the result document has them; in its order. */
    public final Map<String, @Nullable Object> figures() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        metrics().forEach((metric, summary) -> {
            document.put(metric.label(), summary.document());
            if (metric == Metric.MESSAGES_PER_ENTRY) {
                document.put("messagesByType", documents(messagesByType()));
            }
        });
        Map<String, Object> waits = new LinkedHashMap<>();
        for (WaitByPriority wait : waitsByPriority()) {
            waits.put(wait.priority(), wait.document());
        }
        document.put("waitByPriority", waits);
        List<WaitWindow> windows = windows();
        if (!windows.isEmpty()) {
            document.put("windows", windows.stream().map(WaitWindow::document).toList());
        }
        document.put("findings", findings());
        return document;
    }

    private static Map<String, Object> documents(Map<String, Summary> summaries) {
        Map<String, Object> documents = new LinkedHashMap<>();
        summaries.forEach((name, summary) -> documents.put(name, summary.document()));
        return documents;
    }

    private static Summary over(List<PriorityWait> waits, ToDoubleFunction<PriorityWait> figure) {
        return Summary.of(waits.stream().map(figure::applyAsDouble).toList());
    }

    /**
     * @param priority one, such as {@code 9}, or a range, such as {@code 8..9}
     * @param mean over runs, of the run's mean wait; likewise its 99th percentile and its longest wait
     */
    public record WaitByPriority(String priority, Summary mean, Summary p99, Summary max) {

        Map<String, Object> document() {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put(Metric.WAIT_MEAN.label(), mean.document());
            document.put(Metric.WAIT_P99.label(), p99.document());
            document.put(Metric.WAIT_MAX.label(), max.document());
            return document;
        }
    }

    /**
     * One window of all runs.
     *
     * @param entries granted in it
     * @param waitMean over runs, of the mean wait of those entries
     */
    public record WaitWindow(double from, double to, Summary entries, Summary waitMean) {

        Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("from", Figures.figure(from));
            document.put("to", Figures.figure(to));
            document.put(Metric.ENTRIES.label(), entries.document());
            document.put(Metric.WAIT_MEAN.label(), waitMean.document());
            return document;
        }
    }

    private record Range(int from, int to) implements Comparable<Range> {
        @Override
        public int compareTo(Range other) {
            return from != other.from ? Integer.compare(from, other.from) : Integer.compare(to, other.to);
        }

        String label() {
            return from == to ? Integer.toString(from) : from + ".." + to;
        }
    }
}
