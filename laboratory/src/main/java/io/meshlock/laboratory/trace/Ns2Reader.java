package io.meshlock.laboratory.trace;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.mobility.RecordedMovement.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Movements as ns-2 understands them: places at the start, and commands to go somewhere at a speed. A node that is told
 * to go elsewhere while it is under way turns where it is; one that has arrived stays. Lines about {@code $god_}, which
 * knows the shortest paths, are passed over.
 */
final class Ns2Reader {

    private static final String EXPECTED =
            "'$node_(i) set X_ x' or '$ns_ at t \"$node_(i) setdest x y speed\"', or a comment";

    private final Lines lines;
    private final MovementCollector collector;
    private final List<Going> nodes = new ArrayList<>();

    /** What is known of a node besides its path so far. */
    private static final class Going {
        private double startX = Double.NaN;
        private double startY = Double.NaN;
        /** Where it goes and the tick of its arrival, or -1 if it goes nowhere. */
        private double toX;

        private double toY;
        private long arrival = -1;
        private long line;
    }

    Ns2Reader(Lines lines) {
        this.lines = lines;
        collector = new MovementCollector(lines);
    }

    Trace read(TraceSource source) {
        while (lines.next()) {
            command();
        }
        for (int place = 0; place < nodes.size(); place++) {
            Going node = nodes.get(place);
            Path path = collector.path(place);
            if (path.points() == 0) {
                String missing = Double.isNaN(node.startX) ? "X_" : "Y_";
                throw TraceException.at(
                        source.file().toString(),
                        node.line,
                        "node " + collector.name(place) + " has no " + missing,
                        "both X_ and Y_ of every node");
            }
            if (node.arrival >= 0) {
                path.add(node.arrival, node.toX, node.toY);
            }
        }
        return collector.finish(source);
    }

    private void command() {
        int size = lines.size();
        if (size == 4 && lines.word(1).equals("set")) {
            place();
        } else if (size == 8 && lines.word(1).equals("at") && lines.word(4).equals("setdest")) {
            go();
        } else if (!lines.word(0).equals("$god_")
                && !(size > 3 && lines.word(1).equals("at") && lines.word(3).equals("$god_"))) {
            throw lines.wrong(lines.quoted() + " is no movement", EXPECTED);
        }
    }

    /** {@code $node_(3) set X_ 12.5}. */
    private void place() {
        int place = node(lines.word(0));
        Going node = nodes.get(place);
        double value = lines.number(3);
        switch (lines.word(2)) {
            case "X_" -> node.startX = value;
            case "Y_" -> node.startY = value;
            case "Z_" -> {
                return; // the mesh is flat
            }
            default -> throw lines.wrong("'" + lines.word(2) + "' is no coordinate", "X_, Y_ or Z_");
        }
        Path path = collector.path(place);
        if (path.points() > 1 || node.arrival >= 0) {
            throw lines.wrong("node " + collector.name(place) + " jumps after it began to move", "its place before");
        }
        if (!Double.isNaN(node.startX) && !Double.isNaN(node.startY)) {
            path.add(0, node.startX, node.startY);
        }
    }

    /** {@code $ns_ at 7.5 "$node_(3) setdest 40 50 2.5"}. */
    private void go() {
        int place = node(lines.word(3));
        Path path = collector.path(place);
        Going node = nodes.get(place);
        if (path.points() == 0) {
            throw lines.wrong("node " + collector.name(place) + " moves without a place", "its X_ and Y_ before");
        }
        long now = lines.time(2);
        double speed = lines.number(7);
        if (speed < 0) {
            throw lines.wrong("speed " + lines.word(7) + " is negative", "a speed from 0 on");
        }
        stop(place, now);
        node.toX = lines.number(5);
        node.toY = lines.number(6);
        double dx = node.toX - path.lastX();
        double dy = node.toY - path.lastY();
        double distance = Math.sqrt(dx * dx + dy * dy);
        node.arrival = speed > 0 && distance > 0 ? arrival(now, distance / speed) : -1;
    }

    private long arrival(long now, double units) {
        if (!(units <= Lines.MAX_TIME)) {
            throw lines.wrong("speed " + lines.word(7) + " takes too long to arrive", "at most 10000000000 time units");
        }
        return now + Math.max(1, Ticks.of(units));
    }

    /** Puts a node where it is by now. */
    private void stop(int place, long now) {
        Going node = nodes.get(place);
        Path path = collector.path(place);
        double x = path.lastX();
        double y = path.lastY();
        if (node.arrival >= 0 && node.arrival <= now) {
            collector.add(place, node.arrival, node.toX, node.toY, lines.word(2));
            x = node.toX;
            y = node.toY;
        } else if (node.arrival >= 0) {
            double done = (double) (now - path.end()) / (node.arrival - path.end());
            x += (node.toX - x) * done;
            y += (node.toY - y) * done;
        }
        collector.add(place, now, x, y, lines.word(2));
    }

    private int node(String word) {
        if (!word.startsWith("$node_(") || !word.endsWith(")") || word.length() < 9) {
            throw lines.wrong("'" + word + "' is no node", "$node_(i)");
        }
        int place = collector.place(word.substring(7, word.length() - 1));
        if (place == nodes.size()) {
            nodes.add(new Going());
            nodes.get(place).line = lines.number();
        }
        return place;
    }
}
