package io.meshlock.chaos;

import static io.meshlock.chaos.ChaosSettings.seconds;

import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.network.Graph;
import io.meshlock.simulator.network.LinkHistory;
import io.meshlock.simulator.network.Topologies;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A scenario as the programs want it: links over time, load, pool and faults, with a time unit of one second. */
final class TestbedPlan {

    private static final int BEACONS_PER_LEASE = 20;
    private static final int BEACONS_PER_ELECTION_TIMEOUT = 10;
    private static final double DRIFT = 0.01;

    private final Scenario scenario;
    private final WorldSpec spec;
    private final ChaosSettings settings;

    private TestbedPlan(Scenario scenario, ChaosSettings settings) {
        this.scenario = scenario;
        this.spec = scenario.spec();
        this.settings = settings;
    }

    /** The plan as a document; a scenario that cannot be played by real hosts is an error that names the place. */
    static Map<String, Object> of(Scenario scenario, ChaosSettings settings, List<String> java, List<String> before) {
        return new TestbedPlan(scenario, settings).document(java, before);
    }

    private Map<String, Object> document(List<String> java, List<String> before) {
        if (spec.network().churn() != null) {
            throw scenario.impossible(
                    "network.churn", "links of real hosts do not change at random", "a topology, mobility or a trace");
        }
        if (spec.pool().policy() == Policy.DEADLINE) {
            throw scenario.impossible("policy", "clients of a testbed have no deadlines", "another policy");
        }
        if (!spec.algorithm().options().containsAll(RecoverySettings.OPTIONS)) {
            throw scenario.impossible(
                    "algorithm",
                    "real hosts crash, and '" + spec.algorithm().name() + "' does not recover",
                    "one with recovery, such as prioritized");
        }
        Map<String, Object> plan = new LinkedHashMap<>();
        plan.put("scenario", scenario.name());
        plan.put("seed", settings.seed());
        plan.put("hosts", spec.nodes());
        plan.put("seconds", seconds(settings.length()));
        plan.put("pool", pool());
        plan.put("network", network());
        plan.put("workload", workload());
        plan.put("chaos", chaos());
        plan.put("java", java);
        plan.put("before", before);
        plan.put("links", links());
        return plan;
    }

    private Map<String, Object> pool() {
        double lease = seconds(settings.lease());
        Map<String, Object> pool = new LinkedHashMap<>();
        pool.put("permits", spec.pool().permits());
        pool.put("policy", spec.pool().policy().label());
        pool.put("aging", spec.pool().aging());
        pool.put("algorithm", spec.algorithm().name());
        pool.put("options", ownOptions());
        pool.put("lease", lease);
        pool.put("beacon", lease / BEACONS_PER_LEASE);
        pool.put("electionTimeout", lease / BEACONS_PER_LEASE * BEACONS_PER_ELECTION_TIMEOUT);
        pool.put("drift", DRIFT);
        return pool;
    }

    /** The algorithm's own options; those of recovery follow from the lease. */
    private Map<String, Long> ownOptions() {
        Map<String, Long> own = new TreeMap<>(spec.options().given());
        RecoverySettings.OPTIONS.forEach(option -> own.remove(option.name()));
        return own;
    }

    private Map<String, Object> network() {
        Distribution delay = spec.network().delay();
        Failures.Datagrams datagrams = spec.failures().datagrams();
        Map<String, Object> network = new LinkedHashMap<>();
        network.put("delay", delay.toString());
        network.put("meanDelay", delay.mean());
        network.put("loss", datagrams.loss());
        network.put("duplicate", datagrams.duplicate());
        network.put("reorder", datagrams.reorder());
        return network;
    }

    private Map<String, Object> workload() {
        WorldSpec.Workload given = spec.workload();
        Map<String, Object> workload = new LinkedHashMap<>();
        workload.put("think", given.think().toString());
        workload.put("hold", given.hold().toString());
        workload.put("permits", given.permits().toString());
        workload.put("priority", given.priority().toString());
        workload.put("clients", given.clients());
        return workload;
    }

    private Map<String, Object> chaos() {
        Map<String, Object> chaos = new LinkedHashMap<>();
        chaos.put("on", settings.on());
        chaos.put("kinds", settings.kinds());
        chaos.put("every", seconds(settings.every()));
        chaos.put("storm", seconds(settings.storm()));
        chaos.put("reserve", settings.reserve());
        chaos.put("slack", settings.slack());
        return chaos;
    }

    /** Changes of links as [second, low, high, up]: those of the simulator for the same seed. */
    private List<List<Object>> links() {
        RandomStreams streams = new RandomStreams(settings.seed());
        if (spec.network().topology() instanceof Topology.Changing changing) {
            long duration = Ticks.of(seconds(settings.length()));
            return changes(changing.history(spec.nodes(), duration, streams.seedOf(Concern.MOBILITY)));
        }
        Graph graph = graph(streams);
        List<List<Object>> links = new ArrayList<>();
        for (int link = 0; link < graph.links(); link++) {
            links.add(List.of(0.0, graph.low(link), graph.high(link), true));
        }
        return links;
    }

    private Graph graph(RandomStreams streams) {
        try {
            return Topologies.create(spec.network().topology(), spec.nodes(), streams.of(Concern.TOPOLOGY));
        } catch (IllegalArgumentException e) {
            throw scenario.impossible("network", String.valueOf(e.getMessage()), "a network that is connected");
        }
    }

    private static List<List<Object>> changes(LinkHistory history) {
        List<List<Object>> links = new ArrayList<>();
        while (history.next()) {
            links.add(List.of(Ticks.toUnits(history.time()), history.low(), history.high(), history.isUp()));
        }
        return links;
    }
}
