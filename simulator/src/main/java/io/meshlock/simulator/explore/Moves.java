package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Flaw.Rule;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import org.jspecify.annotations.Nullable;

/** The actions that are enabled in a state of the mesh, and the states that they lead to. */
final class Moves {

    private final Exploration exploration;
    private final StateLayout layout;
    private final NodeStates locals;
    private final LinkStates links;
    private final StateJudge judge;
    private final HazardMoves hazards;

    /** If not null, collects the messages that are sent: sender, receiver and message in turn. */
    private @Nullable IntArrayList sent;

    Moves(Exploration exploration, StateLayout layout, NodeStates locals, LinkStates links) {
        this.exploration = exploration;
        this.layout = layout;
        this.locals = locals;
        this.links = links;
        this.judge = new StateJudge(exploration, layout, locals, links);
        this.hazards = new HazardMoves(this, exploration, layout, locals, links);
    }

    StateJudge judge() {
        return judge;
    }

    int[] initial() {
        int[] state = new int[layout.words];
        for (int node = 0; node < layout.nodes; node++) {
            state[node] = locals.initial(node);
        }
        for (int pair = 0; pair < layout.pairs; pair++) {
            boolean up = exploration.topology().areLinked(layout.first(pair), layout.second(pair));
            state[layout.nodes + pair] = up ? LinkStates.UP : LinkStates.DOWN;
        }
        layout.setBudgets(state, exploration.changes(), exploration.cancels());
        layout.setHazards(state, exploration.hazards());
        return state;
    }

    // ---- what can happen ----

    /** Lists the enabled actions, the inevitable ones first; returns the number of inevitable ones. */
    int list(int[] state, IntArrayList actions) {
        actions.clear();
        for (int pair = 0; pair < layout.pairs; pair++) {
            int link = state[layout.nodes + pair];
            if (link > LinkStates.UP) { // neither down nor up and empty: something is in flight, or unnoticed
                listTraffic(pair, link, actions);
            }
        }
        for (int node = 0; node < layout.nodes; node++) {
            for (int rest = locals.view(state[node]).inside; rest != 0; rest &= rest - 1) {
                actions.add(Action.of(Action.RELEASE, node, Integer.numberOfTrailingZeros(rest)));
            }
        }
        hazards.listInevitable(state, judge.isQuiet(state), actions);
        int inevitable = actions.size();
        listClients(state, actions);
        if (layout.isHazardous()) {
            hazards.list(state, judge.isQuiet(state), actions);
        }
        if (layout.changes(state) > 0) {
            listChanges(state, actions);
        }
        return inevitable;
    }

    private void listTraffic(int pair, int link, IntArrayList actions) {
        int a = layout.first(pair);
        int b = layout.second(pair);
        if (exploration.toAnybody()) {
            hazards.listMessages(Action.DELIVER, pair, link, actions);
            return;
        }
        if (links.head(link, 0) != LinkStates.NO_MESSAGE) {
            actions.add(Action.of(Action.DELIVER, a, b));
        }
        if (links.head(link, 1) != LinkStates.NO_MESSAGE) {
            actions.add(Action.of(Action.DELIVER, b, a));
        }
        int status = links.status(link);
        if (status >= LinkStates.NOTICED_BY) {
            boolean firstKnows = status == LinkStates.NOTICED_BY;
            actions.add(Action.of(Action.NOTICE, firstKnows ? b : a, firstKnows ? a : b));
        }
    }

    private void listClients(int[] state, IntArrayList actions) {
        for (int node = 0; node < layout.nodes; node++) {
            NodeStateView view = locals.view(state[node]);
            boolean free = !exploration.oneAtATime() || (view.waiting | view.inside) == 0;
            if (free && view.asked < view.keys.length) {
                actions.add(Action.of(Action.ASK, node, view.asked));
            }
            if (layout.cancels(state) > 0) {
                for (int rest = view.waiting; rest != 0; rest &= rest - 1) {
                    actions.add(Action.of(Action.CANCEL, node, Integer.numberOfTrailingZeros(rest)));
                }
            }
        }
    }

    private void listChanges(int[] state, IntArrayList actions) {
        for (int pair = 0; pair < layout.pairs; pair++) {
            int link = state[layout.nodes + pair];
            int a = layout.first(pair);
            int b = layout.second(pair);
            int status = links.status(link);
            if (status == LinkStates.DOWN) {
                actions.add(Action.of(Action.FORM, a, b));
            } else if (status == LinkStates.UP && (!exploration.keepConnected() || judge.isConnected(state, pair))) {
                if (exploration.lossy()) {
                    listFailures(a, b, links.inFlight(link, 0), actions);
                    listFailures(b, a, links.inFlight(link, 1), actions);
                } else if (links.isEmpty(link)) {
                    actions.add(Action.of(Action.CUT, a, b));
                }
            }
        }
    }

