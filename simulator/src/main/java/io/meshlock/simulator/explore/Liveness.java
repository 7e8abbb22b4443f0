package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Flaw.Rule;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks liveness on the complete state graph, restricted to actions that fairness forces: deliveries, releases and the
 * noticing of dead links. From every state a state must be reachable in which no request waits, and there must be no
 * cycle that a fair run could follow for ever while a request waits. Requests, cancels and link changes are limited in
 * number, so every infinite run ends in this restricted graph.
 *
 * <p>One pass of Tarjan's algorithm without recursion: strongly connected components come out in reverse topological
 * order.
 */
final class Liveness {

    private static final int NEW = 0;
    private static final int CLOSED = Integer.MAX_VALUE;

    private final StateLayout layout;
    private final NodeStates locals;
    private final Moves moves;
    private final StateStore store;
    private final ForcedSuccessors edges;

    private final int[] order;
    private final int[] low;
    private final int[] nextEdge;
    private final IntArrayList path = new IntArrayList();
    private final IntArrayList open = new IntArrayList();
    private final BitSet canServe;
    private int visited;

    private final int[] tuple;
    private @Nullable Flaw flaw;
    private int where = Integer.MAX_VALUE;

    Liveness(StateLayout layout, NodeStates locals, Moves moves, StateStore store, ForcedSuccessors edges) {
        this.layout = layout;
        this.locals = locals;
        this.moves = moves;
        this.store = store;
        this.edges = edges;
        this.canServe = new BitSet(store.size());
        this.order = new int[store.size()];
        this.low = new int[store.size()];
        this.nextEdge = new int[store.size()];
        this.tuple = new int[layout.words];
    }

    /** Returns the broken rule, or null; {@link #where} is the earliest state that shows it. */
    @Nullable
    Flaw judge() {
        for (int root = 0; root < store.size(); root++) {
            if (order[root] == NEW) {
                visit(root);
            }
        }
        return flaw;
    }

    int where() {
        return where;
    }

    private void visit(int root) {
        enter(root);
        while (!path.isEmpty()) {
            int state = path.topInt();
            if (nextEdge[state] < edges.end(state)) {
                int target = edges.target(nextEdge[state]++);
                if (order[target] == NEW) {
                    enter(target);
                } else { // states of closed components have the largest order
                    low[state] = Math.min(low[state], order[target]);
                }
            } else {
                path.popInt();
                if (low[state] == order[state]) {
                    close(state);
                }
                if (!path.isEmpty()) {
                    low[path.topInt()] = Math.min(low[path.topInt()], low[state]);
                }
            }
        }
    }

    private void enter(int state) {
        order[state] = ++visited;
        low[state] = visited;
        nextEdge[state] = edges.first(state);
        path.push(state);
        open.push(state);
    }

    /** All states above {@code first} on the stack form a component. */
    private void close(int first) {
        int from = open.size() - 1;
        while (open.getInt(from) != first) {
            from--;
        }
        IntArrayList members = new IntArrayList(open.subList(from, open.size()));
        open.size(from);
        boolean serves = false;
        for (int i = 0; i < members.size(); i++) {
            order[members.getInt(i)] = CLOSED;
            serves |= isServed(members.getInt(i)) || leadsToService(members.getInt(i));
        }
        int earliest = members.getInt(0);
        for (int i = 0; i < members.size(); i++) {
            earliest = Math.min(earliest, members.getInt(i));
            canServe.set(members.getInt(i), serves);
        }
        if (!serves) {
            report(earliest, new Flaw(Rule.UNREACHABLE, "can never be served from here on: " + waiting(earliest)));
        } else if (isCycle(members)) {
            judgeCycle(members, earliest);
        }
    }

    private boolean isServed(int state) {
        return !moves.judge().isAnybodyWaiting(tuple(state));
    }

    private boolean leadsToService(int state) {
        for (int edge = edges.first(state); edge < edges.end(state); edge++) {
            if (canServe.get(edges.target(edge))) {
                return true;
            }
        }
        return false;
    }

    private boolean isCycle(IntArrayList members) {
        if (members.size() > 1) {
            return true;
        }
        int only = members.getInt(0);
        for (int edge = edges.first(only); edge < edges.end(only); edge++) {
            if (edges.target(edge) == only) {
                return true;
            }
        }
        return false;
    }

    /** A fair run can stay in the component if every action that is always enabled there is also taken there. */
    private void judgeCycle(IntArrayList members, int earliest) {
        IntOpenHashSet inside = new IntOpenHashSet(members);
        IntOpenHashSet always = null;
        IntOpenHashSet taken = new IntOpenHashSet();
        IntArrayList actions = new IntArrayList();
        int[] to = new int[layout.words];
        int[] waitingThroughout = new int[layout.nodes];
        java.util.Arrays.fill(waitingThroughout, -1);
        for (int i = 0; i < members.size(); i++) {
            int[] from = tuple(members.getInt(i));
            int inevitable = moves.list(from, actions);
            IntOpenHashSet here = new IntOpenHashSet(actions.subList(0, inevitable));
            if (always == null) {
                always = here;
            } else {
                always.retainAll(here);
            }
            for (int j = 0; j < inevitable; j++) {
                moves.apply(from, actions.getInt(j), to);
                if (inside.contains(store.add(to, -1))) {
                    taken.add(actions.getInt(j));
                }
            }
            for (int node = 0; node < layout.nodes; node++) {
                waitingThroughout[node] &= locals.view(from[node]).waiting;
            }
        }
        boolean somebody = java.util.Arrays.stream(waitingThroughout).anyMatch(set -> set != 0);
        if (somebody && always != null && taken.containsAll(always)) {
            report(
                    earliest,
                    new Flaw(
                            Rule.STARVED,
                            "a fair cycle of " + members.size() + " states starves one of: " + waiting(earliest)));
        }
    }

    private void report(int state, Flaw found) {
        if (state < where) {
            where = state;
            flaw = found;
        }
    }

    private String waiting(int state) {
        return moves.judge().waiting(tuple(state));
    }

    private int[] tuple(int state) {
        store.read(state, tuple);
        return tuple;
    }
}
