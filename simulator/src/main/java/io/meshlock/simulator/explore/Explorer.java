package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Flaw.Rule;
import io.meshlock.simulator.explore.Outcome.Ending;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Explores all reachable states breadth first, so that the first violation found has a shortest trace. */
public final class Explorer {

    /**
     * When to stop.
     *
     * @param maxStates no more states than this
     * @param maxDepth a state further away than this counts as a run without end
     * @param liveness whether to keep the graph and, once it is complete, to check that all requests can always be
     *     served
     * @param ignored rules whose violations do not end the exploration
     */
    public record Limits(int maxStates, int maxDepth, boolean liveness, Set<Rule> ignored) {}

    /** Called now and then with the progress; false ends the exploration. */
    @FunctionalInterface
    public interface Watcher {
        boolean goOn(long states, long transitions, int depth);
    }

    private static final int WATCH_EVERY = 1 << 12;

    private final Exploration exploration;
    private final Limits limits;
    private final Watcher watcher;
    private final StateGraph graph = new StateGraph();
    private final NodeStates locals;
    private final LinkStates links;
    private final StateLayout layout;
    private final Moves moves;
    private final StateStore store;
    private final ForcedSuccessors edges = new ForcedSuccessors();

    private final int[] scratch;
    private long transitions;
    private int depth;
    private @Nullable Flaw flaw;
    private List<Integer> path = List.of();

    private Explorer(Exploration exploration, Limits limits, Watcher watcher) {
        this.exploration = exploration;
        this.limits = limits;
        this.watcher = watcher;
        this.locals = new NodeStates(exploration, graph);
        this.links = new LinkStates(graph, !exploration.toAnybody());
        this.layout = new StateLayout(exploration);
        this.moves = new Moves(exploration, layout, locals, links);
        this.store = new StateStore(layout.words);
        this.scratch = new int[layout.words];
    }

    /** Explores until everything is seen, a violation is found, or a limit is reached. */
    public static Outcome explore(Exploration exploration, Limits limits, Watcher watcher) {
        return new Explorer(exploration, limits, watcher).run();
    }

    private Outcome run() {
        Ending ending = search();
        boolean live = ending == Ending.COMPLETE && limits.liveness && exploration.keepConnected();
        if (live) {
            judgeLiveness();
        }
        graph.checkValues();
        Flaw found = flaw;
        Trace trace =
                found == null ? null : new Tracer(exploration, layout, locals, links, moves, graph).trace(path, found);
        return new Outcome(
                found == null ? ending : Ending.VIOLATION,
                store.size(),
                transitions,
                depth,
                locals.size(),
                locals.steps(),
                links.size(),
                store.bytes() + edges.bytes(),
                live,
                trace);
    }

    private Ending search() {
        store.add(moves.initial(), -1);
        int[] from = new int[layout.words];
        IntArrayList actions = new IntArrayList();
        int levelEnd = 1;
        for (int state = 0; state < store.size(); state++) {
            if (state == levelEnd) {
                depth++;
                levelEnd = store.size();
                if (depth > limits.maxDepth && !limits.ignored.contains(Rule.ENDLESS)) {
                    path = pathTo(state);
                    flaw = new Flaw(Rule.ENDLESS, "still new states after " + depth + " steps");
                    return Ending.VIOLATION;
                }
            }
            if (state % WATCH_EVERY == 0 && !watcher.goOn(store.size(), transitions, depth)) {
                return Ending.STOPPED;
            }
            if (store.size() >= limits.maxStates) {
                return Ending.STATE_LIMIT;
            }
            store.read(state, from);
            int inevitable = moves.list(from, actions);
            if (inevitable == 0 && isStuck(from)) {
                path = pathTo(state);
                flaw = new Flaw(Rule.STUCK, "never served: " + moves.judge().waiting(from));
                return Ending.VIOLATION;
            }
            if (!expand(state, from, actions)) {
                return Ending.VIOLATION;
            }
        }
        return Ending.COMPLETE;
    }

    /** Nothing is in flight, nobody is inside, and somebody waits although the mesh is connected. */
    private boolean isStuck(int[] state) {
        return !limits.ignored.contains(Rule.STUCK)
                && moves.judge().isAnybodyWaiting(state)
                && moves.judge().isConnected(state, -1);
    }

    /** Adds all successors of a state; false if one of them breaks a rule. */
    private boolean expand(int state, int[] from, IntArrayList actions) {
        int[] to = scratch;
        if (limits.liveness) {
            edges.begin();
        }
        for (int i = 0; i < actions.size(); i++) {
            int action = actions.getInt(i);
            Flaw broken = moves.apply(from, action, to);
            transitions++;
            if (broken != null) {
                if (!limits.ignored.contains(broken.rule())) {
                    path = pathTo(state);
                    path.add(action);
                    flaw = broken;
                    return false;
                }
                if (broken.rule() == Rule.INVARIANT) {
                    continue; // the protocol threw in the middle of a step: there is no state to continue from
                }
            }
            int next = store.add(to, state);
            if (limits.liveness && Action.isInevitable(action)) {
                edges.add(next);
            }
        }
        return true;
    }

    private void judgeLiveness() {
        edges.begin();
        Liveness liveness = new Liveness(layout, locals, moves, store, edges);
        Flaw found = liveness.judge();
        if (found != null && !limits.ignored.contains(found.rule())) {
            flaw = found;
            path = pathTo(liveness.where());
        }
    }

    /** The actions that lead from the start to a state. They are not stored, so each step is searched again. */
    private List<Integer> pathTo(int state) {
        List<Integer> found = new ArrayList<>();
        int[] from = new int[layout.words];
        int[] to = new int[layout.words];
        int[] wanted = new int[layout.words];
        IntArrayList actions = new IntArrayList();
        for (int at = state; store.parent(at) >= 0; at = store.parent(at)) {
            store.read(at, wanted);
            store.read(store.parent(at), from);
            moves.list(from, actions);
            int i = 0;
            moves.apply(from, actions.getInt(i), to);
            while (!java.util.Arrays.equals(to, wanted)) {
                moves.apply(from, actions.getInt(++i), to);
            }
            found.add(actions.getInt(i));
        }
        Collections.reverse(found);
        return found;
    }
}
