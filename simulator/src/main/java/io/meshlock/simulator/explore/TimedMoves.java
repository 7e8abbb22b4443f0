package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Flaw.Rule;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

/** What can happen in a state of a mesh with recovery at one instant, and what comes of it. */
final class TimedMoves {

    private final TimedExploration exploration;
    private final TimedLayout layout;
    private final TimedNodes locals;
    private final Channels channels;
    private final TimedJudge judge;
    private final int instant;

    TimedMoves(TimedExploration exploration, TimedLayout layout, TimedNodes locals, Channels channels, int instant) {
        this.exploration = exploration;
        this.layout = layout;
        this.locals = locals;
        this.channels = channels;
        this.judge = new TimedJudge(exploration);
        this.instant = instant;
    }

    int[] initial() {
        int[] state = new int[layout.words];
        for (int node = 0; node < layout.nodes; node++) {
            state[node] = locals.initial(node);
            for (int peer = 0; peer < node; peer++) {
                layout.setLinked(state, node, peer, true);
            }
        }
        layout.setBudgets(state, exploration.budgets());
        return state;
    }

    // ---- what can happen ----

    /**
     * Lists what can happen. Within a round, what nodes do depends on nothing that others do in the same round, so they
     * go one after the other, the lowest first; each takes its own inputs in any order.
     */
    void list(int[] state, IntArrayList actions) {
        actions.clear();
        for (int node = 0; node < layout.nodes; node++) {
            if (listInputs(state, node, actions)) {
                if (isTimeForFaults() && layout.budget(state, TimedLayout.CRASHES) > 0 && layout.unnoticed(state) < 0) {
                    actions.add(TimedAction.of(TimedAction.CRASH, node));
                }
                return;
            }
        }
        listBetweenRounds(state, actions);
    }

    private boolean isTimeForFaults() {
        return exploration.window().has(instant);
    }

    /** The inputs of a node in this round; false if there are none. */
    private boolean listInputs(int[] state, int node, IntArrayList actions) {
        if (locals.view(state[node]).nextTimer() <= exploration.clock(node, instant)) {
            actions.add(TimedAction.of(TimedAction.FIRE, node));
        }
        for (int from = 0; from < layout.nodes; from++) {
            int channel = state[layout.now(from, node)];
            for (int place = 0; place < channels.size(channel); place++) {
                if (channels.mayArrive(channel, place)) {
                    actions.add(TimedAction.of(TimedAction.DELIVER, from, node, place));
                    if (layout.budget(state, TimedLayout.DELAYS) > 0) {
                        actions.add(TimedAction.of(TimedAction.DELAY, from, node, place));
                    }
                }
                if (channels.isDatagram(channel, place) && layout.budget(state, TimedLayout.LOSSES) > 0) {
                    actions.add(TimedAction.of(TimedAction.LOSE, from, node, place));
                }
            }
        }
        return !actions.isEmpty();
    }

    private void listBetweenRounds(int[] state, IntArrayList actions) {
        boolean underWay = false;
        for (int at = layout.later(0, 0); at < layout.words - 2; at++) {
            underWay |= state[at] != Channels.EMPTY;
        }
        int unnoticed = layout.unnoticed(state);
        if (underWay) {
            actions.add(TimedAction.of(TimedAction.ROUND, 0));
        }
        if (unnoticed >= 0) {
            actions.add(TimedAction.of(TimedAction.NOTICE, unnoticed));
        }
        if (isTimeForFaults()) {
            listFaults(state, actions);
        }
        boolean mayPass = unnoticed < 0;
        if (underWay) {
            mayPass &= layout.budget(state, TimedLayout.DELAYS) > 0;
        } else if (unnoticed < 0) {
            mayPass = listClients(state, actions);
            listRepairs(state, actions);
        }
        if (mayPass && instant < exploration.horizon()) {
            actions.add(TimedAction.of(TimedAction.TICK, underWay ? 1 : 0));
        }
    }

