package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Trace.Event;
import io.meshlock.simulator.explore.Trace.Sent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A narrative as a picture: nodes are vertical lines, time goes down one row per event, messages are arrows from where they
 * were sent to where they arrived, and a thick bar shows that a node has requests inside. The arrow of a lost message
 * ends in a cross; that of a message still in flight at the end has no tip.
 */
public final class SpaceTimeDiagram {

    private static final int LEFT = 230;
    private static final int COLUMN = 170;
    private static final int TOP = 70;
    private static final int ROW = 30;
    private static final int MARGIN = 40;

    /** A message on its way, and the row in which it was sent. */
    private record UnderWay(Sent message, int row) {}

    private final List<String> heading;
    private final List<String> nodes;
    private final List<Event> events;
    private final StringBuilder svg = new StringBuilder();
    private final SortedMap<Integer, Deque<UnderWay>> inFlight = new TreeMap<>();

    private SpaceTimeDiagram(List<String> heading, List<String> nodes, List<Event> events) {
        this.heading = heading;
        this.nodes = nodes;
        this.events = events;
    }

    /**
     * The picture of a narrative, as of what an exploration or a hunt has found: an SVG document.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static String draw(String narrative) {
        NarratedEvents told = NarratedEvents.of(narrative);
        return new SpaceTimeDiagram(told.heading(), told.names(), told.events()).draw();
    }

    private String draw() {
        int rows = events.size();
        int width = LEFT + (nodes.size() - 1) * COLUMN + 2 * MARGIN;
        int height = y(rows) + MARGIN;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">",
                width, height, width, height);
        add("<style>text{font:12px sans-serif;fill:#222}.h{font-weight:bold}.m{font-size:10px;fill:#245}"
                + ".n{stroke:#999}.b{stroke:#e08a00;stroke-width:8}.a{stroke:#2a5f9e;stroke-width:1.3}"
                + ".x{stroke:#c22;stroke-width:1.3;stroke-dasharray:4 3}.d{fill:#222}</style>");
        add("<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\""
                + " orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#2a5f9e\"/></marker>"
                + "<marker id=\"cross\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\">"
                + "<path d=\"M0 0L8 8M8 0L0 8\" stroke=\"#c22\"/></marker></defs>");
        add("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", width, height);
        for (int line = 0; line < Math.min(2, heading.size()); line++) {
            text(10, 20 + 18 * line, line == 0 ? "h" : "", heading.get(line));
        }
        for (int node = 0; node < nodes.size(); node++) {
            text(x(node) - 4, TOP - 10, "h", nodes.get(node));
            line(x(node), TOP, x(node), y(rows) + ROW / 2, "n", "");
        }
        bars();
        for (int row = 0; row < rows; row++) {
            event(row, events.get(row));
        }
        inFlight.values().forEach(way -> way.forEach(message -> arrow(message, rows - 1, "x", "")));
        return svg.append("</svg>\n").toString();
    }

    /** Thick while at least one request of the node is inside. */
    private void bars() {
        for (int node = 0; node < nodes.size(); node++) {
            int since = -1;
            for (int row = 0; row <= events.size(); row++) {
                boolean inside = row < events.size() && events.get(row).inside().get(node) > 0;
                boolean wasInside = since >= 0;
                if (inside && !wasInside) {
                    since = row;
                } else if (!inside && wasInside) {
                    line(x(node), y(since), x(node), y(Math.min(row, events.size() - 1)), "b", "");
                    since = -1;
                }
            }
        }
    }

    private void event(int row, Event event) {
        text(10, y(row) + 4, "", (row + 1) + "  " + event.command());
        add("<circle class=\"d\" cx=\"%d\" cy=\"%d\" r=\"3\"/>", x(event.node()), y(row));
        if (event.delivered()) {
            UnderWay arrived = take(way(event.peer(), event.node()), event.place());
            if (arrived != null) {
                arrow(arrived, row, "a", "tip");
            }
        } else if (event.peer() != event.node()) {
            add("<circle class=\"d\" cx=\"%d\" cy=\"%d\" r=\"3\"/>", x(event.peer()), y(row));
        }
        for (Sent sent : event.lost()) {
            Deque<UnderWay> way = way(sent.from(), sent.to());
            UnderWay latest = event.place() >= 0 ? take(way, event.place()) : way.pollLast();
            if (latest != null) {
                arrow(latest, row, "x", "cross");
            }
        }
        event.sent().forEach(sent -> way(sent.from(), sent.to()).add(new UnderWay(sent, row)));
    }

    private static @Nullable UnderWay take(Deque<UnderWay> way, int place) {
        List<UnderWay> all = new ArrayList<>(way);
        if (place >= all.size()) {
            return null;
        }
        UnderWay taken = all.remove(place);
        way.clear();
        way.addAll(all);
        return taken;
    }

    private void arrow(UnderWay message, int row, String style, String end) {
        int x1 = x(message.message.from());
        int y1 = y(message.row);
        int x2 = x(message.message.to());
        int y2 = y(row);
        if (!style.equals("a")) { // it did not get there
            x2 = x1 + (x2 - x1) * 2 / 3;
        }
        line(x1, y1, x2, y2, style, end);
        text((2 * x1 + x2) / 3 + 4, (2 * y1 + y2) / 3 - 3, "m", message.message.type());
    }

    private Deque<UnderWay> way(int from, int to) {
        return inFlight.computeIfAbsent(from * nodes.size() + to, unused -> new ArrayDeque<>());
    }

    private static int x(int node) {
        return LEFT + MARGIN + node * COLUMN;
    }

    private static int y(int row) {
        return TOP + ROW / 2 + row * ROW;
    }

    private void line(int x1, int y1, int x2, int y2, String style, String end) {
        String marker = end.isEmpty() ? "" : " marker-end=\"url(#" + end + ")\"";
        add("<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"%s/>", style, x1, y1, x2, y2, marker);
    }

    private void text(int x, int y, String style, String words) {
        String safe = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        add("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>", style, x, y, safe);
    }

    private void add(String format, Object... arguments) {
        svg.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
                .append('\n');
    }
}
