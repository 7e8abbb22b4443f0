package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.Distribution;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.Ticks;
import io.meshlock.simulator.WorldSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Draws the world of a timed schedule. Its time unit is one beacon; everything else is a few of them, so that crashes, guards
 * and leases interleave in every way, and a schedule is short.
 */
final class TimedDraw {

    private static final long BEACON = Ticks.PER_UNIT;

    private final HuntSettings settings;
    private final HuntSettings.Wreckage wreckage;
    private final Dice dice;
    private final int nodes;
    private final double guard;
    private final double lease;
    private final int driftPpm;
    private final double duration;

    TimedDraw(HuntSettings settings, Dice dice) {
        this.settings = settings;
        this.wreckage = settings.faults().wreckage();
        this.dice = dice;
        // Few nodes are fast, and show most of what there is to see.
        nodes = settings.exact() || settings.nodes() < 4
                ? settings.nodes()
                : dice.between(3, dice.between(3, settings.nodes()));
        driftPpm = dice.oneOf(0, wreckage.driftPpm() / 10, wreckage.driftPpm(), wreckage.driftPpm());
        guard = dice.oneOf(10, 10, 12, 16);
        lease = dice.oneOf(4, 6, 10, 15, 20);
        duration = guard * dice.between(3, 7);
    }

    WorldSpec spec() {
        HuntSettings.Faults faults = settings.faults();
        return new WorldSpec(
                settings.algorithm(),
                pool(),
                options(),
                nodes,
                Ticks.of(duration),
                0,
                Ticks.of(patienceAfterHealing()),
                network(faults),
                workload(faults),
                WorldSpec.Hosts.STAY,
                failures(faults.hazards()));
    }

    private PoolSettings pool() {
        PoolSettings pool = settings.pool();
        int permits = settings.exact() ? pool.permits() : dice.between(1, pool.permits());
        return new PoolSettings(permits, pool.policy(), pool.aging());
    }

    /** What the scenario leaves open of the times. */
    private Options options() {
        Map<String, Long> values = new TreeMap<>(settings.options().given());
        if (settings.algorithm().options().stream().map(Option::name).anyMatch("guard"::equals)) {
            values.putIfAbsent("beacon", BEACON);
            values.putIfAbsent("guard", Ticks.of(guard));
            values.putIfAbsent("lease", Ticks.of(lease));
            values.putIfAbsent("drift-ppm", (long) driftPpm);
        }
        return Options.of(values);
    }

    /** Far more than is needed: whoever waits longer waits for ever. */
    private double patienceAfterHealing() {
        return 30 * (guard + lease) + 60 * nodes;
    }

    private WorldSpec.Network network(HuntSettings.Faults faults) {
        Distribution delay = switch (dice.below(5)) {
            case 0 -> new Distribution.Constant(0.1);
            case 1 -> new Distribution.Exponential(0.5);
            case 2 -> new Distribution.Uniform(0.01, 1.5);
            default -> new Distribution.Exponential(0.1);
        };
        WorldSpec.Churn churn = faults.churn() && dice.oneIn(3) ? new WorldSpec.Churn(Ticks.of(5), true) : null;
        WorldSpec.Partitions partitions = faults.partitions() && dice.oneIn(2)
                ? new WorldSpec.Partitions(Ticks.of(duration / 3), length(guard))
                : null;
        return new WorldSpec.Network(topology(), delay, churn, partitions, true);
    }

    private WorldSpec.Topology topology() {
        return switch (dice.below(6)) {
            case 0 -> new WorldSpec.Topology.Line();
            case 1 -> new WorldSpec.Topology.Ring();
            case 2 -> new WorldSpec.Topology.Star();
            case 3 -> new WorldSpec.Topology.Random(Math.min(1, 2.0 / nodes + dice.below(5) / 10.0));
            default -> new WorldSpec.Topology.Full();
        };
    }

    /** About this long: always, or more or less, or much less. */
    private Distribution length(double mean) {
        return switch (dice.below(3)) {
            case 0 -> new Distribution.Uniform(mean / 2, 2 * mean);
            case 1 -> new Distribution.Exponential(mean);
            default -> new Distribution.Exponential(mean / 8);
        };
    }

    private WorldSpec.Workload workload(HuntSettings.Faults faults) {
        HuntSettings.Demand demand = settings.demand();
        return new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(dice.oneOf(1, 5, 20)),
                new Distribution.Exponential(dice.oneOf(1, 5, 20) / 2.0),
                new Distribution.Uniform(demand.minPermits(), demand.maxPermits()),
                new Distribution.Uniform(demand.minPriority(), demand.maxPriority()),
                null,
                faults.cancels() && dice.oneIn(3) ? new Distribution.Exponential(2 * guard) : null,
                dice.oneOf(1, 1, 2),
                null,
                null);
    }

    private Failures failures(HuntSettings.Hazards hazards) {
        WorldSpec.Spells pause = wreckage.pause() ? spells(dice.oneOf(0, 1, 3), length((guard + lease) / 2)) : null;
        Failures.Datagrams datagrams = new Failures.Datagrams(
                dice.oneOf(0, hazards.loss() / 10, hazards.loss()) / 1000.0,
                dice.oneOf(0, hazards.duplicate()) / 1000.0,
                dice.oneOf(0, hazards.reorder()) / 1000.0,
                dice.oneOf(0, 0, hazards.loss()) / 1000.0);
        return new Failures(crashes(), pause, driftPpm / 1e6, datagrams, List.of(), true);
    }

    private Failures.@Nullable Crashes crashes() {
        WorldSpec.Spells spells = wreckage.crash() ? spells(dice.oneOf(0, 1, 2, 5), length(guard)) : null;
        if (spells == null) {
            return null;
        }
        return new Failures.Crashes(
                spells,
                wreckage.lostDisk() ? dice.oneOf(0, 20, 50) / 100.0 : 0,
                wreckage.forGood() ? dice.oneOf(0, 10, 30) / 100.0 : 0,
                dice.oneIn(2) ? new Distribution.Constant(0) : new Distribution.Uniform(0, 4));
    }

    /** So many in the schedule, on average; null if none. */
    private WorldSpec.@Nullable Spells spells(int howMany, Distribution length) {
        return howMany == 0 ? null : new WorldSpec.Spells(Ticks.of(duration * nodes / howMany), length);
    }
}
