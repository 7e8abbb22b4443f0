package io.meshlock.simulator.metrics;

import io.meshlock.journal.ByPriority;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one run; times in time units. {@link Metric} says what exactly each one measures. Figures that a run
 * does not define, such as messages per entry of a run without entries, are not a number here and left out of
 * {@link #values}.
 *
 * @param messagesByType messages per entry by type, in the order of names; a type that was never sent is not in it
 * @param waitsByPriority ascending; empty if nobody's wait was measured
 * @param recovery what only pools with recovery have; null for others
 */
public record RunResult(
        long entries,
        double waitMean,
        double waitP50,
        double waitP99,
        double waitMax,
        double messagesPerEntry,
        SortedMap<String, Double> messagesByType,
        double hopsPerEntry,
        double routingPerEntry,
        double routingBytesPerEntry,
        double broadcastsPerEntry,
        double bytesPerEntry,
        double concurrencyMean,
        double utilization,
        double fairness,
        double overtakesPerEntry,
        double entriesPerTime,
        List<PriorityWait> waitsByPriority,
        @Nullable Recovery recovery,
        Tally tally) {

    /**
     * @param beaconsPerEntry datagrams, which are in no other figure
     * @param beaconBytesPerEntry their size
     * @param recoveries tokens reconstructed
     * @param grantsLost grants that their clients lost instead of giving them back
     */
    public record Recovery(double beaconsPerEntry, double beaconBytesPerEntry, long recoveries, long grantsLost) {}

    /**
     * What the metrics cannot see for themselves: the checkers' and the world's counts.
     *
     * @param inversions grants decided while a better request had already reached the deciding node
     * @param starved requests never served although the network had healed
     * @param violations of safety
     * @param events that the world handled
     */
    public record Tally(long inversions, long starved, long violations, long events) {}

    /**
     * The waits of the priorities {@code from} to {@code to}, both included; one priority unless there are more than
     * {@link ByPriority#LIMIT}.
     *
     * @param n how many were measured
     */
    public record PriorityWait(int from, int to, long n, double mean, double p99, double max) {}

    public RunResult {
        messagesByType = Collections.unmodifiableSortedMap(new TreeMap<>(messagesByType));
        waitsByPriority = List.copyOf(waitsByPriority);
    }

    /**
     * The single figures, in the order of the result document, for averaging over runs. A figure that this run does not
     * define is left out, so that it counts neither as zero nor at all.
     */
    public Map<Metric, Double> values() {
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            double value = metric.of(this);
            if (Double.isFinite(value)) {
                values.put(metric, value);
            }
        }
        return Collections.unmodifiableMap(values);
    }
}
