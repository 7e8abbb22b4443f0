package io.meshlock.simulator.explore;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.explore.Exploration.PlannedRequest;
import io.meshlock.simulator.explore.Flaw.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Small meshes to explore: one request of one permit per node unless said otherwise. */
final class Meshes {

    private final Algorithm algorithm;
    private final String graph;
    private int permits = 1;
    private int requests = 1;
    private int[] sizes = {1};
    private int[] priorities = {0};
    private boolean oneAtATime;
    private int changes;
    private int cancels;
    private boolean lossy;
    private boolean maySplit;
    private boolean checkOrder;
    private Set<Rule> ignored = Set.of();
    private Exploration.Hazards hazards = Exploration.Hazards.NONE;
    private Options options = Options.DEFAULTS;

    private Meshes(Algorithm algorithm, String graph) {
        this.algorithm = algorithm;
        this.graph = graph;
    }

    static Meshes of(String algorithm, String graph) {
        return of(Algorithms.named(algorithm), graph);
    }

    static Meshes of(Algorithm algorithm, String graph) {
        return new Meshes(algorithm, graph);
    }

    Meshes permits(int k, int... h) {
        permits = k;
        sizes = h;
        return this;
    }

    Meshes requests(int perNode) {
        requests = perNode;
        return this;
    }

    Meshes priorities(int... values) {
        priorities = values;
        checkOrder = true;
        return this;
    }

    Meshes oneAtATime() {
        oneAtATime = true;
        return this;
    }

    Meshes changes(int budget) {
        changes = budget;
        return this;
    }

    Meshes cancels(int budget) {
        cancels = budget;
        return this;
    }

    Meshes lossy() {
        lossy = true;
        return this;
    }

    /** Nodes that leave, and changes of the pool's size. */
    Meshes operated(int absences, int resizes) {
        hazards = new Exploration.Hazards(0, 0, 0, absences, 0, resizes);
        return this;
    }

    Meshes hazards(int losses, int copies, int firings, int absences, int reboots) {
        hazards = new Exploration.Hazards(losses, copies, firings, absences, reboots, 0);
        return this;
    }

    Meshes options(Map<String, Long> values) {
        options = Options.of(values);
        return this;
    }

    Meshes maySplit() {
        maySplit = true;
        return this;
    }

    Meshes ignoring(Rule... rules) {
        ignored = Set.of(rules);
        return this;
    }

    Exploration build() {
        var topology = Graphs.named(graph);
        List<List<PlannedRequest>> wishes = new ArrayList<>();
        int count = 0;
        for (int node = 0; node < topology.size(); node++) {
            List<PlannedRequest> own = new ArrayList<>();
            for (int i = 0; i < requests; i++, count++) {
                own.add(new PlannedRequest(sizes[count % sizes.length], priorities[count % priorities.length]));
            }
            wishes.add(own);
        }
        return new Exploration(
                algorithm,
                topology,
                PoolSettings.permits(permits),
                options,
                wishes,
                oneAtATime,
                changes,
                cancels,
                lossy,
                !maySplit,
                checkOrder,
                hazards);
    }

    Outcome explore() {
        return Explorer.explore(
                build(), new Explorer.Limits(3_000_000, 400, true, ignored), (states, transitions, depth) -> true);
    }
}
