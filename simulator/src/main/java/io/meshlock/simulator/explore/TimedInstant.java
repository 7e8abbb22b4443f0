package io.meshlock.simulator.explore;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/** One instant of an exploration: the nodes' states and the messages of that instant, numbered. */
final class TimedInstant {

    private final TimedLayout layout;
    private final TimedExploration exploration;
    final int time;
    final TimedNodes locals;
    final Channels channels = new Channels();
    final TimedMoves moves;
    private final Int2IntOpenHashMap adopted = new Int2IntOpenHashMap();

    private TimedInstant(TimedExploration exploration, TimedLayout layout, TimedNodes locals, int time) {
        this.exploration = exploration;
        this.layout = layout;
        this.locals = locals;
        this.time = time;
        this.moves = new TimedMoves(exploration, layout, locals, channels, time);
        adopted.defaultReturnValue(-1);
    }

    static TimedInstant first(TimedExploration exploration, TimedLayout layout) {
        return new TimedInstant(exploration, layout, TimedNodes.first(exploration), 0);
    }

    /** The instant that follows, without states. */
    TimedInstant next() {
        return new TimedInstant(exploration, layout, locals.next(), time + 1);
    }

    /** Rewrites a state of the instant before: its nodes and messages get the numbers that they have here. */
    void adopt(TimedInstant before, int[] state) {
        for (int node = 0; node < layout.nodes; node++) {
            int known = adopted.get(state[node]);
            if (known < 0) {
                known = locals.adopt(before.locals, state[node]);
                adopted.put(state[node], known);
            }
            state[node] = known;
        }
        for (int at = layout.nodes; at < layout.words - 2; at++) {
            if (state[at] != Channels.EMPTY) {
                int[] content = before.channels.content(state[at]).clone();
                for (int i = 1; i < content.length; i++) {
                    content[i] = locals.adoptMessage(before.locals, content[i]);
                }
                state[at] = channels.number(content);
            }
        }
    }

    /** The state after time has passed; with messages under way, that costs a delay. Nothing is rewritten yet. */
    int[] passed(int[] state, int action) {
        int[] after = state.clone();
        if (TimedAction.a(action) != 0) {
            layout.spend(after, TimedLayout.DELAYS);
        }
        return after;
    }
}
