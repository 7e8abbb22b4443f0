package io.meshlock.simulator.explore;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Hazards of messages that go to anybody, and of the nodes themselves. Time is not modelled: all timers fire together
 * once nothing is in flight, without limit; or early, one by one, limited by a budget.
 */
final class HazardMoves {

    private final Moves moves;
    private final boolean toAnybody;
    private final int largest;
    private final StateLayout layout;
    private final NodeStates locals;
    private final LinkStates links;

    HazardMoves(Moves moves, Exploration exploration, StateLayout layout, NodeStates locals, LinkStates links) {
        this.moves = moves;
        this.toAnybody = exploration.toAnybody();
        this.largest = exploration.pool().permits() + 1;
        this.layout = layout;
        this.locals = locals;
        this.links = links;
    }

    void listInevitable(int[] state, boolean quiet, IntArrayList actions) {
        int timers = 0;
        for (int node = 0; node < layout.nodes; node++) {
            NodeStateView view = locals.view(state[node]);
            timers |= view.timers;
            if (view.leaving || view.off) {
                actions.add(Action.of(Action.RETURN, node, 0));
            }
        }
        if (quiet && timers != 0) {
            actions.add(Action.of(Action.EXPIRE, 0, 0));
        }
    }

    void list(int[] state, boolean quiet, IntArrayList actions) {
        for (int pair = 0; pair < layout.pairs; pair++) {
            int link = state[layout.nodes + pair];
            if (layout.hazard(state, StateLayout.LOSSES) > 0) {
                listMessages(Action.LOSE, pair, link, actions);
            }
            if (layout.hazard(state, StateLayout.COPIES) > 0) {
                listMessages(Action.COPY, pair, link, actions);
            }
        }
        for (int node = 0; node < layout.nodes; node++) {
            NodeStateView view = locals.view(state[node]);
            if (!quiet && layout.hazard(state, StateLayout.FIRINGS) > 0) {
                for (int rest = view.timers; rest != 0; rest &= rest - 1) {
                    actions.add(Action.of(Action.FIRE, node, Integer.numberOfTrailingZeros(rest)));
                }
            }
            boolean absences = layout.hazard(state, StateLayout.ABSENCES) > 0;
            if (absences && !view.leaving && !view.off) {
                actions.add(Action.of(Action.LEAVE, node, 0));
            }
            if (toAnybody && !view.off && (view.mayLeave || absences)) {
                actions.add(Action.of(Action.OFF, node, 0));
            }
            if (layout.hazard(state, StateLayout.REBOOTS) > 0) {
                actions.add(Action.of(Action.REBOOT, node, 0));
            }
            for (int k = 1; k <= largest && layout.hazard(state, StateLayout.RESIZES) > 0; k++) {
                if (k != view.size.permits()) {
                    actions.add(Action.of(Action.RESIZE, node, k));
                }
            }
        }
    }

    /** Lists an action for each distinct message in flight between two nodes. */
    void listMessages(int kind, int pair, int link, IntArrayList actions) {
        for (int way = 0; way < 2; way++) {
            int from = way == 0 ? layout.first(pair) : layout.second(pair);
            int to = way == 0 ? layout.second(pair) : layout.first(pair);
            IntArrayList messages = links.messages(link, way);
            for (int place = 0; place < messages.size(); place++) {
                if (place == 0 || messages.getInt(place) != messages.getInt(place - 1)) {
                    actions.add(Action.of(kind, from, to, place));
                }
            }
        }
    }

    @Nullable
    Flaw apply(int action, int[] state) {
        int node = Action.a(action);
        switch (Action.kind(action)) {
            case Action.EXPIRE -> {
                return expire(state);
            }
            case Action.RETURN -> {
                return moves.perform(node, locals.comeBack(state[node]), state);
            }
            case Action.FIRE -> {
                layout.spend(state, StateLayout.FIRINGS);
                return moves.perform(node, locals.fire(state[node], Action.b(action)), state);
            }
            case Action.LEAVE -> {
                layout.spend(state, StateLayout.ABSENCES);
                return moves.perform(node, locals.leave(state[node]), state);
            }
            case Action.OFF -> {
                if (!locals.view(state[node]).mayLeave) {
                    layout.spend(state, StateLayout.ABSENCES);
                }
                return moves.perform(node, locals.switchOff(state[node]), state);
            }
            case Action.REBOOT -> {
                layout.spend(state, StateLayout.REBOOTS);
                return moves.perform(node, locals.reboot(state[node]), state);
            }
            case Action.RESIZE -> {
                layout.spend(state, StateLayout.RESIZES);
                return moves.perform(node, locals.resize(state[node], Action.b(action)), state);
            }
            default -> {
                change(action, node, Action.b(action), state);
                return null;
            }
        }
    }

    private @Nullable Flaw expire(int[] state) {
        Flaw flaw = null;
        for (int node = 0; node < layout.nodes; node++) {
            for (int rest = locals.view(state[node]).timers; rest != 0; rest &= rest - 1) {
                int timer = Integer.numberOfTrailingZeros(rest);
                Flaw found = moves.perform(node, locals.fire(state[node], timer), state);
                flaw = flaw == null ? found : flaw;
            }
        }
        return flaw;
    }

    /** A message is lost or doubled. */
    private void change(int action, int from, int to, int[] state) {
        int at = layout.link(from, to);
        int way = from < to ? 0 : 1;
        int place = Action.c(action);
        if (Action.kind(action) == Action.LOSE) {
            layout.spend(state, StateLayout.LOSSES);
            state[at] = links.take(state[at], way, place);
        } else {
            layout.spend(state, StateLayout.COPIES);
            state[at] =
                    links.send(state[at], way, links.messages(state[at], way).getInt(place));
        }
    }
}
