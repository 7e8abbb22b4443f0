package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Trace.Event;
import io.meshlock.simulator.explore.Trace.Sent;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells actions in plain words, for algorithms whose nodes write to anybody. The explorer ignores the order of messages
 * on a way, but narratives need it: it is reconstructed here.
 */
final class AnybodyTracer {

    private final Tracer tracer;
    private final StateLayout layout;
    private final NodeStates locals;
    private final LinkStates links;
    private final Moves moves;
    private final IntArrayList[] ways;

    AnybodyTracer(Tracer tracer, StateLayout layout, NodeStates locals, LinkStates links, Moves moves) {
        this.tracer = tracer;
        this.layout = layout;
        this.locals = locals;
        this.links = links;
        this.moves = moves;
        ways = new IntArrayList[layout.nodes * layout.nodes];
        for (int way = 0; way < ways.length; way++) {
            ways[way] = new IntArrayList();
        }
    }

    /** Performs an action and describes it. */
    Event event(int action, int[] from, int[] to) {
        int kind = Action.kind(action);
        int a = Action.a(action);
        int b = Action.b(action);
        boolean ofMessage = kind == Action.DELIVER || kind == Action.LOSE || kind == Action.COPY;
        List<Sent> sent = new ArrayList<>();
        List<Sent> lost = new ArrayList<>();
        int place = -1;
        String command = kind == Action.EXPIRE ? expire(from) : tracer.command(action);
        boolean delivered = kind == Action.DELIVER && !locals.view(from[b]).off;
        if (ofMessage) {
            int message = links.messages(from[layout.link(a, b)], a < b ? 0 : 1).getInt(Action.c(action));
            place = way(a, b).indexOf(message);
            command = (kind == Action.DELIVER ? "deliver " : kind == Action.LOSE ? "lose " : "copy ") + tracer.name(a)
                    + "->" + tracer.name(b) + (place == 0 ? "" : " nth=" + (place + 1));
            if (kind == Action.COPY) {
                way(a, b).add(message);
                sent.add(new Sent(a, b, tracer.type(message)));
                place = -1;
            } else {
                way(a, b).removeInt(place);
                if (!delivered) {
                    lost.add(new Sent(a, b, tracer.type(message)));
                }
            }
        }
        IntArrayList told = new IntArrayList();
        moves.apply(from, action, to, told);
        for (int i = 0; i < told.size(); i += 3) {
            way(told.getInt(i), told.getInt(i + 1)).add(told.getInt(i + 2));
            sent.add(new Sent(told.getInt(i), told.getInt(i + 1), tracer.type(told.getInt(i + 2))));
        }
        return new Event(command, delivered ? b : a, a, delivered, place, sent, lost, tracer.inside(to));
    }

    private IntArrayList way(int from, int to) {
        return ways[from * layout.nodes + to];
    }

    private String expire(int[] state) {
        StringBuilder text = new StringBuilder();
        for (int node = 0; node < layout.nodes; node++) {
            for (int rest = locals.view(state[node]).timers; rest != 0; rest &= rest - 1) {
                int timer = Integer.numberOfTrailingZeros(rest);
                text.append(text.isEmpty() ? "" : "\n").append("fire ").append(tracer.name(node));
                text.append(timer == 0 ? "" : " timer=" + timer);
            }
        }
        return text.toString();
    }
}
