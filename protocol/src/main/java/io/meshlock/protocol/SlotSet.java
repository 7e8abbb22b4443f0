package io.meshlock.protocol;

import java.util.Arrays;

/** A set of slots that changes, as bits: sized by the largest slot that was ever in it. Ranges cost a word per 64 slots. */
public final class SlotSet {

    private static final long[] EMPTY = {};

    private long[] words = EMPTY;

    /** Adds slots; false, and nothing changes, if one of them is in the set already. */
    public boolean add(Slots slots) {
        if (slots.last() >> 6 >= words.length && !slots.isEmpty()) {
            words = Arrays.copyOf(words, (slots.last() >> 6) + 1);
        }
        return change(slots, true);
    }

    /** Removes slots; false, and nothing changes, if one of them is not in the set. */
    public boolean remove(Slots slots) {
        return change(slots, false);
    }

    private boolean change(Slots slots, boolean add) {
        if (add ? meets(slots) : !contains(slots)) {
            return false;
        }
        for (int i = 0; i < slots.ranges(); i++) {
            for (int word = slots.firstOf(i) >> 6; word <= slots.lastOf(i) >> 6; word++) {
                words[word] ^= mask(slots, i, word);
            }
        }
        return true;
    }

    /** True if one of the slots is in the set. */
    public boolean meets(Slots slots) {
        for (int i = 0; i < slots.ranges(); i++) {
            int end = Math.min(slots.lastOf(i) >> 6, words.length - 1);
            for (int word = slots.firstOf(i) >> 6; word <= end; word++) {
                if ((words[word] & mask(slots, i, word)) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** True if all of the slots are in the set. */
    public boolean contains(Slots slots) {
        for (int i = 0; i < slots.ranges(); i++) {
            for (int word = slots.firstOf(i) >> 6; word <= slots.lastOf(i) >> 6; word++) {
                long mask = mask(slots, i, word);
                if (word >= words.length || (words[word] & mask) != mask) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The bits of a range of slots that are in this word. */
    private static long mask(Slots slots, int range, int word) {
        int first = Math.max(slots.firstOf(range), word << 6);
        int last = Math.min(slots.lastOf(range), (word << 6) + 63);
        return (-1L << first) & (-1L >>> (63 - (last & 63)));
    }

    /** The first slot from here on that is in the set; {@link Integer#MAX_VALUE} if there is none. */
    public int nextIn(int from) {
        return next(from, 0, Integer.MAX_VALUE);
    }

    /** The first slot from here on that is not in the set. */
    public int nextOut(int from) {
        return next(from, -1L, Math.max(from, words.length << 6));
    }

    private int next(int from, long inverted, int otherwise) {
        for (int word = from >> 6; word < words.length; word++) {
            long bits = (words[word] ^ inverted) & (word == from >> 6 ? -1L << from : -1L);
            if (bits != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return otherwise;
    }

    public boolean isEmpty() {
        return nextIn(0) == Integer.MAX_VALUE;
    }

    /** Removes everything. */
    public void clear() {
        words = EMPTY;
    }

    /** Those of the slots that are in the set. */
    public Slots of(Slots slots) {
        if (contains(slots)) {
            return slots;
        }
        Slots.Builder in = new Slots.Builder();
        for (int i = 0; i < slots.ranges(); i++) {
            int last = slots.lastOf(i);
            for (int from = nextIn(slots.firstOf(i)); from <= last; ) {
                int end = nextOut(from);
                in.add(from, Math.min(end - 1, last));
                from = nextIn(end);
            }
        }
        return in.build();
    }

    /** All slots of the set. */
    public Slots toSlots() {
        Slots.Builder all = new Slots.Builder();
        for (int from = nextIn(1); from != Integer.MAX_VALUE; ) {
            int end = nextOut(from);
            all.add(from, end - 1);
            from = nextIn(end);
        }
        return all.build();
    }
}