    private void listFaults(int[] state, IntArrayList actions) {
        for (int node = 0; node < layout.nodes; node++) {
            if (locals.view(state[node]).down()) {
                continue;
            }
            if (layout.budget(state, TimedLayout.CRASHES) > 0 && layout.unnoticed(state) < 0) {
                actions.add(TimedAction.of(TimedAction.CRASH, node));
            }
            if (layout.budget(state, TimedLayout.PARTITIONS) > 0 && layout.cutOff(state) < 0) {
                actions.add(TimedAction.of(TimedAction.SPLIT, node));
            }
        }
    }

    /** Every node asks at the first instant, the lowest first, and again at any instant. True if time may pass. */
    private boolean listClients(int[] state, IntArrayList actions) {
        boolean asked = true;
        for (int node = 0; node < layout.nodes; node++) {
            TimedView view = locals.view(state[node]);
            if (view.down()) {
                continue;
            }
            boolean busy = view.waiting() != 0;
            for (int place = 0; place < view.held().size(); place++) {
                if (!view.held().get(place).orphaned()) {
                    busy = true;
                    if (layout.budget(state, TimedLayout.RELEASES) > 0) {
                        actions.add(TimedAction.of(TimedAction.RELEASE, node, 0, place));
                    }
                }
            }
            boolean itsTurn = asked || view.asked() > 0;
            if (!busy && itsTurn && view.asked() < exploration.requests()) {
                actions.add(TimedAction.of(TimedAction.ASK, node));
            }
            asked &= view.asked() > 0;
        }
        return asked || instant > 0;
    }

    private void listRepairs(int[] state, IntArrayList actions) {
        for (int node = 0; node < layout.nodes; node++) {
            if (locals.view(state[node]).down()) {
                actions.add(TimedAction.of(TimedAction.RESTART, node, 0, 0));
                if (layout.budget(state, TimedLayout.LOST_DISKS) > 0) {
                    actions.add(TimedAction.of(TimedAction.RESTART, node, 1, 0));
                }
            }
        }
        if (layout.cutOff(state) >= 0) {
            actions.add(TimedAction.of(TimedAction.MEND, 0));
        }
    }

    // ---- what comes of it ----

    /** Writes the state after an action, other than the passing of time, into {@code to}; the rule it broke, or null. */
    @Nullable
    Flaw apply(int[] from, int action, int[] to) {
        System.arraycopy(from, 0, to, 0, layout.words);
        int a = TimedAction.a(action);
        int b = TimedAction.b(action);
        int place = TimedAction.place(action);
        Flaw flaw = switch (TimedAction.kind(action)) {
            case TimedAction.DELIVER -> deliver(a, b, place, to);
            case TimedAction.FIRE -> perform(a, locals.fire(to[a]), to);
            case TimedAction.NOTICE -> notice(a, to);
            case TimedAction.ASK -> perform(a, locals.ask(to[a]), to);
            case TimedAction.RELEASE -> {
                layout.spend(to, TimedLayout.RELEASES);
                yield perform(a, locals.release(to[a], place), to);
            }
            case TimedAction.CRASH -> crash(a, to);
            case TimedAction.RESTART -> restart(a, b != 0, to);
            case TimedAction.SPLIT -> split(a, to);
            case TimedAction.MEND -> mend(to);
            case TimedAction.LOSE -> lose(a, b, place, to);
            case TimedAction.DELAY -> delay(a, b, place, to);
            case TimedAction.ROUND -> beginRound(to);
            default -> throw new IllegalArgumentException("time passes otherwise");
        };
        return flaw != null ? flaw : judge.state(to, locals, instant);
    }

    private @Nullable Flaw deliver(int from, int to, int place, int[] state) {
        int channel = layout.now(from, to);
        int message = channels.message(state[channel], place);
        state[channel] = channels.take(state[channel], place);
        return perform(to, locals.receive(state[to], from, message), state);
    }

    private @Nullable Flaw lose(int from, int to, int place, int[] state) {
        layout.spend(state, TimedLayout.LOSSES);
        state[layout.now(from, to)] = channels.take(state[layout.now(from, to)], place);
        return null;
    }

    /** A message, and what follows it on its link, arrives in the next round. */
    private @Nullable Flaw delay(int from, int to, int place, int[] state) {
        layout.spend(state, TimedLayout.DELAYS);
        int channel = state[layout.now(from, to)];
        state[layout.later(from, to)] = channels.with(state[layout.later(from, to)], channel, place);
        state[layout.now(from, to)] = channels.without(channel, place);
        return null;
    }

