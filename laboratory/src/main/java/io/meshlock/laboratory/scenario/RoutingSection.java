package io.meshlock.laboratory.scenario;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees.Reach;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.routing.RouteProtocol;
import io.meshlock.simulator.routing.Routing;
import io.meshlock.yaml.Numbers;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.util.List;
import java.util.function.Predicate;

/**
 * Understands {@code network.routing} and the faults of end-to-end channels: {@code faults.loss}, {@code duplicate}
 * and {@code reorder}. All of it is for algorithms whose nodes write to anybody.
 */
final class RoutingSection {

    /** The faults of end-to-end channels, which links do not have. */
    static final List<String> CHANNEL_FAULTS = List.of("loss", "duplicate", "reorder");

    private static final String SHORTEST_PATH = "shortest-path";
    private static final String DISTANCE_VECTOR = "distance-vector";
    private static final List<String> PROTOCOLS = List.of(SHORTEST_PATH, DISTANCE_VECTOR);

    /** Every node has an entry per node, so memory grows with the square: 4 million entries of 16 bytes. */
    private static final int MOST_NODES = 2000;

    private static final Bounds SHARE = Bounds.between(0, 0.95);

    private final Algorithm algorithm;
    private final boolean routed;
    private final int nodes;

    RoutingSection(Algorithm algorithm, int nodes) {
        this.algorithm = algorithm;
        this.routed = algorithm.guarantees().reach() == Reach.ANYBODY;
        this.nodes = nodes;
    }

    /** The routing, as yet without channel faults. */
    Routing routing(Fields network) {
        if (!routed) {
            String wrong = "means nothing to algorithm " + algorithm.name() + ", whose nodes write to neighbours only";
            network.refuse(
                    "routing", wrong, "no routing, or an algorithm that needs it: " + names(this::reachesAnybody));
            return Routing.IDEAL;
        }
        Section section = network.sectionOrWord("routing", "protocol");
        Fields fields =
                new Fields(section, "network.routing", List.of("protocol", "noRoute", "period", "trigger", "ttl"));
        network.resolve("routing", fields.resolved());
        String protocol = fields.choice("protocol", SHORTEST_PATH, PROTOCOLS);
        boolean survives = algorithm.guarantees().survivesLossyLinks();
        boolean waits = fields.choice(
                        "noRoute",
                        survives && protocol.equals(DISTANCE_VECTOR) ? "drop" : "wait",
                        List.of("wait", "drop"))
                .equals("wait");
        if (!waits && !survives) {
            throw fields.wrong("noRoute", "drop" + beyond(), "wait, or an algorithm that does" + survivors());
        }
        return new Routing(protocol(fields, protocol), waits, 0, 0, 0);
    }

    private RouteProtocol protocol(Fields fields, String protocol) {
        if (protocol.equals(SHORTEST_PATH)) {
            for (String key : List.of("period", "trigger", "ttl")) {
                fields.refuse(key, "means nothing with shortest-path", key + " only with distance-vector");
            }
            return new RouteProtocol.ShortestPath();
        }
        if (nodes > MOST_NODES) {
            String wrong = "distance-vector keeps a route per pair of " + nodes + " nodes";
            throw fields.wrong("protocol", wrong, "at most " + MOST_NODES + " nodes, or shortest-path");
        }
        double period = fields.number("period", 15.0, ScenarioResolver.POSITIVE_TIME);
        double trigger = fields.number("trigger", 0.5, Bounds.between(0.001, Distributions.MAX_TIME));
        long ttl = fields.whole("ttl", Math.max(64L, nodes), Bounds.between(1, 1_000_000));
        return new RouteProtocol.DistanceVector(Ticks.of(period), Ticks.of(trigger), (int) ttl);
    }

    /** The same routing with channel faults. */
    Routing withFaults(Routing routing, Fields faults) {
        if (!routed) {
            CHANNEL_FAULTS.forEach(key -> refuseAboveZero(faults, key));
            return routing;
        }
        double loss = faults.number("loss", 0.0, SHARE);
        double duplicate = faults.number("duplicate", 0.0, SHARE);
        double reorder = faults.number("reorder", 0.0, SHARE);
        checkSurvival(faults, "loss", loss);
        checkSurvival(faults, "duplicate", duplicate);
        return new Routing(routing.protocol(), routing.waitForRoute(), loss, duplicate, reorder);
    }

    /** Links lose nothing while they live, and keep the order. */
    private void refuseAboveZero(Fields faults, String key) {
        if (faults.isGiven(key) && faults.number(key, 0.0, SHARE) > 0) {
            String wrong = "links are reliable, and algorithm " + algorithm.name() + " relies on that";
            String expected =
                    "0, network.linkDeath: lossy, options.recovery: 1 with prioritized, or an algorithm over routing: "
                            + names(this::reachesAnybody);
            throw faults.wrong(key, wrong, expected);
        }
    }

    private void checkSurvival(Fields faults, String key, double share) {
        if (share > 0 && !algorithm.guarantees().survivesLossyLinks()) {
            throw faults.wrong(key, Numbers.plain(share) + beyond(), "0, or an algorithm that does" + survivors());
        }
    }

    private String beyond() {
        return " is more than algorithm " + algorithm.name() + " survives";
    }

    private String survivors() {
        String names = names(each -> reachesAnybody(each) && each.guarantees().survivesLossyLinks());
        return names.isEmpty() ? "" : ": " + names;
    }

    private boolean reachesAnybody(Algorithm each) {
        return each.guarantees().reach() == Reach.ANYBODY;
    }

    private static String names(Predicate<Algorithm> which) {
        return String.join(
                ", ",
                Algorithms.all().stream().filter(which).map(Algorithm::name).toList());
    }
}
