package io.meshlock.simulator.explore;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.explore.Exploration.PlannedRequest;
import io.meshlock.simulator.explore.Trace.Event;
import io.meshlock.simulator.explore.Trace.Sent;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/** Performs a sequence of actions once more and describes each in the words of narratives. */
final class Tracer {

    private final Exploration exploration;
    private final StateLayout layout;
    private final NodeStates locals;
    private final LinkStates links;
    private final Moves moves;
    private final StateGraph graph;

    Tracer(
            Exploration exploration,
            StateLayout layout,
            NodeStates locals,
            LinkStates links,
            Moves moves,
            StateGraph graph) {
        this.exploration = exploration;
        this.layout = layout;
        this.locals = locals;
        this.links = links;
        this.moves = moves;
        this.graph = graph;
    }

    Trace trace(List<Integer> actions, Flaw flaw) {
        List<Event> events = new ArrayList<>();
        AnybodyTracer anybody = new AnybodyTracer(this, layout, locals, links, moves);
        int[] from = moves.initial();
        for (int action : actions) {
            int[] to = new int[layout.words];
            if (exploration.toAnybody()) {
                events.add(anybody.event(action, from, to));
            } else {
                moves.apply(from, action, to);
                events.add(event(action, from, to));
            }
            from = to;
        }
        return new Trace(flaw, opening(), exploration.topology().names(), List.copyOf(events));
    }

    private String opening() {
        PoolSettings pool = exploration.pool();
        StringBuilder text = new StringBuilder(exploration.toAnybody() ? "mesh hosts" : "mesh links");
        // Name all nodes first: they are numbered in the order in which they are named.
        exploration.topology().names().forEach(node -> text.append(' ').append(node));
        for (int a = 0; a < layout.nodes; a++) {
            for (int b = a + 1; b < layout.nodes; b++) {
                if (exploration.topology().areLinked(a, b) && !exploration.toAnybody()) {
                    text.append(' ').append(name(a)).append('-').append(name(b));
                }
            }
        }
        text.append(" algorithm=")
                .append(exploration.algorithm().name())
                .append(" k=")
                .append(pool.permits());
        text.append(" policy=").append(pool.policy().label()).append(" aging=").append(pool.aging());
        exploration
                .options()
                .given()
                .forEach((name, value) ->
                        text.append(' ').append(name).append('=').append(value));
        return text.append(exploration.lossy() ? " lossy" : "").toString();
    }

    private Event event(int action, int[] from, int[] to) {
        int kind = Action.kind(action);
        int a = Action.a(action);
        int b = Action.b(action);
        boolean delivered = kind == Action.DELIVER;
        boolean atLink = delivered || kind == Action.NOTICE || kind >= Action.CUT;
        List<Sent> sent = new ArrayList<>();
        List<Sent> lost = new ArrayList<>();
        for (int pair = 0; pair < layout.pairs; pair++) {
            for (int way = 0; way < 2; way++) {
                compare(action, pair, way, from, to, sent, lost);
            }
        }
        int place = delivered ? 0 : -1;
        int peer = delivered ? a : atLink ? b : a;
        return new Event(command(action), delivered ? b : a, peer, delivered, place, sent, lost, inside(to));
    }

    List<Integer> inside(int[] state) {
        List<Integer> inside = new ArrayList<>();
        for (int node = 0; node < layout.nodes; node++) {
            inside.add(Integer.bitCount(locals.view(state[node]).inside));
        }
        return inside;
    }

    /** Finds the messages that an action sent on a way or lost there; the others keep their order at the front. */
    private void compare(int action, int pair, int way, int[] from, int[] to, List<Sent> sent, List<Sent> lost) {
        int start = way == 0 ? layout.first(pair) : layout.second(pair);
        int end = way == 0 ? layout.second(pair) : layout.first(pair);
        IntArrayList before = links.messages(from[layout.nodes + pair], way);
        IntArrayList after = links.messages(to[layout.nodes + pair], way);
        int gone = action == Action.of(Action.DELIVER, start, end) ? 1 : 0;
        int kind = Action.kind(action);
        boolean dies = (kind == Action.FAIL || kind == Action.NOTICE)
                && layout.link(Action.a(action), Action.b(action)) == layout.nodes + pair;
        if (dies) {
            before.subList(after.size(), before.size())
                    .forEach(message -> lost.add(new Sent(start, end, type(message))));
        } else {
            after.subList(before.size() - gone, after.size())
                    .forEach(message -> sent.add(new Sent(start, end, type(message))));
        }
    }

    String type(int message) {
        return ((Message) graph.value(message)).type();
    }

    String command(int action) {
        String a = name(Action.a(action));
        int second = Action.b(action);
        return switch (Action.kind(action)) {
            case Action.DELIVER -> "deliver " + a + "->" + name(second);
            case Action.RELEASE -> "release " + a + (second + 1);
            case Action.CANCEL -> "cancel " + a + (second + 1);
            case Action.ASK -> ask(a, exploration.wishes().get(Action.a(action)).get(second));
            case Action.NOTICE -> "notice " + a + "-" + name(second);
            case Action.CUT -> "cut " + a + "-" + name(second);
            case Action.LEAVE -> "leave " + a;
            case Action.OFF -> "off " + a;
            case Action.RETURN -> "return " + a;
            case Action.REBOOT -> "reboot " + a;
            case Action.RESIZE -> "resize " + a + " " + second;
            case Action.FIRE -> "fire " + a + (second == 0 ? "" : " timer=" + second);
            case Action.FAIL -> "cut " + a + "-" + name(second) + " unnoticed keep=" + Action.c(action);
            default -> "link " + a + "-" + name(second);
        };
    }

    private static String ask(String node, PlannedRequest plannedRequest) {
        return "request " + node + " " + plannedRequest.permits()
                + (plannedRequest.priority() == 0 ? "" : " priority=" + plannedRequest.priority());
    }

    String name(int node) {
        return exploration.topology().names().get(node);
    }
}
