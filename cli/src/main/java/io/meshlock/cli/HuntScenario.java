package io.meshlock.cli;

import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.simulator.Distribution;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.hunt.HuntSettings;
import java.util.Map;
import java.util.TreeMap;

/** What a hunt takes from a scenario: everything that has no time in it. */
final class HuntScenario {

    private static final int PRIORITIES = 10;

    private HuntScenario() {}

    static HuntSettings settings(Scenario scenario, int steps, boolean exact) {
        WorldSpec spec = scenario.spec();
        if (spec.nodes() > HuntSettings.MAX_NODES) {
            throw scenario.impossible(
                    "nodes", spec.nodes() + " nodes are too many for a hunt", "at most " + HuntSettings.MAX_NODES);
        }
        WorldSpec.Workload workload = spec.workload();
        int minPermits = Math.max(1, workload.permits().wholeMin());
        int minPriority = workload.priority().wholeMin();
        HuntSettings.Demand demand = new HuntSettings.Demand(
                minPermits,
                Math.max(
                        minPermits,
                        Math.min(spec.pool().permits(), workload.permits().wholeMax())),
                minPriority,
                Math.max(minPriority, highestPriority(workload.priority())),
                workload.deadline() != null);
        HuntSettings.Faults faults = new HuntSettings.Faults(
                spec.network().churn() != null || spec.network().topology() instanceof WorldSpec.Topology.Changing,
                spec.network().partitions() != null,
                spec.network().lossyLinkDeath(),
                workload.patience() != null);
        return new HuntSettings(
                spec.algorithm(), chosen(spec), spec.pool(), spec.nodes(), exact, demand, faults, steps);
    }

    /** Options that differ from their defaults; a hunt may vary the others. */
    private static Options chosen(WorldSpec spec) {
        Map<String, Long> values = new TreeMap<>(spec.options().given());
        for (Option option : spec.algorithm().options()) {
            values.remove(option.name(), option.defaultValue());
        }
        return Options.of(values);
    }

    /** An exponential distribution has no largest value; a few priorities serve as well. */
    private static int highestPriority(Distribution priority) {
        return priority.wholeMax() == Integer.MAX_VALUE ? priority.wholeMin() + PRIORITIES - 1 : priority.wholeMax();
    }
}
