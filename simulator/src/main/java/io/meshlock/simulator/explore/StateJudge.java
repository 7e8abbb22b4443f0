package io.meshlock.simulator.explore;

import io.meshlock.journal.check.Sizes;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PoolSize;
import io.meshlock.simulator.explore.Flaw.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the safety rules on states and decisions of the whole mesh, by what the witnesses recorded; shares no code
 * with the protocols. The journal's checkers cannot be used: they read one run from its beginning, but a state is
 * reached by many runs.
 */
final class StateJudge {

    private final Exploration exploration;
    private final StateLayout layout;
    private final NodeStates locals;
    private final LinkStates links;
    private final int permits;
    private final boolean resizable;
    private final int tokens;

    StateJudge(Exploration exploration, StateLayout layout, NodeStates locals, LinkStates links) {
        this.exploration = exploration;
        this.layout = layout;
        this.locals = locals;
        this.links = links;
        this.permits = exploration.pool().permits();
        this.resizable = exploration.algorithm().guarantees().resizable();
        this.tokens = exploration.algorithm().guarantees().tokens().of(permits);
    }

    /** The rule that a state breaks by itself, or null. */
    @Nullable
    Flaw state(int[] state) {
        int held = 0;
        long slots = 0;
        boolean twice = false;
        int tokensHeld = 0;
        long last = 0;
        int most = permits;
        for (int node = 0; node < layout.nodes; node++) {
            NodeStateView view = locals.view(state[node]);
            held += view.held;
            twice |= view.slotTwice || (slots & view.slots) != 0;
            slots |= view.slots;
            tokensHeld += view.tokens;
            if (resizable && view.lastDecided > last) {
                last = view.lastDecided; // all permits held now were in the ledger at the latest decision
                most = view.decidedBy.permits();
            }
        }
        if (held > most) {
            return new Flaw(Rule.PERMITS, held + " of " + most + " permits are held");
        }
        if (twice) {
            return new Flaw(Rule.SLOTS, "two requests inside hold the same slot");
        }
        return tokens == 0 ? null : judgeTokens(state, tokensHeld);
    }

    /**
     * A token on a dying link may be one that its receiver has refused already: if links die, only held tokens count.
     */
    private @Nullable Flaw judgeTokens(int[] state, int held) {
        int underWay = 0;
        for (int pair = 0; pair < layout.pairs; pair++) {
            underWay += links.tokens(state[layout.nodes + pair]);
        }
        boolean fine = exploration.lossy() ? held <= tokens : held + underWay == tokens;
        return fine
                ? null
                : new Flaw(Rule.TOKENS, held + " tokens are held and " + underWay + " under way, not " + tokens);
    }

    /** The rule that decisions made in a state break, or null; also updates what was decided. */
    @Nullable
    Flaw decisions(int node, List<Step.Decision> decisions, int[] state) {
        long last = 0;
        PoolSize newest = locals.view(state[node]).decidedBy;
        for (int other = 0; other < layout.nodes; other++) {
            NodeStateView view = locals.view(state[other]);
            last = Math.max(last, view.lastDecided);
            newest = Sizes.isOlder(newest, view.decidedBy) ? view.decidedBy : newest;
        }
        Flaw flaw = null;
        for (Step.Decision decision : decisions) {
            if (exploration.algorithm().guarantees().fencing() && decision.number() <= last && flaw == null) {
                flaw = new Flaw(
                        Rule.NUMBERS,
                        "node " + name(node) + " decided grant " + decision.number() + " although " + last
                                + " was decided");
            }
            last = Math.max(last, decision.number());
            if (Sizes.isOlder(decision.size(), newest) && flaw == null) {
                flaw = new Flaw(
                        Rule.SIZE,
                        "node " + name(node) + " decided grant " + decision.number() + " by size " + decision.size()
                                + " after " + newest);
            }
            if (exploration.checkOrder() && flaw == null) {
                flaw = judgeOrder(node, decision.key(), state);
            }
        }
        return flaw;
    }

    /**
     * A request is settled once it has waited while nothing was in flight: the mesh has had all the time it needs to
     * hear of it. From then on nothing less urgent may be decided before it, until a link changes.
     */
    private @Nullable Flaw judgeOrder(int node, Key decided, int[] state) {
        Key rival = null;
        for (int owner = 0; owner < layout.nodes; owner++) {
            @Nullable Key[] keys = locals.view(state[owner]).keys;
            for (int rest = layout.settled(state, owner); rest != 0; rest &= rest - 1) {
                int request = Integer.numberOfTrailingZeros(rest);
                Key key = keys[request];
                if (key == null || key.request() == decided.request()) {
                    layout.setSettled(state, owner, layout.settled(state, owner) & ~(1 << request));
                } else if (key.score() > decided.score()) {
                    rival = key;
                }
            }
        }
        return rival == null
                ? null
                : new Flaw(
                        Rule.ORDER,
                        "node " + name(node) + " decided " + decided + " while " + rival
                                + " had waited since before the mesh was last quiet");
    }

    /** Called when a state is reached: in a quiet mesh, all waiting requests become settled. */
    void settle(int[] state) {
        boolean quiet = isQuiet(state);
        for (int node = 0; node < layout.nodes; node++) {
            int waiting = locals.view(state[node]).waiting;
            layout.setSettled(state, node, quiet ? waiting : layout.settled(state, node) & waiting);
        }
    }

    /** Called when a link changes: requests may have to be registered anew over other links. */
    void unsettle(int[] state) {
        for (int node = 0; node < layout.nodes; node++) {
            layout.setSettled(state, node, 0);
        }
    }

    /** True if nothing is in flight, and no end of a dead link has yet to notice. */
    boolean isQuiet(int[] state) {
        for (int pair = 0; pair < layout.pairs; pair++) {
            if (state[layout.nodes + pair] > LinkStates.UP) {
                return false;
            }
        }
        return true;
    }

    boolean isAnybodyWaiting(int[] state) {
        for (int node = 0; node < layout.nodes; node++) {
            if (locals.view(state[node]).waiting != 0) {
                return true;
            }
        }
        return false;
    }

    /** The requests that wait, by name. */
    String waiting(int[] state) {
        StringBuilder names = new StringBuilder();
        for (int node = 0; node < layout.nodes; node++) {
            for (int rest = locals.view(state[node]).waiting; rest != 0; rest &= rest - 1) {
                names.append(names.isEmpty() ? "" : " ")
                        .append(name(node))
                        .append(Integer.numberOfTrailingZeros(rest) + 1);
            }
        }
        return names.toString();
    }

    /** True if the links that are up, except one, connect all nodes; -1 leaves none out. */
    boolean isConnected(int[] state, int exceptPair) {
        int reached = 1;
        int before;
        do {
            before = reached;
            for (int pair = 0; pair < layout.pairs; pair++) {
                int ends = 1 << layout.first(pair) | 1 << layout.second(pair);
                boolean up = links.status(state[layout.nodes + pair]) == LinkStates.UP;
                if (pair != exceptPair && up && (reached & ends) != 0) {
                    reached |= ends;
                }
            }
        } while (reached != before);
        return reached == (1 << layout.nodes) - 1;
    }

    private String name(int node) {
        return exploration.topology().names().get(node);
    }
}
