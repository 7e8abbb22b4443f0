package io.meshlock.simulator.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Every single figure of a run, in the order of the result document. This is the only list of them: results, tables,
 * plots, sweeps and the guide read it, so that a metric that is added here is everywhere.
 */
public enum Metric {
    ENTRIES("entries", "0.1.0", "grants", "grants in the window, whenever they were requested", run ->
            (double) run.entries()),
    ENTRIES_PER_TIME(
            "entriesPerTime", "0.1.0", "grants per time unit", "entries per time unit", RunResult::entriesPerTime),
    WAIT_MEAN(
            "waitMean",
            "0.1.0",
            "time units",
            "from request to grant, of grants in the window whose request was made in the window too: the mean",
            RunResult::waitMean),
    WAIT_P50("waitP50", "0.1.0", "time units", "the median of these waits", RunResult::waitP50),
    WAIT_P99("waitP99", "0.1.0", "time units", "the 99th percentile of these waits", RunResult::waitP99),
    WAIT_MAX("waitMax", "0.1.0", "time units", "the longest of these waits", RunResult::waitMax),
    MESSAGES_PER_ENTRY(
            "messagesPerEntry",
            "0.1.0",
            "messages per entry",
            "messages sent in the window, whether or not they arrived: over one link by an algorithm among neighbours,"
                    + " from end to end by one that writes to anybody",
            RunResult::messagesPerEntry),
    HOPS_PER_ENTRY(
            "hopsPerEntry",
            "0.1.0",
            "crossings per entry",
            "how often these messages crossed a link: the figure to compare the two families by",
            RunResult::hopsPerEntry),
    ROUTING_PER_ENTRY(
            "routingPerEntry",
            "0.1.0",
            "messages per entry",
            "the routing protocol's own messages over links; 0 without one",
            RunResult::routingPerEntry),
    ROUTING_BYTES_PER_ENTRY(
            "routingBytesPerEntry", "0.1.0", "bytes per entry", "their size", RunResult::routingBytesPerEntry),
    BROADCASTS_PER_ENTRY(
            "broadcastsPerEntry",
            "0.1.0",
            "transmissions per entry",
            "crossings if every node had a radio: messages of one type that one node sends to all neighbours within one"
                    + " step count once",
            RunResult::broadcastsPerEntry),
    BYTES_PER_ENTRY(
            "bytesPerEntry",
            "0.1.0",
            "bytes per entry",
            "the size of messages, at every link that they cross",
            RunResult::bytesPerEntry),
    BEACONS_PER_ENTRY(
            "beaconsPerEntry",
            "0.2.0",
            "datagrams per entry",
            "beacons, which are in none of the other figures: they go out at a steady pace and take the place of the"
                    + " keep-alives that links need anyway",
            RunResult.Recovery::beaconsPerEntry,
            Pools.WITH_RECOVERY),
    BEACON_BYTES_PER_ENTRY(
            "beaconBytesPerEntry",
            "0.2.0",
            "bytes per entry",
            "their size",
            RunResult.Recovery::beaconBytesPerEntry,
            Pools.WITH_RECOVERY),
    CONCURRENCY_MEAN(
            "concurrencyMean", "0.1.0", "grants", "grants held, averaged over the window", RunResult::concurrencyMean),
    UTILIZATION(
            "utilization",
            "0.1.0",
            "share",
            "permits held divided by k, averaged over the window",
            RunResult::utilization),
    FAIRNESS(
            "fairness",
            "0.1.0",
            "share",
            "Jain's index of the entries of the nodes that asked at all before the window closed: 1 if all got the same"
                    + " number, 1/n if one got everything",
            RunResult::fairness),
    OVERTAKES_PER_ENTRY(
            "overtakesPerEntry",
            "0.2.0",
            "requests per entry",
            "requests that were made earlier and still wait when one enters",
            RunResult::overtakesPerEntry),
    RECOVERIES(
            "recoveries",
            "0.2.0",
            "tokens",
            "tokens made anew, in the whole run",
            recovery -> (double) recovery.recoveries(),
            Pools.WITH_RECOVERY),
    GRANTS_LOST(
            "grantsLost",
            "0.2.0",
            "grants",
            "grants that clients lost instead of giving them back, in the whole run",
            recovery -> (double) recovery.grantsLost(),
            Pools.WITH_RECOVERY),
    INVERSIONS(
            "inversions",
            "0.1.0",
            "grants",
            "grants decided while a better request had already reached the node that decided, in the whole run",
            run -> (double) run.tally().inversions()),
    STARVED("starved", "0.1.0", "requests", "requests never served although the network had healed", run ->
            (double) run.tally().starved()),
    VIOLATIONS("violations", "0.1.0", "violations", "of safety, in the whole run", run ->
            (double) run.tally().violations()),
    EVENTS("events", "0.1.0", "events", "that the simulator handled", run ->
            (double) run.tally().events());

    /** Which pools' runs have a metric. */
    public enum Pools {
        ALL,
        WITH_RECOVERY
    }

    private static final Map<String, Metric> BY_LABEL =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Metric::label, Function.identity()));

    private final String label;
    private final String since;
    private final String unit;
    private final String meaning;
    private final Pools pools;

    @SuppressWarnings("ImmutableEnumChecker") // the functions above have no state
    private final ToDoubleFunction<RunResult> figure;

    Metric(String label, String since, String unit, String meaning, ToDoubleFunction<RunResult> figure) {
        this.label = label;
        this.since = since;
        this.unit = unit;
        this.meaning = meaning;
        this.figure = figure;
        pools = Pools.ALL;
    }

    Metric(
            String label,
            String since,
            String unit,
            String meaning,
            ToDoubleFunction<RunResult.Recovery> figure,
            Pools pools) {
        this.label = label;
        this.since = since;
        this.unit = unit;
        this.meaning = meaning;
        this.figure = run -> run.recovery() == null ? Double.NaN : figure.applyAsDouble(run.recovery());
        this.pools = pools;
    }

    /** The name that documents, tables and flags have, such as {@code waitMean}. */
    public String label() {
        return label;
    }

    public String unit() {
        return unit;
    }

    /** What exactly it measures, for the guide. */
    public String meaning() {
        return meaning;
    }

    /** The version that had it first. */
    public String since() {
        return since;
    }

    public Pools pools() {
        return pools;
    }

    /** Whether runs like this one have the metric at all, defined or not. */
    public boolean isMeasuredIn(RunResult run) {
        return pools == Pools.ALL || run.recovery() != null;
    }

    /** The run's figure; not a number if the run does not define it, such as a cost per entry where nobody entered. */
    public double of(RunResult run) {
        return figure.applyAsDouble(run);
    }

    /** All labels, in the order of the result document. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Metric::label).toList();
    }

    public static Optional<Metric> find(String label) {
        return Optional.ofNullable(BY_LABEL.get(label));
    }

    /** @throws IllegalArgumentException if there is no such metric */
    public static Metric named(String label) {
        return find(label).orElseThrow(() -> new IllegalArgumentException("there is no metric '" + label + "'"));
    }

    @Override
    public String toString() {
        return label;
    }
}
