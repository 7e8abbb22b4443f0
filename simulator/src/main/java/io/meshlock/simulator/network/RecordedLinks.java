package io.meshlock.simulator.network;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Links that come and go as somebody wrote down. Immutable; a change takes 16 bytes. */
public final class RecordedLinks implements LinkQuality {

    private static final long DOWN = Long.MIN_VALUE;

    private final long[] ticks;
    /** The link of each change, with the highest bit set if it goes down. */
    private final long[] links;

    private final Long2DoubleOpenHashMap qualities;

    private RecordedLinks(long[] ticks, long[] links, Long2DoubleOpenHashMap qualities) {
        this.ticks = ticks;
        this.links = links;
        this.qualities = qualities;
    }

    /** How many times a link comes up or goes down. */
    public int changes() {
        return ticks.length;
    }

    /** True if some link loses attempts. */
    public boolean loses() {
        return !qualities.isEmpty();
    }

    @Override
    public double linkQuality(int from, int to) {
        return qualities.getOrDefault(Graph.pack(from, to), 1.0);
    }

    /** What happens before a tick, from the beginning. */
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
            if (at + 1 >= ticks.length || ticks[at + 1] >= horizon) {
                return false;
            }
            at++;
            return true;
        }

        @Override
        public long time() {
            return ticks[at];
        }

        @Override
        public int low() {
            return (int) ((links[at] & ~DOWN) >>> Integer.SIZE);
        }

        @Override
        public int high() {
            return (int) links[at];
        }

        @Override
        public boolean isUp() {
            return links[at] >= 0;
        }
    }

    /**
     * Collects contacts in any order. A link is up as long as at least one of its contacts lasts, so contacts may overlap,
     * and one that begins when another ends goes on with it.
     */
    public static final class Builder {

        private final LongArrayList ticks = new LongArrayList();
        private final LongArrayList links = new LongArrayList();
        private final Long2DoubleOpenHashMap qualities = new Long2DoubleOpenHashMap();

        /** A contact of two nodes begins, or ends. */
        public void add(long tick, int a, int b, boolean begins) {
            ticks.add(tick);
            links.add(begins ? Graph.pack(a, b) : Graph.pack(a, b) | DOWN);
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
            long[] when = ticks.toLongArray();
            long[] what = links.toLongArray();
            for (int i = 0; i < when.length; i++) {
                when[i] = Math.max(0, when[i] - origin);
                what[i] = renumbered(what[i] & ~DOWN, numbers) | (what[i] & DOWN);
            }
            Long2DoubleOpenHashMap better = new Long2DoubleOpenHashMap();
            qualities
                    .long2DoubleEntrySet()
                    .forEach(entry -> better.put(renumbered(entry.getLongKey(), numbers), entry.getDoubleValue()));
            sort(when, what);
            return effective(when, what, better);
        }

        private static long renumbered(long link, int[] numbers) {
            return Graph.pack(numbers[(int) (link >>> Integer.SIZE)], numbers[(int) link]);
        }

        /** By time, then by link, beginnings before ends; most recordings are sorted by time already. */
        private static void sort(long[] when, long[] what) {
            it.unimi.dsi.fastutil.Arrays.mergeSort(
                    0,
                    when.length,
                    (a, b) -> {
                        int order = Long.compare(when[a], when[b]);
                        order = order != 0 ? order : Long.compare(what[a] & ~DOWN, what[b] & ~DOWN);
                        return order != 0 ? order : Long.compare(what[b], what[a]);
                    },
                    (a, b) -> {
                        swap(when, a, b);
                        swap(what, a, b);
                    });
        }

        private static void swap(long[] values, int a, int b) {
            long kept = values[a];
            values[a] = values[b];
            values[b] = kept;
        }

        /** Leaves out what changes nothing: overlaps, and links that begin and end at the same tick. */
        private static RecordedLinks effective(long[] when, long[] what, Long2DoubleOpenHashMap qualities) {
            LongArrayList ticks = new LongArrayList();
            LongArrayList links = new LongArrayList();
            Long2IntOpenHashMap lasting = new Long2IntOpenHashMap();
            for (int i = 0; i < when.length; ) {
                long link = what[i] & ~DOWN;
                int before = lasting.get(link);
                int after = before;
                int next = i;
                while (next < when.length && when[next] == when[i] && (what[next] & ~DOWN) == link) {
                    after += what[next] >= 0 ? 1 : -1;
                    next++;
                }
                if (after > 0) {
                    lasting.put(link, after);
                } else {
                    lasting.remove(link);
                }
                if (before > 0 != after > 0) {
                    ticks.add(when[i]);
                    links.add(after > 0 ? link : link | DOWN);
                }
                i = next;
            }
            return new RecordedLinks(ticks.toLongArray(), links.toLongArray(), qualities);
        }
    }
}
