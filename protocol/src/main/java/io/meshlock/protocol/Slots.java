package io.meshlock.protocol;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The numbers, 1…k, of the permits that a grant holds: immutable and ascending. Kept as ranges, so that half a million
 * permits side by side take no more room than two.
 */
public final class Slots {

    /** No slot named. */
    public static final Slots NONE = new Slots(new int[0], 0);

    /** Longer lists are told as ranges. */
    private static final int MOST_TOLD = 64;

    /** First and last slot of each range, ascending; between two ranges there is a gap. */
    private final int[] bounds;

    private final int count;

    private Slots(int[] bounds, int count) {
        this.bounds = bounds;
        this.count = count;
    }

    /** Slots with the given ascending numbers. */
    public static Slots of(int... ascending) {
        Builder builder = new Builder();
        for (int i = 0; i < ascending.length; i++) {
            if (ascending[i] <= (i == 0 ? 0 : ascending[i - 1])) {
                throw new IllegalArgumentException(
                        "slots must be positive and ascending: " + Arrays.toString(ascending));
            }
            builder.add(ascending[i], ascending[i]);
        }
        return builder.build();
    }

    /** All slots from the first to the last, both included. */
    public static Slots range(int first, int last) {
        return new Builder().add(first, last).build();
    }

    /** The slots whose bits are set. */
    public static Slots of(BitSet set) {
        Builder builder = new Builder();
        for (int from = set.nextSetBit(1); from >= 0; ) {
            int end = set.nextClearBit(from);
            builder.add(from, end - 1);
            from = set.nextSetBit(end);
        }
        return builder.build();
    }

