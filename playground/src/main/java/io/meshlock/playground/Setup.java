package io.meshlock.playground;

import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.Episodes;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.RecordedLinks;
import io.meshlock.simulator.network.Topology;
import io.meshlock.yaml.Place;
import io.meshlock.yaml.Value;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a session begins with.
 *
 * @param scenario a scenario file's text
 * @param algorithm takes the place of the scenario's; empty: the scenario's own
 * @param seed of the run
 * @param links the links at the start instead of the scenario's topology, as {@code 0-1 1-2}; empty: the topology's
 * @param clients whether the scenario's clients ask by themselves
 * @param hands whether hands may do what scenarios leave to chance: nodes of algorithms that can take it come and go
 * @param machines whether machines may fail although the algorithm was not made for it
 */
record Setup(
        String scenario, String algorithm, long seed, String links, boolean clients, boolean hands, boolean machines) {

    /** Longer than anybody plays. */
    private static final long NEVER = Ticks.of(1e9);

    /** Exactly the run that {@code ./meshlock sim} makes. */
    static Setup run(String scenario, long seed) {
        return new Setup(scenario, "", seed, "", true, false, false);
    }

    /** The scenario, understood. */
    Scenario resolve() {
        Section tree = ScenarioReader.tree("scenario", scenario);
        if (algorithm.isEmpty()) {
            return Scenario.resolve(tree);
        }
        Place place = tree.place();
        Section changed = tree.with("algorithm", new Text(place, algorithm, false));
        return Scenario.resolve(changed.with("options", options(changed, Algorithms.named(algorithm))));
    }

    /** Those options of the scenario that the other algorithm has as well. */
    private static Section options(Section tree, Algorithm algorithm) {
        Map<String, Value> kept = new LinkedHashMap<>();
        if (tree.get("options") instanceof Section given) {
            List<String> known = algorithm.options().stream().map(Option::name).toList();
            given.entries().forEach((name, value) -> {
                if (known.contains(name)) {
                    kept.put(name, value);
                }
            });
        }
        return new Section(tree.place(), kept);
    }

    /** The world to run. */
    WorldSpec spec(Scenario resolved) {
        WorldSpec spec = resolved.spec();
        WorldSpec.Network network = spec.network();
        if (!links.isEmpty()) {
            network = new WorldSpec.Network(
                    topology(spec.nodes()),
                    network.delay(),
                    network.churn(),
                    network.partitions(),
                    network.lossyLinkDeath(),
                    network.routing());
        }
        return spec.toBuilder()
                .network(network)
                .workload(clients ? spec.workload() : silent(spec.workload()))
                .failures(failures(spec))
                .build();
    }

    /** The scenario's failures, and those that hands may bring about. */
    private Failures failures(WorldSpec spec) {
        Guarantees promises = spec.algorithm().guarantees();
        Failures failures = spec.failures();
        if (hands && failures.absences().isNone() && promises.hosts() == Guarantees.Hosts.COME_AND_GO) {
            Episodes never = new Episodes(NEVER, new Distribution.Constant(Ticks.toUnits(NEVER)));
            failures = failures.withAbsences(new Failures.Absences(never, never, never, never));
        }
        if (machines && !spec.recovers() && promises.reach() == Guarantees.Reach.NEIGHBOURS) {
            // A plan that does nothing: what counts is that there may be one.
            failures = failures.withPlan(List.of(new Failures.Planned(spec.duration(), new Failures.Fault.Mend())));
        }
        return failures;
    }

    private static WorldSpec.Workload silent(WorldSpec.Workload workload) {
        return new WorldSpec.Workload(
                workload.arrivals(),
                workload.think(),
                workload.hold(),
                workload.permits(),
                workload.priority(),
                workload.deadline(),
                workload.patience(),
                workload.clients(),
                null,
                List.of());
    }

    /** Given links. If they leave the mesh in parts, the parts that node 0 is not in come up at the first tick. */
    private Topology topology(int nodes) {
        List<Topology.Link> given = parse(links);
        boolean[] reached = reached(given, nodes);
        for (boolean each : reached) {
            if (!each) {
                RecordedLinks.Builder builder = new RecordedLinks.Builder();
                given.forEach(link -> builder.add(0, link.a(), link.b(), true));
                int[] numbers = new int[nodes];
                Arrays.setAll(numbers, node -> node);
                return new Topology.Recorded(builder.build(numbers, 0));
            }
        }
        return new Topology.Listed(given);
    }

    /** True if links come up at the first tick. */
    boolean beginsInParts(int nodes) {
        if (links.isEmpty()) {
            return false;
        }
        boolean[] reached = reached(parse(links), nodes);
        return parse(links).stream().anyMatch(link -> !reached[link.a()]);
    }

    /** The nodes that node 0 has a way to. */
    private static boolean[] reached(List<Topology.Link> links, int nodes) {
        boolean[] reached = new boolean[nodes];
        reached[0] = true;
        for (boolean more = true; more; ) {
            more = false;
            for (Topology.Link link : links) {
                if (reached[link.a()] != reached[link.b()]) {
                    reached[link.a()] = true;
                    reached[link.b()] = true;
                    more = true;
                }
            }
        }
        return reached;
    }

    private static List<Topology.Link> parse(String links) {
        List<Topology.Link> parsed = new ArrayList<>();
        for (String link : links.trim().split("\\s+", -1)) {
            String[] ends = link.split("-", -1);
            int a = Integer.parseInt(ends[0]);
            int b = Integer.parseInt(ends[1]);
            parsed.add(new Topology.Link(Math.min(a, b), Math.max(a, b)));
        }
        return parsed;
    }
}
