package io.meshlock.cli.proof;

import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.hunt.HuntSettings;
import io.meshlock.simulator.network.Topology;
import java.util.Map;
import java.util.TreeMap;

/** The settings that a hunt takes from a scenario: those without time, and for pools with recovery the faults. */
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
        return new HuntSettings(
                spec.algorithm(), chosen(spec), spec.pool(), spec.nodes(), exact, demand, faults(spec), steps);
    }

    /** Algorithms over routed messages have no link events; those over links lose messages only when a link dies. */
    private static HuntSettings.Faults faults(WorldSpec spec) {
        boolean cancels = spec.workload().patience() != null;
        WorldSpec.Network network = spec.network();
        if (spec.recovers()) {
            return recoveringFaults(spec.failures(), network, cancels);
        }
        if (!spec.routed()) {
            return new HuntSettings.Faults(
                    network.churn() != null || network.topology() instanceof Topology.Changing,
                    network.partitions() != null,
                    network.lossyLinkDeath(),
                    cancels);
        }
        Failures.Absences absences = spec.failures().absences();
        HuntSettings.Hazards hazards = new HuntSettings.Hazards(
                thousandths(network.routing().loss()),
                thousandths(network.routing().duplicate()),
                thousandths(network.routing().reorder()),
                absences.doze() != null,
                absences.disconnect() != null || absences.outage() != null,
                absences.reboot() != null,
                false);
        return new HuntSettings.Faults(false, false, false, cancels, hazards);
    }

    private static HuntSettings.Faults recoveringFaults(Failures failures, WorldSpec.Network network, boolean cancels) {
        Failures.Datagrams datagrams = failures.datagrams();
        HuntSettings.Hazards hazards = new HuntSettings.Hazards(
                thousandths(datagrams.loss()),
                thousandths(datagrams.duplicate()),
                thousandths(datagrams.reorder()),
                false,
                false,
                false,
                false);
        Failures.Crashes crashes = failures.crash();
        HuntSettings.Wreckage wreckage = new HuntSettings.Wreckage(
                crashes != null,
                crashes != null && crashes.lostDisk() > 0,
                crashes != null && crashes.forGood() > 0,
                failures.pause() != null,
                (int) Math.round(1e6 * Math.max(0, failures.clockDrift())));
        return new HuntSettings.Faults(
                network.churn() != null, network.partitions() != null, true, cancels, hazards, wreckage);
    }

    private static int thousandths(double share) {
        return (int) Math.round(1000 * share);
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
