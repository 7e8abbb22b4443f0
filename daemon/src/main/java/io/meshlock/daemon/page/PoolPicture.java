package io.meshlock.daemon.page;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** One pool in a picture: who holds, who waits, and where the token is. */
final class PoolPicture {

    /** A page lists no more waiting requests than this, the most urgent ones; it is told how many there are. */
    private static final int MOST_LISTED = 500;

    private static final String REQUEST = "REQUEST";

    /** A request that waits. */
    private record Waiting(long request, int node, int permits, int priority, double asked) {}

    /** A grant, and since when it is held. */
    private record Hold(Waiting pending, double since, long grant, int[] slots) {

        /** The same after some of its permits were given back. */
        Hold without(Event part) {
            int left = Math.max(0, pending.permits - part.permits());
            Waiting fewer = new Waiting(pending.request, pending.node, left, pending.priority, pending.asked);
            int[] rest = Arrays.stream(slots)
                    .filter(slot -> Arrays.stream(part.slots()).noneMatch(back -> back == slot))
                    .toArray();
            return new Hold(fewer, since, grant, rest);
        }
    }

    private static final Comparator<Waiting> URGENCY =
            Comparator.comparingInt(Waiting::priority).reversed().thenComparingDouble(Waiting::asked);

    private final String name;

    /** How many permits it was last said to have; 0 if nobody did. */
    private int size;

    private final Map<Integer, Integer> tokens = new TreeMap<>();
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Long, Hold> holds = new LinkedHashMap<>();

    /** Per node that is not in this process: what it reported. */
    private final Map<Integer, Event> reports = new TreeMap<>();

    /** Per link: whom the last request over it went to. */
    private final Map<Long, Integer> ways = new LinkedHashMap<>();

    PoolPicture(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    int priority(long request) {
        Hold hold = holds.get(request);
        return hold == null ? 0 : hold.pending.priority;
    }

    /** As {@link Picture#apply}. */
    double apply(Event event) {
        long request = event.request();
        switch (event.kind()) {
            case REQUESTED ->
                waiting.put(
                        request, new Waiting(request, event.node(), event.permits(), event.priority(), event.time()));
            case REJECTED, WITHDRAWN -> waiting.remove(request);
            case GRANTED -> {
                return grant(event, waiting.remove(request));
            }
            case RELEASED, GRANT_LOST -> holds.remove(request);
            case GIVEN_BACK -> holds.computeIfPresent(request, (id, hold) -> hold.without(event));
            case CRASHED, GONE -> forget(event.node());
            case TOKENS -> tokens(event);
            case RESIZED -> size = event.permits();
            case REPORTED -> {
                reports.put(event.node(), event);
                tokens(event);
            }
            case SENT -> {
                if (event.message().equals(REQUEST)) {
                    ways.put(Picture.link(event.node(), event.to()), event.to());
                }
            }
            default -> {}
        }
        return Double.NaN;
    }

    /** Removes the requests, grants and tokens of a node that crashed. */
    private void forget(int node) {
        waiting.values().removeIf(pending -> pending.node == node);
        holds.values().removeIf(hold -> hold.pending.node == node);
        tokens.remove(node);
    }

    private void tokens(Event event) {
        if (event.tokens() > 0) {
            tokens.put(event.node(), event.tokens());
        } else {
            tokens.remove(event.node());
        }
    }

    private double grant(Event event, @Nullable Waiting known) {
        Waiting pending = known == null
                ? new Waiting(
                        event.request(),
                        event.node(),
                        event.permits(),
                        0,
                        event.time()) // made before the page began to watch
                : known;
        holds.put(event.request(), new Hold(pending, event.time(), event.grant(), event.slots()));
        return known == null ? Double.NaN : event.time() - pending.asked;
    }

    /**
     * @param permits how many it began with
     * @param links the links that are up: ways over others are forgotten
     */
    void write(JsonGenerator out, int permits, Set<Long> links) {
        ways.keySet().retainAll(links);
        out.writeStartObject();
        out.writeStringProperty("name", name);
        out.writeNumberProperty("permits", size > 0 ? size : permits);
        out.writeArrayPropertyStart("tokens");
        tokens.forEach((node, held) -> pair(out, node, held));
        out.writeEndArray();
        out.writeArrayPropertyStart("holds");
        holds.values().forEach(hold -> write(out, hold));
        out.writeEndArray();
        out.writeNumberProperty("waiting", waiting.size());
        out.writeArrayPropertyStart("waits");
        listed().forEach(pending -> {
            out.writeStartArray();
            fields(out, pending);
            out.writeEndArray();
        });
        out.writeEndArray();
        out.writeArrayPropertyStart("elsewhere");
        reports.values().forEach(report -> {
            out.writeStartArray();
            out.writeNumber(report.node());
            out.writeNumber(report.permits());
            out.writeNumber(report.request());
            out.writeEndArray();
        });
        out.writeEndArray();
        out.writeArrayPropertyStart("ways");
        ways.forEach((link, to) -> {
            int low = (int) (link >>> Integer.SIZE);
            int high = (int) (long) link;
            pair(out, to == low ? high : low, to);
        });
        out.writeEndArray();
        out.writeEndObject();
    }

    private Stream<Waiting> listed() {
        return waiting.size() <= MOST_LISTED
                ? waiting.values().stream()
                : waiting.values().stream().sorted(URGENCY).limit(MOST_LISTED);
    }

    private static void write(JsonGenerator out, Hold hold) {
        out.writeStartArray();
        fields(out, hold.pending);
        out.writeNumber(Numerals.micros(hold.since));
        out.writeNumber(hold.grant);
        out.writeArray(hold.slots, 0, hold.slots.length);
        out.writeEndArray();
    }

    private static void fields(JsonGenerator out, Waiting pending) {
        out.writeNumber(pending.request);
        out.writeNumber(pending.node);
        out.writeNumber(pending.permits);
        out.writeNumber(pending.priority);
        out.writeNumber(Numerals.micros(pending.asked));
    }

    static void pair(JsonGenerator out, int first, int second) {
        out.writeStartArray();
        out.writeNumber(first);
        out.writeNumber(second);
        out.writeEndArray();
    }
}
