package io.meshlock.simulator.hunt;

import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldCheckers;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.explore.Exploration;
import io.meshlock.simulator.explore.Explorer;
import io.meshlock.simulator.explore.Graphs;
import io.meshlock.simulator.explore.Trace;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.narrative.Topology;
import io.meshlock.simulator.network.Topology.Random;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that hunts do not make, mostly because they concern neither safety nor liveness: order, aging and effort.
 */
final class Probes {

    private static final int NODES = 5;

    private Probes() {}

    /**
     * In a network that never changes no node raises itself, no grant comes back unused, no request changes its key.
     */
    static @Nullable String calm(Algorithm algorithm) {
        HuntSettings settings = HuntSettings.small(algorithm, true)
                .withPool(PoolSettings.permits(4).withAging(PoolSettings.NO_AGING))
                .withFaults(new HuntSettings.Faults(false, false, true, false))
                .withNodes(8, true);
        Tally tally = new Tally();
        for (long seed = 1; seed <= 300; seed++) {
            Failure failure = new Schedule(settings, seed, tally).run();
            if (failure != null) {
                return "calm: " + failure;
            }
        }
        long custody = tally.delivered().getOrDefault("GRANT", 0L)
                + tally.delivered().getOrDefault("RELEASE", 0L)
                + tally.delivered().getOrDefault("TOKEN", 0L);
        if (tally.delivered().getOrDefault("LINK", 0L) > custody / 32) {
            return "calm: needless LINKs, " + tally.delivered();
        }
        // A sign of life may move a registration while its grant is on the way: that is rare.
        if (1_000 * tally.of(Event.BOUNCED_GRANTS) > tally.of(Event.GRANTS) || tally.of(Event.RENAMED) > 0) {
            return "calm: " + tally.of(Event.BOUNCED_GRANTS) + " grants came back unused, " + tally.of(Event.RENAMED)
                    + " requests renamed";
        }
        return null;
    }

    /** At least 1.5 % more messages per grant than the algorithm itself needs for the same schedules. */
    static @Nullable String effort(Algorithm anchored, Algorithm moving) {
        long before = effort(Heirless.of(Algorithms.named("prioritized")));
        long after = effort(anchored);
        if (1_000 * after > 1_015 * before) { // deterministic: the same schedules for both
            return "effort: " + after + " instead of " + before + " messages per thousand grants";
        }
        before = effort(Algorithms.named("prioritized-moving"));
        after = effort(moving);
        return 1_000 * after > 1_015 * before
                ? "effort: " + after + " instead of " + before + " messages per thousand grants, moving"
                : null;
    }

    /** Messages per thousand grants, with all faults. */
    static long effort(Algorithm algorithm) {
        HuntSettings settings = HuntSettings.small(algorithm, true).withNodes(12, true);
        Tally tally = new Tally();
        for (long seed = 1; seed <= 600; seed++) {
            new Schedule(settings, seed, tally).run();
        }
        return 1_000 * tally.of(Event.DELIVERIES) / tally.of(Event.GRANTS);
    }

    /** Requests that have all arrived are served by priority. */
    static @Nullable String order(Algorithm algorithm) {
        for (long seed = 1; seed <= 200; seed++) {
            Dice dice = new Dice(seed);
            HuntSettings settings = quiet(algorithm, PoolSettings.NO_AGING);
            HuntMesh mesh = new HuntMesh(settings, InitialMesh.draw(settings, dice), new Tally());
            int first = mesh.request(dice.below(NODES), 1, 0, PermitRequest.NO_DEADLINE);
            deliverAll(mesh, dice);
            int[] byPriority = new int[4];
            int shift = dice.below(4);
            for (int i = 0; i < 4; i++) {
                int priority = (i + shift) % 4;
                byPriority[priority] = mesh.request(dice.below(NODES), 1, priority, PermitRequest.NO_DEADLINE);
            }
            deliverAll(mesh, dice);
            mesh.release(first);
            for (int priority = 3; priority >= 0; priority--) {
                deliverAll(mesh, dice);
                if (!mesh.requests.held.contains(byPriority[priority])) {
                    return "order: priority " + priority + " was passed over in seed " + seed;
                }
                mesh.release(byPriority[priority]);
            }
        }
        return null;
    }

