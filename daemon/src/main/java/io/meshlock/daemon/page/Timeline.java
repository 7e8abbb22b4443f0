package io.meshlock.daemon.page;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * Counts of events per span of time. The number of spans is bounded: either the oldest are dropped, or adjacent spans are
 * merged in pairs.
 */
final class Timeline {

    /** Priorities beyond so many different ones are counted with the highest known one. */
    private static final int MOST_PRIORITIES = 200;

    private final int limit;
    private final boolean whole;
    private final List<Span> spans = new ArrayList<>();
    private final SortedMap<Integer, Waits> byPriority = new TreeMap<>();
    private double width;
    private long first;

    private static final class Span {
        private long events;
        private long messages;
        private long links;
        private long grants;
        private double waitSum;
        private double waitMax;

        private void add(Span other) {
            events += other.events;
            messages += other.messages;
            links += other.links;
            grants += other.grants;
            waitSum += other.waitSum;
            waitMax = Math.max(waitMax, other.waitMax);
        }
    }

    private static final class Waits {
        private long count;
        private double sum;
    }

    private Timeline(double width, int limit, boolean whole) {
        this.width = width;
        this.limit = limit;
        this.whole = whole;
    }

    /** Keeps the recent past. */
    static Timeline recent(double width, int limit) {
        return new Timeline(width, limit, false);
    }

    /** Keeps everything, as coarse as need be. */
    static Timeline whole(double width, int limit) {
        return new Timeline(width, limit, true);
    }

    /** Counts an event that is not sent to the page: a step of a node, or one of too many messages. */
    void count(double time, long messages) {
        Span span = at(time);
        span.events += messages;
        span.messages += messages;
    }

    /** @param wait how long a request has waited if the event is its grant, otherwise NaN */
    void add(Event event, double wait, int priority) {
        Span span = at(event.time());
        span.events++;
        switch (event.kind()) {
            case SENT, HOPPED -> span.messages++;
            case LINK_UP, LINK_DOWN -> span.links++;
            case GRANTED -> {
                span.grants++;
                if (!Double.isNaN(wait)) {
                    span.waitSum += wait;
                    span.waitMax = Math.max(span.waitMax, wait);
                    waits(priority).count++;
                    waits(priority).sum += wait;
                }
            }
            default -> {}
        }
    }

    private Waits waits(int priority) {
        int known = byPriority.containsKey(priority) || byPriority.size() < MOST_PRIORITIES
                ? priority
                : byPriority.lastKey();
        return byPriority.computeIfAbsent(known, any -> new Waits());
    }

    private Span at(double time) {
        long index = (long) Math.floor(Math.max(0, time) / width);
        while (whole && index >= limit) {
            halve();
            index = (long) Math.floor(Math.max(0, time) / width);
        }
        if (!whole && index >= first + spans.size() + limit) { // a long silence: nothing that is kept is recent
            spans.clear();
            first = index;
        }
        while (index >= first + spans.size()) {
            spans.add(new Span());
        }
        while (spans.size() > limit) {
            spans.remove(0);
            first++;
        }
        return spans.get((int) Math.max(0, index - first));
    }

    private void halve() {
        List<Span> pairs = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            if (i % 2 == 0) {
                pairs.add(spans.get(i));
            } else {
                pairs.get(i / 2).add(spans.get(i));
            }
        }
        spans.clear();
        spans.addAll(pairs);
        width *= 2;
    }

    /** The number of the latest span, to be given to {@link #write} next time. */
    long latest() {
        return first + spans.size() - 1;
    }

    /** Writes the spans from this number on, and waits by priority. */
    void write(JsonGenerator out, long from) {
        long begin = Math.max(first, from);
        out.writeStartObject();
        out.writeNumberProperty("from", Numerals.micros(begin * width));
        out.writeNumberProperty("width", Numerals.micros(width));
        out.writeArrayPropertyStart("spans");
        for (int i = (int) (begin - first); i < spans.size(); i++) {
            write(out, spans.get(i));
        }
        out.writeEndArray();
        out.writeArrayPropertyStart("byPriority");
        byPriority.forEach((priority, waits) -> {
            out.writeStartArray();
            out.writeNumber(priority);
            out.writeNumber(waits.count);
            out.writeNumber(Numerals.micros(waits.sum));
            out.writeEndArray();
        });
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, Span span) {
        out.writeStartArray();
        out.writeNumber(span.events);
        out.writeNumber(span.messages);
        out.writeNumber(span.links);
        out.writeNumber(span.grants);
        out.writeNumber(Numerals.micros(span.waitSum));
        out.writeNumber(Numerals.micros(span.waitMax));
        out.writeEndArray();
    }
}
