package io.meshlock.protocol;

/** Sizes of fields on the wire: a tag byte and a variable-length number, seven bits per byte, signs folded (zigzag). */
public final class WireSize {

    private static final int TAG = 1;

    private WireSize() {}

    /** A number field, 2 to 11 bytes. */
    public static int number(long value) {
        long folded = (value << 1) ^ (value >> (Long.SIZE - 1));
        int bits = Long.SIZE - Long.numberOfLeadingZeros(folded | 1);
        return TAG + (bits + 6) / 7;
    }

    /** A key: its fields inside a length-delimited field. */
    public static int key(Key key) {
        int once = key.once() ? number(1) : 0;
        return 2 * TAG
                + number(key.score())
                + number(key.birth())
                + number(key.request())
                + number(key.permits())
                + once;
    }

    public static int keys(Keys keys) {
        int bytes = 0;
        for (int i = 0; i < keys.size(); i++) {
            bytes += key(keys.get(i));
        }
        return bytes;
    }

    /** Ranges: the distance from the one before, and the length if it is more than one slot. */
    public static int slots(Slots slots) {
        int bytes = 0;
        int before = 0;
        for (int i = 0; i < slots.ranges(); i++) {
            int length = slots.lastOf(i) - slots.firstOf(i) + 1;
            bytes += number(slots.firstOf(i) - before) + (length > 1 ? number(length) : 0);
            before = slots.lastOf(i);
        }
        return bytes;
    }
}