    /** A request of a node that heard of no grant for long does not count as old: it waits behind better ones. */
    static @Nullable String lateClock(Algorithm algorithm) {
        HuntSettings settings = quiet(algorithm, 10);
        Dice dice = new Dice(3);
        HuntMesh mesh = new HuntMesh(settings, InitialMesh.draw(settings, dice), new Tally());
        for (int i = 0; i < 100; i++) {
            mesh.release(mesh.request(0, 1, 0, PermitRequest.NO_DEADLINE));
        }
        int holder = mesh.request(0, 1, 0, PermitRequest.NO_DEADLINE);
        int better = mesh.request(0, 1, 1, PermitRequest.NO_DEADLINE);
        int late = mesh.request(NODES - 1, 1, 0, PermitRequest.NO_DEADLINE);
        deliverAll(mesh, dice);
        mesh.release(holder);
        deliverAll(mesh, dice);
        return mesh.requests.held.contains(late) || !mesh.requests.held.contains(better)
                ? "age: a request from a node with a late clock overtook a better one"
                : null;
    }

    /** A request ages and is served, however often its node's grant counter is corrected. */
    static @Nullable String growsOld(Algorithm algorithm) {
        int aging = 3;
        HuntSettings settings = quiet(algorithm, aging);
        Dice dice = new Dice(3);
        HuntMesh mesh = new HuntMesh(settings, line(settings), new Tally());
        mesh.request(0, 1, 5, PermitRequest.NO_DEADLINE);
        int old = mesh.request(1, 1, 0, PermitRequest.NO_DEADLINE);
        for (int grants = 0; grants < 400; grants++) {
            mesh.request(0, 1, 5, PermitRequest.NO_DEADLINE);
            if (grants % 8 == 7) {
                int passing = mesh.request(2, 1, 0, PermitRequest.NO_DEADLINE);
                deliverAll(mesh, dice); // on its way it makes the clocks leap by more than the aging
                mesh.cancel(passing);
                deliverAll(mesh, dice);
            }
            mesh.release(mesh.requests.held.at(0));
            if (mesh.requests.held.isEmpty()) {
                deliverAll(mesh, dice);
            }
            if (mesh.requests.held.contains(old)) {
                return null;
            }
        }
        return "age: a request was overtaken 400 times although five priorities are worth " + 5 * aging + " grants";
    }

    /** The first random graph that is a line. */
    private static InitialMesh line(HuntSettings settings) {
        for (long seed = 1; ; seed++) {
            InitialMesh layout = InitialMesh.draw(settings, new Dice(seed));
            boolean fits = true;
            for (int a = 0; a < layout.nodes; a++) {
                for (int b = a + 1; b < layout.nodes; b++) {
                    fits &= layout.areLinked(a, b) == (b == a + 1);
                }
            }
            if (fits) {
                return layout;
            }
        }
    }

    /** A node that asks alone ends with the token and pays nothing. */
    static @Nullable String alone(Algorithm algorithm) {
        HuntSettings settings = quiet(algorithm, 10).withOptions(Options.DEFAULTS);
        Dice dice = new Dice(3);
        Tally tally = new Tally();
        HuntMesh mesh = new HuntMesh(settings, line(settings), tally);
        long before = 0;
        for (int i = 0; i < 20; i++) {
            before = tally.of(Event.DELIVERIES);
            int request = mesh.request(NODES - 1, 1, 0, PermitRequest.NO_DEADLINE);
            deliverAll(mesh, dice);
            mesh.release(request);
            deliverAll(mesh, dice);
        }
        long last = tally.of(Event.DELIVERIES) - before;
        return last == 0 ? null : "alone: the twentieth entry still takes " + last + " messages";
    }

