package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.narrative.MeshSettings;
import io.meshlock.simulator.narrative.NarrativeMesh;
import io.meshlock.simulator.narrative.Topology;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Schedules made by hand about operators, each for one safeguard. */
final class OperatedProbes {

    /** No probe needs nearly as many messages. */
    private static final int CAP = 1_000;

    private OperatedProbes() {}

    /**
     * A request that became too large does not block others, although its node is slow to hear of it and withdraw it.
     */
    static @Nullable String tooLarge(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.line("a", "b"), 3);
        mesh.request("a", 3, 0);
        mesh.request("b", 3, 9);
        mesh.deliverAll(CAP);
        String small = mesh.request("a", 1, 0);
        mesh.resize("a", 2);
        mesh.release("a1");
        return mesh.inside().contains(small)
                ? null
                : "too large: a request that fits waits for one that cannot be served";
    }

    /** Nodes behind a node that leaves fall silent, although floods pass that node, and are served when it is back. */
    static @Nullable String behind(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.line("a", "b", "c", "d"), 1);
        mesh.leave("b");
        mesh.request("d", 1, 0);
        if (!mesh.deliverAll(CAP)) {
            return "behind: two nodes behind one that leaves are not silent after " + CAP + " messages";
        }
        mesh.comeBack("b");
        mesh.finish(CAP);
        return mesh.waiting().isEmpty() ? null : "behind: a request waits although the path is there again";
    }

    /** A node with a release that it can send to no neighbour may not leave. */
    static @Nullable String news(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.line("c", "a", "b"), 1);
        String held = mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        mesh.leave("a");
        mesh.leave("b");
        mesh.deliverAll(CAP);
        mesh.takeLog();
        mesh.release(held);
        mesh.deliverAll(CAP);
        if (mesh.takeLog().contains("  b may leave")) {
            return "news: a node may leave with a release that nobody else knows of";
        }
        mesh.comeBack("a");
        mesh.deliverAll(CAP);
        return mesh.takeLog().contains("  b may leave") ? null : "news: a node that has told everything is not let go";
    }

    /** At least 1 % more messages per grant than the algorithm itself needs for the same schedules. */
    static @Nullable String effort(Algorithm algorithm) {
        long before = messages(Heirless.of(Algorithms.named("prioritized")));
        long after = messages(algorithm);
        return 1_000 * after > 1_010 * before // deterministic: the same schedules for both
                ? "effort: " + after + " instead of " + before + " messages per thousand grants"
                : null;
    }

    private static long messages(Algorithm algorithm) {
        HuntSettings settings = HuntSettings.small(algorithm, true).operated().withNodes(12, true);
        Tally tally = new Tally();
        for (long seed = 1; seed <= 600; seed++) {
            new Schedule(settings, seed, tally).run();
        }
        return 1_000 * tally.of(Event.DELIVERIES) / tally.of(Event.GRANTS);
    }

    private static NarrativeMesh mesh(Algorithm algorithm, Topology topology, int permits) {
        return mesh(algorithm, topology, permits, Map.of());
    }

    private static NarrativeMesh mesh(Algorithm algorithm, Topology topology, int permits, Map<String, Long> options) {
        PoolSettings pool = PoolSettings.permits(permits).withAging(PoolSettings.NO_AGING);
        return new NarrativeMesh(algorithm, topology, new MeshSettings(pool, true, Options.of(options)));
    }
}
