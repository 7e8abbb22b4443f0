package io.meshlock.daemon.page;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import tools.jackson.core.JsonGenerator;

/**
 * The state of a mesh after some events. In journals of real nodes both ends of a link report it, in every pool: the
 * latest report counts.
 */
final class Picture {

    private final ToIntFunction<String> permits;
    private final SortedMap<Integer, String> names = new TreeMap<>();
    /** Nodes that do nothing at present: true for those that crashed, false for those that stand still. */
    private final SortedMap<Integer, Boolean> absent = new TreeMap<>();

    private final TreeSet<Long> links = new TreeSet<>();
    private final List<PoolPicture> pools = new ArrayList<>();
    private double time;

    /** @param permits how many permits a pool has, by its name; 0 if that is not known */
    Picture(ToIntFunction<String> permits) {
        this.permits = permits;
    }

    /** The pool's place in the list; a new one is added. */
    int pool(String name) {
        for (int i = 0; i < pools.size(); i++) {
            if (pools.get(i).name().equals(name)) {
                return i;
            }
        }
        pools.add(new PoolPicture(name));
        return pools.size() - 1;
    }

    /** Learns a node's name. */
    void name(int node, String name) {
        names.put(node, name);
    }

    int pools() {
        return pools.size();
    }

    int nodes() {
        return names.size();
    }

    /** Applies an event. Returns how long the request has waited if the event is its grant, otherwise NaN. */
    double apply(Event event) {
        time = Math.max(time, event.time());
        if (event.node() >= 0) {
            names.putIfAbsent(event.node(), Integer.toString(event.node()));
        }
        if (event.to() >= 0) {
            names.putIfAbsent(event.to(), Integer.toString(event.to()));
        }
        switch (event.kind()) {
            case NAMED -> names.put(event.node(), event.message());
            case CRASHED, GONE -> {
                absent.put(event.node(), true);
                pools.forEach(pool -> pool.apply(event));
            }
            case PAUSED -> absent.put(event.node(), false);
            case RESTARTED, RESUMED, BACK -> absent.remove(event.node());
            case LINK_UP -> links.add(link(event.node(), event.to()));
            case LINK_DOWN -> links.remove(link(event.node(), event.to()));
            default -> {
                return pools.get(event.pool()).apply(event);
            }
        }
        return Double.NaN;
    }

    /** The priority of a request that holds permits now. */
    int priority(Event granted) {
        return pools.get(granted.pool()).priority(granted.request());
    }

    static long link(int a, int b) {
        return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    }

    void write(JsonGenerator out) {
        out.writeStartObject();
        out.writeNumberProperty("t", Numerals.micros(time));
        out.writeArrayPropertyStart("nodes");
        names.forEach((node, name) -> {
            out.writeStartArray();
            out.writeNumber(node);
            out.writeString(name);
            out.writeEndArray();
        });
        out.writeEndArray();
        out.writeArrayPropertyStart("absent");
        absent.forEach((node, crashed) -> {
            out.writeStartArray();
            out.writeNumber(node);
            out.writeBoolean(crashed);
            out.writeEndArray();
        });
        out.writeEndArray();
        out.writeArrayPropertyStart("links");
        for (long link : links) {
            PoolPicture.pair(out, (int) (link >>> Integer.SIZE), (int) link);
        }
        out.writeEndArray();
        out.writeArrayPropertyStart("pools");
        for (PoolPicture pool : pools) {
            pool.write(out, permits.applyAsInt(pool.name()), links);
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
