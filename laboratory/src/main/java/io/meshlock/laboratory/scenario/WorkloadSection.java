package io.meshlock.laboratory.scenario;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Policy;
import io.meshlock.simulator.WorldSpec.Arrivals;
import io.meshlock.simulator.WorldSpec.Skew;
import io.meshlock.simulator.WorldSpec.Workload;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Understands {@code workload}: clients and their requests. */
final class WorkloadSection {

    private static final List<String> KEYS = List.of(
            "arrivals", "think", "hold", "permits", "priority", "deadline", "patience", "clients", "active", "only");

    /** Clients of all nodes. */
    private static final int MAX_CLIENTS = 100_000_000;

    private final Fields fields;
    private final Algorithm algorithm;
    private final Policy policy;
    private final int nodes;
    private final int permits;

    WorkloadSection(Fields root, Algorithm algorithm, Policy policy, int nodes, int permits) {
        this.fields = new Fields(root.sectionOrEmpty("workload"), "workload", KEYS);
        this.algorithm = algorithm;
        this.policy = policy;
        this.nodes = nodes;
        this.permits = permits;
        root.resolve("workload", fields.resolved());
    }

    Workload resolve() {
        Arrivals arrivals = fields.choice("arrivals", "closed", List.of("closed", "poisson"))
                        .equals("poisson")
                ? Arrivals.POISSON
                : Arrivals.CLOSED;
        Distribution think = fields.distribution("think", new Distribution.Exponential(10), Distributions.SPANS);
        Distribution hold = fields.distribution("hold", new Distribution.Constant(1), Distributions.SPANS);
        checkArrivals(arrivals, think, hold);
        Distribution wanted =
                fields.distribution("permits", new Distribution.Constant(1), Distributions.permits(permits));
        checkRequests(wanted);
        Distribution priority = fields.distribution("priority", new Distribution.Constant(0), Distributions.PRIORITIES);
        Distribution deadline = fields.optionalDistribution("deadline", Distributions.SPANS);
        if (deadline == null && policy == Policy.DEADLINE) {
            throw fields.wrong("deadline", "missing although the policy is deadline", Distributions.SPANS.expected());
        }
        Distribution patience = fields.optionalDistribution("patience", Distributions.POSITIVE_SPANS);
        int clients = (int) fields.whole("clients", 1L, Bounds.between(1, Math.max(1, MAX_CLIENTS / nodes)));
        Skew skew = skew();
        List<Integer> only = fields.wholesOrAll("only", Bounds.between(0, nodes - 1));
        return new Workload(arrivals, think, hold, wanted, priority, deadline, patience, clients, skew, only);
    }

    private void checkArrivals(Arrivals arrivals, Distribution think, Distribution hold) {
        if (arrivals == Arrivals.POISSON && !(think instanceof Distribution.Exponential)) {
            throw fields.wrong("think", think + " does not make poisson arrivals", "exponential MEAN");
        }
        // A client that is served at once would ask again and again at the same instant, for ever.
        if (Ticks.of(think.mean()) == 0 && Ticks.of(hold.mean()) == 0) {
            throw fields.wrong("think", "think and hold are both 0, so time would stand still", "one of them above 0");
        }
    }

    private void checkRequests(Distribution wanted) {
        int most = algorithm.guarantees().capacity().request();
        if (wanted.wholeMax() > most) {
            String wrong = wanted + " is more than algorithm " + algorithm.name() + " grants to one request";
            throw fields.wrong(
                    "permits", wrong, "at most " + most + "; a node may make several requests at once (clients)");
        }
    }

    private @Nullable Skew skew() {
        Section section = fields.section("active");
        if (section == null) {
            fields.resolve("active", Fields.NONE);
            return null;
        }
        Fields active = new Fields(section, "workload.active", List.of("share", "load"));
        fields.resolve("active", active.resolved());
        Bounds share = Bounds.inside(0, 1);
        return new Skew(active.number("share", null, share), active.number("load", null, share));
    }
}
