package io.meshlock.laboratory.scenario;

import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.trace.Trace;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.WorldSpec.Churn;
import io.meshlock.simulator.WorldSpec.Network;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import io.meshlock.yaml.Numbers;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Understands {@code network}: the links at the start and what happens to them. */
final class NetworkSection {

    private static final List<String> TOPOLOGIES =
            List.of("random", "geometric", "line", "ring", "grid", "star", "full", "tree", "file");

    /** Keys that only some topologies have, with the topology that has them. */
    private static final Map<String, String> SHAPE_KEYS =
            Map.of("density", "random", "links", "random", "range", "geometric", "children", "tree", "file", "file");

    private static final List<String> KEYS = List.of(
            "topology",
            "density",
            "links",
            "range",
            "children",
            "file",
            "mobility",
            "trace",
            "delay",
            "churn",
            "linkDeath",
            "routing");

    /** The sources of links, of which exactly one may be given. */
    private static final List<String> OTHER_SOURCES =
            List.of("mobility", "topology", "density", "links", "range", "children", "file", "churn");

    /** More links than this do not fit the simulator. */
    private static final long MAX_LINKS = 1 << 28;

    private final Fields root;
    private final Fields fields;
    private final Algorithm algorithm;
    private final @Nullable TraceSection trace;
    private int nodes;
    private long pairs;

    /** @param givenNodes as the scenario has it, or null */
    NetworkSection(Fields root, Algorithm algorithm, @Nullable Integer givenNodes) {
        this.root = root;
        this.fields = new Fields(root.sectionOrEmpty("network"), "network", KEYS);
        this.algorithm = algorithm;
        Section section = fields.section("trace");
        this.trace = section == null ? null : new TraceSection(section, givenNodes);
    }

    /** The trace that the network follows, if it does; it is there before the number of nodes is known. */
    @Nullable
    Trace trace() {
        return trace == null ? null : trace.trace();
    }

    /** The network, as yet without partitions and channel faults. */
    Network resolve(int nodeCount) {
        nodes = nodeCount;
        pairs = (long) nodes * (nodes - 1) / 2;
        root.resolve("network", fields.resolved());
        Topology topology = links();
        Distribution delay = fields.distribution("delay", new Distribution.Constant(1), Distributions.SPANS);
        Churn churn = churn();
        boolean lossy = lossyLinkDeath();
        return new Network(topology, delay, churn, null, lossy, new RoutingSection(algorithm, nodes).routing(fields));
    }

    /** The links, from the source that the scenario names. */
    private Topology links() {
        if (trace != null) {
            refuseBeside("trace");
            fields.resolve("trace", trace.resolved());
            return trace.resolve(root, nodes);
        }
        Section section = fields.section("mobility");
        if (section == null) {
            return topology();
        }
        MobilitySection mobility = new MobilitySection(section);
        refuseBeside("mobility");
        fields.resolve("mobility", mobility.resolved());
        return mobility.resolve();
    }

    private void refuseBeside(String source) {
        for (String other : OTHER_SOURCES) {
            if (!other.equals(source)) {
                fields.refuse(other, "stands beside " + source, "links from one source");
            }
        }
    }

    private Topology topology() {
        String shape = fields.choice("topology", null, TOPOLOGIES);
        SHAPE_KEYS.keySet().stream().sorted().forEach(key -> {
            String owner = SHAPE_KEYS.getOrDefault(key, shape);
            if (!owner.equals(shape)) {
                fields.refuse(key, "means nothing with topology " + shape, key + " only with topology " + owner);
            }
        });
        return switch (shape) {
            case "random" -> random();
            case "geometric" -> geometric();
            case "line" -> new Topology.Line();
            case "ring" -> new Topology.Ring();
            case "grid" -> new Topology.Grid();
            case "star" -> new Topology.Star();
            case "full" -> full();
            case "tree" -> new Topology.Tree((int) fields.whole("children", 2L, Bounds.between(1, 1_000_000)));
            default -> listed();
        };
    }

    private Topology random() {
        if (!fields.isGiven("links")) {
            double density = fields.number("density", null, Bounds.between(0, 1));
            checkLinks("density", Math.round(density * pairs), Numbers.plain(density) + " gives ", leastDensity());
            return new Topology.Random(density);
        }
        fields.refuse("density", "stands beside links", "either density or links");
        long links = fields.whole("links", null, Bounds.between(0, MAX_LINKS));
        checkLinks("links", links, "", Math.max(0, nodes - 1) + " to " + pairs + " links for " + nodes + " nodes");
        // The simulator rounds density · pairs to the nearest whole number, which is exactly this number of links.
        return new Topology.Random(pairs == 0 ? 1 : (double) links / pairs);
    }

    private void checkLinks(String key, long links, String prefix, String expected) {
        if (links < nodes - 1) {
            String wrong = prefix + links + " links, too few to connect " + nodes + " nodes";
            throw fields.wrong(key, wrong, expected);
        }
        if (links > Math.min(pairs, MAX_LINKS)) {
            throw fields.wrong(key, prefix + links + " links, more than " + Math.min(pairs, MAX_LINKS), expected);
        }
    }

    /** With 2/n of all pairs linked there are n − 1 links; rounded up to what people would write. */
    private String leastDensity() {
        double least = Math.ceil(2.0 / nodes * 1e6) / 1e6;
        return "at least " + Numbers.plain(least) + " (" + (nodes - 1) + " links)";
    }

    private Topology geometric() {
        // Twelve neighbours on average: usually connected, at any size.
        double usual = 1000 * Math.sqrt(12 / (Math.PI * Math.max(1, nodes - 1)));
        double range = fields.number("range", Math.ceil(usual * 100) / 100, Bounds.above(0, 1_000_000));
        return new Topology.Geometric(range);
    }

    private Topology full() {
        if (pairs > MAX_LINKS) {
            throw fields.wrong("topology", "full has " + pairs + " links", "at most " + MAX_LINKS + " links");
        }
        return new Topology.Full();
    }

    private Topology listed() {
        String expected = "a file with one link 'a b' per line";
        String file = fields.text("file", null, expected);
        return new Topology.Listed(EdgeList.read(fields, file, nodes, expected));
    }

    private @Nullable Churn churn() {
        Section section = fields.section("churn");
        if (section == null) {
            fields.resolve("churn", Fields.NONE);
            return null;
        }
        Fields churn = new Fields(section, "network.churn", List.of("mean", "keepConnected"));
        fields.resolve("churn", churn.resolved());
        double mean = churn.number("mean", null, ScenarioResolver.POSITIVE_TIME);
        return new Churn(Ticks.of(mean), churn.toggle("keepConnected", true));
    }

    private boolean lossyLinkDeath() {
        boolean lossy = fields.choice("linkDeath", "drained", List.of("drained", "lossy"))
                .equals("lossy");
        if (lossy && !algorithm.guarantees().survivesLossyLinks()) {
            List<String> survivors = Algorithms.all().stream()
                    .filter(each -> each.guarantees().survivesLossyLinks())
                    .map(Algorithm::name)
                    .toList();
            String wrong = "lossy is more than algorithm " + algorithm.name() + " survives";
            throw fields.wrong(
                    "linkDeath", wrong, "drained, or an algorithm that does: " + String.join(", ", survivors));
        }
        return lossy;
    }
}
