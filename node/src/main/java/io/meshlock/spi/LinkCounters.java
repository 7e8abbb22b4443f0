package io.meshlock.spi;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** The values of a node's link counters. Thread-safe. */
public final class LinkCounters {

    // The maps are filled by the constructor and never changed: safe to read from any thread.
    private final Map<LinkCounter, LongAdder> counts = adders(LinkCounter.class);
    private final Map<LinkEnd, LongAdder> ends = adders(LinkEnd.class);

    /** All at zero. */
    public LinkCounters() {}

    public void count(LinkCounter what) {
        add(what, 1);
    }

    public void add(LinkCounter what, long amount) {
        adder(counts, what).add(amount);
    }

    /** Counts a link that went down for this reason. */
    public void count(LinkEnd why) {
        adder(ends, why).increment();
    }

    public long get(LinkCounter what) {
        return adder(counts, what).sum();
    }

    /** How many links went down for this reason. */
    public long get(LinkEnd why) {
        return adder(ends, why).sum();
    }

    /** All counters by label; ends of links as {@code link_down_silent}. */
    public SortedMap<String, Long> snapshot() {
        SortedMap<String, Long> all = new TreeMap<>();
        for (LinkCounter counter : LinkCounter.values()) {
            all.put(counter.label(), get(counter));
        }
        for (LinkEnd end : LinkEnd.values()) {
            all.put("link_down_" + end.name().toLowerCase(Locale.ROOT), get(end));
        }
        return all;
    }

    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> kinds) {
        Map<E, LongAdder> adders = new EnumMap<>(kinds);
        for (E kind : kinds.getEnumConstants()) {
            adders.put(kind, new LongAdder());
        }
        return adders;
    }

    private static <E> LongAdder adder(Map<E, LongAdder> adders, E kind) {
        return Objects.requireNonNull(adders.get(kind));
    }
}
