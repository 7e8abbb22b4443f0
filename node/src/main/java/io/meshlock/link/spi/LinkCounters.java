package io.meshlock.link.spi;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens on a node's links. Safe to use from any thread. */
public final class LinkCounters {

    private final LongAdder[] counts = adders(LinkCounter.values().length);
    private final LongAdder[] ends = adders(LinkEnd.values().length);

    public void count(LinkCounter what) {
        add(what, 1);
    }

    public void add(LinkCounter what, long amount) {
        counts[what.ordinal()].add(amount);
    }

    /** A link went down. */
    public void count(LinkEnd why) {
        ends[why.ordinal()].increment();
    }

    public long get(LinkCounter what) {
        return counts[what.ordinal()].sum();
    }

    /** How many links went down for this reason. */
    public long get(LinkEnd why) {
        return ends[why.ordinal()].sum();
    }

    /** Everything by label; ends of links as {@code link_down_silent}. */
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

    private static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        for (int i = 0; i < count; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }
}
