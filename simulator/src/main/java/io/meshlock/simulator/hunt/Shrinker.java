package io.meshlock.simulator.hunt;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing schedule smaller while it fails in the same way: drops nodes, links, permits and, in ever smaller
 * chunks, actions, until nothing more can go or the effort is spent. No clock is involved: the result depends on the
 * schedule alone.
 */
final class Shrinker {

    private static final int MAX_REPLAYS = 20_000;

    private final HuntSettings settings;
    private final FailureKind kind;
    private InitialMesh layout;
    private List<Action> actions;
    private @Nullable Failure failure;
    private int replays;

    private Shrinker(HuntSettings settings, FailureKind kind, InitialMesh layout, List<Action> actions) {
        this.settings = settings;
        this.kind = kind;
        this.layout = layout;
        this.actions = actions;
    }

    /**
     * The smallest found.
     *
     * @param failure what goes wrong in it
     * @param replays how many schedules were tried
     */
    record Result(InitialMesh layout, List<Action> actions, Failure failure, int replays) {}

    /** Shrinks; null if the schedule does not fail when it is replayed and finished in a fixed order. */
    static @Nullable Result shrink(HuntSettings settings, FailureKind kind, InitialMesh layout, List<Action> actions) {
        Shrinker shrinker = new Shrinker(settings, kind, layout, actions);
        if (!shrinker.accept(layout, actions)) {
            return null;
        }
        int before;
        do {
            before = shrinker.size();
            shrinker.dropNodes();
            shrinker.dropChunks();
            shrinker.dropLinks();
            shrinker.dropPermits();
        } while (shrinker.size() < before && shrinker.replays < MAX_REPLAYS);
        Failure last = shrinker.failure;
        return last == null ? null : new Result(shrinker.layout, shrinker.actions, last, shrinker.replays);
    }

    private int size() {
        return actions.size() + layout.nodes + layout.pool.permits();
    }

    /** Takes the candidate if it fails in the same way, without what was impossible in it. */
    private boolean accept(InitialMesh smaller, List<Action> fewer) {
        if (replays >= MAX_REPLAYS) {
            return false;
        }
        replays++;
        Replay.Outcome outcome = Replay.run(settings, smaller, fewer);
        if (outcome.failure() == null || outcome.failure().kind() != kind) {
            return false;
        }
        failure = outcome.failure();
        layout = smaller;
        actions = List.copyOf(outcome.applied().subList(0, outcome.given()));
        return true;
    }

    private void dropNodes() {
        for (int node = layout.nodes - 1; node > 0 && layout.nodes > 2; node--) {
            InitialMesh fewer = layout.withoutNode(node);
            if (fewer.isConnected()) {
                int gone = node;
                List<Action> rest = new ArrayList<>();
                for (Action action : actions) {
                    Action moved = action.withoutNode(gone);
                    if (moved != null) {
                        rest.add(moved);
                    }
                }
                accept(fewer, rest);
            }
        }
    }

    private void dropChunks() {
        for (int chunk = Math.max(1, actions.size() / 2); ; chunk /= 2) {
            // From the end: what comes later depends on what comes before, seldom the reverse.
            for (int end = actions.size(); end > 0; end = Math.min(end - chunk, actions.size())) {
                int start = Math.max(0, end - chunk);
                List<Action> rest = new ArrayList<>(actions.subList(0, start));
                rest.addAll(actions.subList(end, actions.size()));
                accept(layout, rest);
            }
            if (chunk <= 1) {
                return;
            }
        }
    }

    private void dropLinks() {
        if (settings.toAnybody()) {
            return;
        }
        for (int a = 0; a < layout.nodes; a++) {
            for (int b = a + 1; b < layout.nodes; b++) {
                if (layout.areLinked(a, b) && layout.withoutLink(a, b).isConnected()) {
                    accept(layout.withoutLink(a, b), actions);
                }
            }
        }
    }

    private void dropPermits() {
        while (layout.pool.permits() > 1 && accept(layout.withPermits(layout.pool.permits() - 1), actions)) {}
    }
}
