package io.meshlock.laboratory;

import io.meshlock.simulator.metrics.Metric;
import io.meshlock.simulator.metrics.RunResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one seed.
 *
 * @param result the figures; null if the run broke off
 * @param violations of safety; a broken invariant that ended the run counts as one
 * @param events that the world handled
 * @param findings the first violations and starved requests, for people
 * @param windows how waiting changed over the run; empty unless asked for, and if the run broke off
 */
public record Run(
        long seed,
        @Nullable RunResult result,
        long violations,
        long events,
        List<Finding> findings,
        List<Window> windows) {

    public Run {
        findings = List.copyOf(findings);
        windows = List.copyOf(windows);
    }

    /** Without windows. */
    public Run(long seed, @Nullable RunResult result, long violations, long events, List<Finding> findings) {
        this(seed, result, violations, events, findings, List.of());
    }

    /**
     * A part of the run.
     *
     * @param from when it begins, in time units
     * @param to when it ends
     * @param entries granted in it
     * @param waitMean of those; NaN if there are none
     */
    public record Window(double from, double to, long entries, double waitMean) {}

    /**
     * @param time in time units; NaN if unknown
     * @param rule which rule was broken, a short name
     * @param detail what happened
     */
    public record Finding(double time, String rule, String detail) {}

    /** The figures. A run that broke off has only the counts that are still valid. */
    public Map<Metric, Double> values() {
        if (result != null) {
            return result.values();
        }
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        values.put(Metric.VIOLATIONS, (double) violations);
        values.put(Metric.EVENTS, (double) events);
        return values;
    }
}
