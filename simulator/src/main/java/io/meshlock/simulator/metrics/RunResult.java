package io.meshlock.simulator.metrics;

import io.meshlock.journal.ByPriority;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one run; times in time units. {@link Metrics} says what exactly each one measures. Figures that a run
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
        double entriesPerTime,
        List<PriorityWait> waitsByPriority,
        @Nullable Recovery recovery,
        Tally tally) {

    /**
     * @param beaconsPerEntry datagrams, which are in no other figure
     * @param beaconBytesPerEntry their size
     * @param recoveries tokens made anew
     * @param grantsLost grants that their clients lost instead of giving them back
     */
    public record Recovery(double beaconsPerEntry, double beaconBytesPerEntry, long recoveries, long grantsLost) {}

    /**
     * What the metrics cannot see for themselves: the checkers' and the world's counts.
     *
     * @param inversions grants decided while a better request had already reached whoever decided
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
     * The single figures by name, in the order of the result document, for averaging over runs. A figure that this run
     * does not define is left out, so that it counts neither as zero nor at all.
     */
    public Map<String, Double> values() {
        Map<String, Double> values = new LinkedHashMap<>();
        put(values, "entries", (double) entries);
        put(values, "waitMean", waitMean);
        put(values, "waitP50", waitP50);
        put(values, "waitP99", waitP99);
        put(values, "waitMax", waitMax);
        put(values, "messagesPerEntry", messagesPerEntry);
        put(values, "hopsPerEntry", hopsPerEntry);
        put(values, "routingPerEntry", routingPerEntry);
        put(values, "routingBytesPerEntry", routingBytesPerEntry);
        put(values, "broadcastsPerEntry", broadcastsPerEntry);
        put(values, "bytesPerEntry", bytesPerEntry);
        if (recovery != null) {
            put(values, "beaconsPerEntry", recovery.beaconsPerEntry());
            put(values, "beaconBytesPerEntry", recovery.beaconBytesPerEntry());
            put(values, "recoveries", (double) recovery.recoveries());
            put(values, "grantsLost", (double) recovery.grantsLost());
        }
        put(values, "concurrencyMean", concurrencyMean);
        put(values, "utilization", utilization);
        put(values, "fairness", fairness);
        put(values, "entriesPerTime", entriesPerTime);
        put(values, "inversions", (double) tally.inversions());
        put(values, "starved", (double) tally.starved());
        put(values, "violations", (double) tally.violations());
        put(values, "events", (double) tally.events());
        return Collections.unmodifiableMap(values);
    }

    private static void put(Map<String, Double> values, String name, double value) {
        if (Double.isFinite(value)) {
            values.put(name, value);
        }
    }
}