    private static void listFailures(int noticing, int other, int sent, IntArrayList actions) {
        for (int kept = 0; kept <= sent; kept++) {
            actions.add(Action.of(Action.FAIL, noticing, other, kept));
        }
    }

    // ---- what comes of it ----

    /** Like {@link #apply}; also collects the messages sent: sender, receiver and message in turn. */
    void apply(int[] from, int action, int[] to, IntArrayList told) {
        sent = told;
        apply(from, action, to);
        sent = null;
    }

    /** Writes the state after an action into {@code to}; returns the rule that this broke, or null. */
    @Nullable
    Flaw apply(int[] from, int action, int[] to) {
        System.arraycopy(from, 0, to, 0, layout.words);
        int a = Action.a(action);
        int b = Action.b(action);
        Flaw flaw = switch (Action.kind(action)) {
            case Action.DELIVER -> deliver(a, b, Action.c(action), to);
            case Action.RELEASE -> perform(a, locals.release(to[a], b), to);
            case Action.ASK -> perform(a, locals.ask(to[a], b), to);
            case Action.CANCEL -> {
                layout.setBudgets(to, layout.changes(to), layout.cancels(to) - 1);
                if (exploration.checkOrder()) {
                    layout.setSettled(to, a, layout.settled(to, a) & ~(1 << b));
                }
                yield perform(a, locals.cancel(to[a], b), to);
            }
            case Action.NOTICE -> notice(a, b, to);
            case Action.EXPIRE,
                    Action.RETURN,
                    Action.LOSE,
                    Action.COPY,
                    Action.FIRE,
                    Action.LEAVE,
                    Action.OFF,
                    Action.REBOOT,
                    Action.RESIZE -> hazards.apply(action, to);
            default -> change(action, a, b, to);
        };
        if (flaw == null) {
            flaw = judge.state(to);
        }
        if (exploration.checkOrder()) {
            judge.settle(to);
        }
        return flaw;
    }

    private @Nullable Flaw deliver(int from, int to, int place, int[] state) {
        int at = layout.link(from, to);
        int way = from < to ? 0 : 1;
        int message = links.messages(state[at], way).getInt(place);
        state[at] = links.take(state[at], way, place);
        if (locals.view(state[to]).off) {
            return null; // nobody is there to receive it
        }
        return perform(to, locals.receive(state[to], from, message), state);
    }

    private @Nullable Flaw notice(int node, int peer, int[] state) {
        int at = layout.link(node, peer);
        state[at] = links.goDown(state[at]);
        return perform(node, locals.linkDown(state[node], peer), state);
    }

    private @Nullable Flaw change(int action, int a, int b, int[] state) {
        layout.setBudgets(state, layout.changes(state) - 1, layout.cancels(state));
        if (exploration.checkOrder()) {
            judge.unsettle(state);
        }
        int at = layout.link(a, b);
        switch (Action.kind(action)) {
            case Action.FAIL -> {
                state[at] = links.fail(state[at], a < b ? 0 : 1, Action.c(action));
                return perform(a, locals.linkDown(state[a], b), state);
            }
            case Action.CUT -> {
                state[at] = links.goDown(state[at]);
                Flaw flaw = perform(a, locals.linkDown(state[a], b), state);
                return flaw != null ? flaw : perform(b, locals.linkDown(state[b], a), state);
            }
            default -> {
                state[at] = links.comeUp(state[at]);
                Flaw flaw = perform(a, locals.linkUp(state[a], b), state);
                return flaw != null ? flaw : perform(b, locals.linkUp(state[b], a), state);
            }
        }
    }

    @Nullable
    Flaw perform(int node, Step step, int[] state) {
        Flaw flaw = step.flaw();
        if (flaw == null && !step.decisions().isEmpty()) {
            flaw = judge.decisions(node, step.decisions(), state);
        }
        if (exploration.checkOrder() && step.named() != 0) {
            layout.setSettled(state, node, layout.settled(state, node) & ~step.named());
        }
        state[node] = step.to();
        int[] sends = step.sends();
        for (int i = 0; i < sends.length; i += 2) {
            if (!carry(node, sends[i], sends[i + 1], state) && flaw == null) {
                flaw = new Flaw(
                        Rule.LINKS, "node " + name(node) + " wrote to " + name(sends[i]) + " over a link that is down");
            }
        }
        return flaw;
    }

    /** Sends a message, or loses it on a link that the other end knows to be dead; false if there is no link. */
    private boolean carry(int from, int to, int message, int[] state) {
        int at = layout.link(from, to);
        if (at < 0) {
            return false;
        }
        if (locals.view(state[from]).off) {
            return true;
        }
        if (sent != null) {
            sent.addAll(IntList.of(from, to, message));
        }
        int side = from < to ? 0 : 1;
        int status = links.status(state[at]);
        if (status == LinkStates.UP) {
            state[at] = links.send(state[at], side, message);
            return true;
        }
        return status == LinkStates.NOTICED_BY + 1 - side;
    }

    private String name(int node) {
        return exploration.topology().names().get(node);
    }
}
