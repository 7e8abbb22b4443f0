package io.meshlock.laboratory.trace;

import io.meshlock.journal.Ticks;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/** Traces that have links instead of positions. */
final class ConnectionReader {

    private final Lines lines;
    private final LinkCollector links = new LinkCollector();
    /** The links that are up, of events in the order of time. */
    private final LongOpenHashSet up = new LongOpenHashSet();

    ConnectionReader(Lines lines) {
        this.lines = lines;
    }

    /** {@code t CONN a b up} or {@code down}, in the order of time. */
    Trace events(TraceSource source) {
        long before = 0;
        while (lines.next()) {
            boolean event = lines.size() == 5 && lines.word(1).equals("CONN");
            if (!event || !(lines.word(4).equals("up") || lines.word(4).equals("down"))) {
                throw lines.wrong(lines.quoted() + " is no connection event", "t CONN a b up, or down");
            }
            long now = lines.time(0);
            if (now < before) {
                throw lines.wrong("time " + lines.word(0) + " comes after " + Ticks.toUnits(before), "times in order");
            }
            before = now;
            change(now, lines.word(4).equals("up"));
        }
        return links.finish(source, false);
    }

    private void change(long now, boolean comes) {
        int a = node(2);
        int b = node(3);
        checkDifferent(a, b);
        long link = (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
        if (comes ? !up.add(link) : !up.remove(link)) {
            String state = comes ? " is up already" : " is not up";
            throw lines.wrong("link " + lines.word(2) + "-" + lines.word(3) + state, "up and down in turn");
        }
        links.add(now, a, b, comes);
    }

    /** {@code a b start end}, or {@code t i j} of contacts that last a granularity; further columns do not matter. */
    Trace contacts(TraceSource source) {
        Double granularity = source.granularity();
        while (lines.next()) {
            if (granularity == null) {
                contact(0, lines.size() < 4 ? badContact("a b start end") : lines.time(2), lines.time(3));
            } else {
                long start = lines.size() < 3 ? badContact("t i j") : lines.time(0);
                contact(1, start, start + Ticks.of(granularity));
            }
        }
        return links.finish(source, true);
    }

    private long badContact(String expected) {
        throw lines.wrong(lines.quoted() + " is no contact", expected);
    }

    private void contact(int firstNode, long start, long end) {
        if (end < start) {
            throw lines.wrong("ends at " + lines.word(3) + ", before it begins at " + lines.word(2), "start ≤ end");
        }
        int a = node(firstNode);
        int b = node(firstNode + 1);
        checkDifferent(a, b);
        links.add(start, a, b, true);
        links.add(end, a, b, false);
    }

    private int node(int word) {
        return links.names().place(lines.word(word), lines);
    }

    private void checkDifferent(int a, int b) {
        if (a == b) {
            throw lines.wrong(lines.quoted() + " links a node with itself", "two different nodes");
        }
    }
}