    /** A part of the mesh without the token falls silent although a request waits in it. */
    static @Nullable String cutOff(Algorithm algorithm) {
        HuntSettings settings = quiet(algorithm, 10);
        Dice dice = new Dice(3);
        HuntMesh mesh = new HuntMesh(settings, line(settings), new Tally());
        mesh.cut(0, 1);
        mesh.request(NODES - 1, 1, 0, PermitRequest.NO_DEADLINE);
        for (int i = 0; i < 2_000; i++) {
            if (mesh.links.busy().isEmpty()) {
                return null;
            }
            mesh.deliver(dice.pick(mesh.links.busy()));
        }
        return "cut off: " + NODES + " nodes are not silent after 2000 messages";
    }

    /** A large request is overtaken as often as allowed, and then served. */
    static @Nullable String overtaking(Algorithm algorithm) {
        HuntSettings settings = HuntSettings.small(algorithm, false)
                .withPool(PoolSettings.permits(2).withAging(PoolSettings.NO_AGING))
                .withOptions(Options.of(Map.of("overtakes", 2L)))
                .withNodes(2, true);
        HuntMesh mesh = new HuntMesh(settings, InitialMesh.draw(settings, new Dice(1)), new Tally());
        int held = mesh.request(0, 1, 0, PermitRequest.NO_DEADLINE);
        int large = mesh.request(0, 2, 0, PermitRequest.NO_DEADLINE);
        for (int i = 0; i < 20; i++) {
            int small = mesh.request(0, 1, 0, PermitRequest.NO_DEADLINE);
            mesh.release(held);
            if (mesh.requests.held.contains(large)) {
                return null;
            }
            held = small;
        }
        return "overtaking: a large request was overtaken 20 times";
    }

    /**
     * A timed run with links that die, judged by the checkers of {@code sim}, which also check that decisions stand.
     */
    static @Nullable String checked(Algorithm algorithm) {
        WorldSpec.Network network = new WorldSpec.Network(
                new Random(0.25),
                new Distribution.Uniform(0.5, 2),
                new WorldSpec.Churn(Ticks.of(10), true),
                null,
                true);
        WorldSpec.Workload workload = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(10),
                new Distribution.Exponential(1),
                new Distribution.Uniform(1, 2),
                new Distribution.Uniform(0, 9),
                null,
                null,
                1,
                null,
                null);
        WorldSpec spec = WorldSpec.builder(algorithm)
                .pool(PoolSettings.permits(4))
                .nodes(20)
                .duration(Ticks.of(10_000))
                .drain(Ticks.of(20_000))
                .network(network)
                .workload(workload)
                .build();
        Checkers checkers = WorldCheckers.of(spec);
        new World(spec, 1, checkers).run();
        return checkers.violations() + checkers.starved() == 0 ? null : "checked: " + checkers.firstViolations();
    }

    /** Three nodes in a ring, one request each, one link that dies with messages in flight: every run has an end. */
    static @Nullable String explored(Algorithm algorithm) {
        Topology ring = Graphs.named("ring:3");
        Exploration exploration = new Exploration(
                algorithm,
                ring,
                PoolSettings.permits(1),
                Options.DEFAULTS,
                Collections.nCopies(ring.size(), List.of(new Exploration.PlannedRequest(1, 0))),
                false,
                1,
                0,
                true,
                true,
                false);
        Explorer.Limits limits = new Explorer.Limits(1_000_000, 100, true, Set.of());
        Trace trace = Explorer.explore(exploration, limits, (states, transitions, depth) -> true)
                .violation();
        return trace == null ? null : "explored: " + trace.flaw();
    }

    private static HuntSettings quiet(Algorithm algorithm, long aging) {
        return HuntSettings.small(algorithm, false)
                .withPool(PoolSettings.permits(1).withAging(aging))
                .withOptions(
                        algorithm.name().equals("prioritized")
                                ? Options.of(Map.of("migration", 1000L))
                                : Options.DEFAULTS)
                .withNodes(NODES, true);
    }

    private static void deliverAll(HuntMesh mesh, Dice dice) {
        while (!mesh.links.busy().isEmpty()) {
            mesh.deliver(dice.pick(mesh.links.busy()));
        }
    }
}
