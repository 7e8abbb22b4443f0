package io.meshlock.simulator.hunt;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.metrics.Metrics;
import io.meshlock.simulator.metrics.RunResult;
import io.meshlock.simulator.narrative.MeshSettings;
import io.meshlock.simulator.narrative.NarrativeMesh;
import io.meshlock.simulator.narrative.Topology;
import io.meshlock.simulator.network.Topology.Random;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks what hunts of KRL cannot, because they heal the mesh first: silence of its parts, and effort. */
final class KrlProbes {

    private static final int NODES = 6;
    private static final int LONG = 16;

    /** No probe needs nearly as many messages. */
    private static final int CAP = 10_000;

    private KrlProbes() {}

    /** If all nodes hold tokens, no node lowers its height when links come and go. */
    static @Nullable String holdersOnly(Algorithm form) {
        HuntMesh mesh = mesh(form, NODES);
        mesh.cut(2, 3);
        mesh.cut(0, 1);
        mesh.form(0, 2);
        return isSilentAfter(mesh, 100) ? null : "holders only: not silent after 100 messages";
    }

    /** A part of the mesh without a token falls silent although a request waits in it. */
    static @Nullable String cutOff(Algorithm form) {
        HuntMesh mesh = mesh(form, 1);
        mesh.cut(0, 1);
        mesh.request(NODES - 1, 1, 0, PermitRequest.NO_DEADLINE);
        return isSilentAfter(mesh, 1_000) ? null : "cut off: not silent after 1000 messages";
    }

    /** A line of six. */
    private static HuntMesh mesh(Algorithm form, int permits) {
        HuntSettings settings = HuntSettings.small(form, false)
                .withPool(PoolSettings.permits(permits))
                .withOptions(Options.DEFAULTS)
                .withNodes(NODES, true);
        for (long seed = 1; ; seed++) {
            InitialMesh layout = InitialMesh.draw(settings, new Dice(seed));
            boolean line = true;
            for (int a = 0; a < NODES; a++) {
                for (int b = a + 1; b < NODES; b++) {
                    line &= layout.areLinked(a, b) == (b == a + 1);
                }
            }
            if (line) {
                return new HuntMesh(settings, layout, new Tally());
            }
        }
    }

    private static boolean isSilentAfter(HuntMesh mesh, int messages) {
        Dice dice = new Dice(1);
        for (int i = 0; i < messages; i++) {
            if (mesh.links.busy().isEmpty()) {
                return true;
            }
            mesh.deliver(dice.pick(mesh.links.busy()));
        }
        return false;
    }

    /** At least 1.5 % more messages per grant than the form itself needs for the same schedules. */
    static @Nullable String effort(Algorithm form) {
        long before = messages(Algorithms.named(form.name()));
        long after = messages(form);
        return 1_000 * after > 1_015 * before // deterministic: the same schedules for both
                ? "effort: " + after + " instead of " + before + " messages per thousand grants"
                : null;
    }

    /** Messages per thousand grants, with all faults. */
    private static long messages(Algorithm form) {
        HuntSettings settings = HuntSettings.small(form, false).withNodes(12, true);
        Tally tally = new Tally();
        for (long seed = 1; seed <= 400; seed++) {
            new Schedule(settings, seed, tally).run();
        }
        return 1_000 * tally.of(Event.DELIVERIES) / tally.of(Event.GRANTS);
    }

    /** Tokens that go round find waiting requests at least as soon as in the correct form, within 5 %. */
    static @Nullable String tour(Algorithm form) {
        double before = thirtyNodes(Algorithms.named(form.name()), 0.1, 100).waitMean();
        double after = thirtyNodes(form, 0.1, 100).waitMean();
        return after > 1.05 * before ? "tour: a mean wait of " + after + " instead of " + before : null;
    }

    /** Everybody asks again at once: no more messages than the correct form needs, within 15 %. */
    static @Nullable String saturated(Algorithm form) {
        return messages("saturated", form, 1);
    }

    /** Hardly anybody asks: likewise. */
    static @Nullable String calm(Algorithm form) {
        return messages("calm", form, 1_000);
    }

