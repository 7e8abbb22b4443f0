package io.meshlock.simulator.network;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Links that come and go as recorded. Immutable; a change takes 16 bytes of a
 * {@link io.meshlock.simulator.storage.LongStore}, and none of the heap.
 */
public final class RecordedLinks implements LinkQuality {

    private final LinkEvents changes;
    private final Long2DoubleOpenHashMap qualities;

    private RecordedLinks(LinkEvents changes, Long2DoubleOpenHashMap qualities) {
        this.changes = changes;
        this.qualities = qualities;
    }

    /** How many times a link comes up or goes down. */
    public int changes() {
        return changes.size();
    }

    /** True if some link loses attempts. */
    public boolean loses() {
        return !qualities.isEmpty();
    }

    @Override
    public double linkQuality(int from, int to) {
        return qualities.getOrDefault(Graph.pack(from, to), 1.0);
    }

    /** The changes before a tick, from the beginning. */
    public LinkHistory before(long horizon) {
        return new Reading(horizon);
    }

    private final class Reading implements LinkHistory {

        private final long horizon;
        private int at = -1;

        Reading(long horizon) {
            this.horizon = horizon;
        }

        @Override
        public boolean next() {
            if (at + 1 >= changes.size() || changes.tick(at + 1) >= horizon) {
                return false;
            }
            at++;
            return true;
        }

        @Override
        public long time() {
            return changes.tick(at);
        }

        @Override
        public int low() {
            return (int) (changes.link(at) >>> Integer.SIZE);
        }

        @Override
        public int high() {
            return (int) changes.link(at);
        }

        @Override
        public boolean isUp() {
            return changes.begins(at);
        }
    }

    /**
     * Collects contacts in any order. A link is up while at least one of its contacts lasts, so contacts may overlap,
     * and one that begins when another ends continues it.
     */
    public static final class Builder {

        private final LinkEvents events = new LinkEvents();
        private final Long2DoubleOpenHashMap qualities = new Long2DoubleOpenHashMap();

        /** A contact of two nodes begins, or ends. */
        public void add(long tick, int a, int b, boolean begins) {
            events.add(tick, Graph.pack(a, b), begins);
        }

        /** How well a link works whenever it is up: 1 unless given, the worse one if given twice. */
        public void quality(int a, int b, double quality) {
            if (quality < 1) {
                qualities.mergeDouble(Graph.pack(a, b), quality, Math::min);
            }
        }

        /**
         * The links with nodes renumbered, and from a later instant on, which becomes tick 0.
         *
         * @param numbers the number of each node that the contacts name
         */
        public RecordedLinks build(int[] numbers, long origin) {
            for (int i = 0; i < events.size(); i++) {
                events.set(
                        i, Math.max(0, events.tick(i) - origin), renumbered(events.link(i), numbers), events.begins(i));
            }
            Long2DoubleOpenHashMap better = new Long2DoubleOpenHashMap();
            qualities
                    .long2DoubleEntrySet()
                    .forEach(entry -> better.put(renumbered(entry.getLongKey(), numbers), entry.getDoubleValue()));
            events.sort();
            return new RecordedLinks(effective(events), better);
        }

        private static long renumbered(long link, int[] numbers) {
            return Graph.pack(numbers[(int) (link >>> Integer.SIZE)], numbers[(int) link]);
        }

        /** Drops contacts that change nothing: overlaps, and those that begin and end at the same tick. */
        private static LinkEvents effective(LinkEvents contacts) {
            LinkEvents changes = new LinkEvents();
            Long2IntOpenHashMap lasting = new Long2IntOpenHashMap();
            for (int i = 0; i < contacts.size(); ) {
                long tick = contacts.tick(i);
                long link = contacts.link(i);
                int before = lasting.get(link);
                int after = before;
                for (; i < contacts.size() && contacts.tick(i) == tick && contacts.link(i) == link; i++) {
                    after += contacts.begins(i) ? 1 : -1;
                }
                if (after > 0) {
                    lasting.put(link, after);
                } else {
                    lasting.remove(link);
                }
                if (before > 0 != after > 0) {
                    changes.add(tick, link, after > 0);
                }
            }
            return changes;
        }
    }
}