    /** These slots without others; those that are not among them do not matter. */
    public Slots without(Slots others) {
        Builder rest = new Builder();
        int at = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            int from = bounds[i];
            while (at < others.bounds.length && others.bounds[at + 1] < from) {
                at += 2;
            }
            for (int j = at; j < others.bounds.length && others.bounds[j] <= bounds[i + 1]; j += 2) {
                rest.addIfAny(from, others.bounds[j] - 1);
                from = others.bounds[j + 1] + 1;
            }
            rest.addIfAny(from, bounds[i + 1]);
        }
        return rest.count == count ? this : rest.build();
    }

    /** True if a slot is among both. */
    public boolean meets(Slots others) {
        int mine = 0;
        int theirs = 0;
        while (mine < bounds.length && theirs < others.bounds.length) {
            if (bounds[mine + 1] < others.bounds[theirs]) {
                mine += 2;
            } else if (others.bounds[theirs + 1] < bounds[mine]) {
                theirs += 2;
            } else {
                return true;
            }
        }
        return false;
    }

    /** The slots of both. */
    public Slots with(Slots others) {
        if (isEmpty() || others.isEmpty()) {
            return isEmpty() ? others : this;
        }
        Builder both = new Builder();
        int mine = 0;
        int theirs = 0;
        int told = 0;
        while (mine < bounds.length || theirs < others.bounds.length) {
            boolean isMine =
                    theirs == others.bounds.length || (mine < bounds.length && bounds[mine] <= others.bounds[theirs]);
            int first = isMine ? bounds[mine++] : others.bounds[theirs++];
            int last = isMine ? bounds[mine++] : others.bounds[theirs++];
            both.addIfAny(Math.max(first, told + 1), last);
            told = Math.max(told, last);
        }
        return both.build();
    }

    /** The {@code wanted} slots with the highest numbers. */
    public Slots highest(int wanted) {
        if (wanted < 0 || wanted > count) {
            throw new IllegalArgumentException(wanted + " of " + count + " slots");
        }
        Builder highest = new Builder();
        int skipped = count - wanted;
        for (int i = 0; i < bounds.length; i += 2) {
            int length = bounds[i + 1] - bounds[i] + 1;
            highest.addIfAny(bounds[i] + Math.min(skipped, length), bounds[i + 1]);
            skipped -= Math.min(skipped, length);
        }
        return highest.build();
    }

    public boolean has(int slot) {
        int at = Arrays.binarySearch(bounds, slot);
        return at >= 0 || (-at - 1) % 2 == 1; // a bound, or between the first and the last slot of a range
    }

    public int count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** The slot at {@code index}, 0 ≤ index &lt; count. */
    public int at(int index) {
        int left = index;
        for (int i = 0; i < bounds.length; i += 2) {
            int length = bounds[i + 1] - bounds[i] + 1;
            if (left < length) {
                return bounds[i] + left;
            }
            left -= length;
        }
        throw new IndexOutOfBoundsException("slot " + index + " of " + count);
    }

    /** All slots, ascending. */
    public int[] toArray() {
        int[] all = new int[count];
        int at = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            for (int slot = bounds[i]; slot <= bounds[i + 1]; slot++) {
                all[at++] = slot;
            }
        }
        return all;
    }

    /** The largest slot; 0 if there is none. */
    public int last() {
        return count == 0 ? 0 : bounds[bounds.length - 1];
    }

    /** How many ranges there are. */
    public int ranges() {
        return bounds.length / 2;
    }

    /** The first slot of a range, 0 ≤ range &lt; ranges. */
    public int firstOf(int range) {
        return bounds[2 * range];
    }

    /** The last slot of a range. */
    public int lastOf(int range) {
        return bounds[2 * range + 1];
    }

    /** Sets the bits of all slots, or clears them. */
    public void mark(BitSet set, boolean value) {
        for (int i = 0; i < bounds.length; i += 2) {
            set.set(bounds[i], bounds[i + 1] + 1, value);
        }
    }

    /** True if the bit of any of these slots is set. */
    public boolean meets(BitSet set) {
        for (int i = 0; i < bounds.length; i += 2) {
            int next = set.nextSetBit(bounds[i]);
            if (next >= 0 && next <= bounds[i + 1]) {
                return true;
            }
        }
        return false;
    }

    /** True if the bits of all these slots are set. */
    public boolean isIn(BitSet set) {
        for (int i = 0; i < bounds.length; i += 2) {
            if (set.nextClearBit(bounds[i]) <= bounds[i + 1]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Slots that && Arrays.equals(bounds, that.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    /** As {@code [1, 2, 5]}; many as {@code [1…500000, 700000]}. */
    @Override
    public String toString() {
        if (count <= MOST_TOLD) {
            return Arrays.toString(toArray());
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < Math.min(bounds.length, 2 * MOST_TOLD); i += 2) {
            text.append(i == 0 ? "" : ", ").append(bounds[i]);
            text.append(bounds[i] == bounds[i + 1] ? "" : "…" + bounds[i + 1]);
        }
        return text.append(bounds.length > 2 * MOST_TOLD ? ", …]" : "]").toString();
    }

    /** Collects ranges in ascending order. */
    public static final class Builder {

        private int[] bounds = new int[2];
        private int length;
        private int count;

        /** Adds all slots from the first to the last; they must be above all that were added before. */
        public Builder add(int first, int last) {
            if (first < 1 || last < first || (length > 0 && first <= bounds[length - 1])) {
                throw new IllegalArgumentException("slots must be positive and ascending, not " + first + " to " + last
                        + (length > 0 ? " after " + bounds[length - 1] : ""));
            }
            count += last - first + 1;
            if (length > 0 && first == bounds[length - 1] + 1) {
                bounds[length - 1] = last;
                return this;
            }
            if (length == bounds.length) {
                bounds = Arrays.copyOf(bounds, 2 * length);
            }
            bounds[length++] = first;
            bounds[length++] = last;
            return this;
        }

        /** Adds all slots from the first to the last, if there are any. */
        private void addIfAny(int first, int last) {
            if (first <= last) {
                add(first, last);
            }
        }

        public Slots build() {
            if (length == 0) {
                return NONE;
            }
            return new Slots(length == bounds.length ? bounds : Arrays.copyOf(bounds, length), count);
        }
    }
}