    private static @Nullable String messages(String probe, Algorithm form, int think) {
        double before = thirtyNodes(Algorithms.named(form.name()), 0.4, think).messagesPerEntry();
        double after = thirtyNodes(form, 0.4, think).messagesPerEntry();
        return after > 1.15 * before
                ? probe + ": " + after + " instead of " + before + " messages for each grant"
                : null;
    }

    /** [KRL] section 6: thirty nodes, three tokens, this part of all links, so long between requests. */
    private static RunResult thirtyNodes(Algorithm form, double density, int think) {
        WorldSpec.Network network =
                new WorldSpec.Network(new Random(density), new Distribution.Constant(1), null, null, false);
        WorldSpec.Workload workload = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(think),
                new Distribution.Constant(1),
                new Distribution.Constant(1),
                new Distribution.Constant(0),
                null,
                null,
                1,
                null,
                null);
        WorldSpec spec = WorldSpec.builder(form)
                .pool(PoolSettings.permits(3))
                .nodes(30)
                .duration(Ticks.of(think == 1_000 ? 45_000 : 12_000))
                .warmup(Ticks.of(think == 1_000 ? 5_000 : 2_000))
                .drain(Ticks.of(5_000))
                .network(network)
                .workload(workload)
                .build();
        Metrics metrics = Metrics.of(spec);
        new World(spec, 1, metrics).run();
        return metrics.result(new RunResult.Tally(0, 0, 0, 0));
    }

    // ---- schedules made by hand, each for one safeguard that random ones seldom need ----

    /**
     * A part that searched in vain meets a token; the answer turns all nodes towards it, and each request is sent once.
     */
    static @Nullable String rejoined(Algorithm form) {
        int near = rejoined(form, LONG - 1, 1);
        int far = rejoined(form, LONG / 2, LONG - 1);
        return near <= 61 && far <= 47 ? null : "rejoined: " + near + " and " + far + " messages";
    }

    private static int rejoined(Algorithm form, int asks, int joins) {
        String[] names = new String[LONG];
        Arrays.setAll(names, i -> "n" + i);
        NarrativeMesh mesh = mesh(form, Topology.line(names), 1, Map.of());
        mesh.cut("n0", "n1", false);
        mesh.request(names[asks], 1, 0);
        mesh.deliverAll(CAP);
        int before = mesh.deliveries();
        mesh.link("n0", names[joins]);
        mesh.finish(CAP);
        return mesh.deliveries() - before;
    }

    /** A node that loses its path again and again, but gets a token each time, does not search. */
    static @Nullable String servedSince(Algorithm form) {
        NarrativeMesh mesh = mesh(form, Topology.links("a-b", "b-q", "q-p", "a-x", "x-y"), 1, Map.of());
        for (int flip = 0; flip < 12; flip++) {
            String far = flip % 2 == 0 ? "q" : "p";
            mesh.cut("b", far, false);
            mesh.request(far, 1, 0);
            mesh.link("b", flip % 2 == 0 ? "p" : "q");
            mesh.finish(CAP);
            mesh.request("a", 1, 0);
            mesh.finish(CAP);
        }
        return mesh.takeLog().stream().noneMatch(line -> line.contains("search"))
                ? null
                : "served since: a search by a node that had a token after each raise";
    }

    /** A node that loses its path to the token does not register for neighbours that must now find their own. */
    static @Nullable String repair(Algorithm form) {
        NarrativeMesh mesh = mesh(form, Topology.ring("a", "b", "c", "d"), 1, Map.of());
        mesh.request("a", 1, 0);
        mesh.request("c", 1, 0);
        mesh.deliverAll(CAP);
        int before = mesh.deliveries();
        mesh.cut("a", "b", false);
        mesh.deliverAll(CAP);
        int messages = mesh.deliveries() - before;
        // LINKINFO b -> c, REQUEST c -> d -> a.
        return messages <= 3 ? null : "repair: a link's end takes " + messages + " messages";
    }

    private static NarrativeMesh mesh(Algorithm form, Topology topology, int permits, Map<String, Long> options) {
        return new NarrativeMesh(
                form, topology, new MeshSettings(PoolSettings.permits(permits), true, Options.of(options)));
    }
}