    private @Nullable Flaw beginRound(int[] state) {
        int span = layout.nodes * layout.nodes;
        for (int at = layout.now(0, 0); at < layout.now(0, 0) + span; at++) {
            state[at] = state[at + span];
            state[at + span] = Channels.EMPTY;
        }
        return null;
    }

    private void empty(int from, int to, int[] state) {
        state[layout.now(from, to)] = Channels.EMPTY;
        state[layout.later(from, to)] = Channels.EMPTY;
    }

    /** What was sent to the node is lost; what it has sent may still arrive until its neighbours notice. */
    private @Nullable Flaw crash(int node, int[] state) {
        layout.spend(state, TimedLayout.CRASHES);
        for (int peer = 0; peer < layout.nodes; peer++) {
            empty(peer, node, state);
        }
        layout.setUnnoticed(state, node);
        return perform(node, locals.crash(state[node]), state);
    }

    private @Nullable Flaw notice(int node, int[] state) {
        layout.setUnnoticed(state, -1);
        return cut(node, false, state);
    }

    /** All links of a node go down, and what is under way on them is lost. */
    private @Nullable Flaw cut(int node, boolean tellIt, int[] state) {
        Flaw flaw = null;
        for (int peer = 0; peer < layout.nodes; peer++) {
            if (peer == node || !layout.isLinked(state, node, peer)) {
                continue;
            }
            layout.setLinked(state, node, peer, false);
            empty(node, peer, state);
            empty(peer, node, state);
            if (flaw == null && !locals.view(state[peer]).down()) {
                flaw = perform(peer, locals.linkDown(state[peer], node), state);
            }
            if (flaw == null && tellIt) {
                flaw = perform(node, locals.linkDown(state[node], peer), state);
            }
        }
        return flaw;
    }

    private @Nullable Flaw split(int node, int[] state) {
        layout.spend(state, TimedLayout.PARTITIONS);
        layout.setCutOff(state, node);
        return cut(node, true, state);
    }

    private @Nullable Flaw mend(int[] state) {
        layout.setCutOff(state, -1);
        return join(state);
    }

    private @Nullable Flaw restart(int node, boolean lostDisk, int[] state) {
        if (lostDisk) {
            layout.spend(state, TimedLayout.LOST_DISKS);
        }
        Flaw flaw = perform(node, locals.restart(state[node], lostDisk), state);
        return flaw != null ? flaw : join(state);
    }

    /** Links come up between all nodes that run and are not cut off. */
    private @Nullable Flaw join(int[] state) {
        Flaw flaw = null;
        for (int high = 1; high < layout.nodes; high++) {
            for (int low = 0; low < high; low++) {
                boolean apart = layout.isLinked(state, low, high)
                        || layout.cutOff(state) == low
                        || layout.cutOff(state) == high
                        || locals.view(state[low]).down()
                        || locals.view(state[high]).down();
                if (!apart && flaw == null) {
                    layout.setLinked(state, low, high, true);
                    flaw = perform(low, locals.linkUp(state[low], high), state);
                    flaw = flaw != null ? flaw : perform(high, locals.linkUp(state[high], low), state);
                }
            }
        }
        return flaw;
    }

    private @Nullable Flaw perform(int node, TimedStep step, int[] state) {
        Flaw flaw = step.flaw();
        if (flaw == null && step.decided().length > 0) {
            flaw = judge.decisions(node, step.decided(), state, locals);
        }
        state[node] = step.to();
        int[] sends = step.sends();
        for (int i = 0; i < sends.length; i += 2) {
            int to = sends[i];
            if (!layout.isLinked(state, node, to)) {
                flaw = flaw != null ? flaw : new Flaw(Rule.LINKS, "node " + node + " wrote to " + to);
            } else if (!locals.view(state[to]).down()) {
                int channel = layout.later(node, to);
                boolean datagram = locals.message(sends[i + 1]).isDatagram();
                state[channel] = channels.send(state[channel], sends[i + 1], datagram);
            }
        }
        return flaw;
    }
}
