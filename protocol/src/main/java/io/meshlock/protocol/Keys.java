package io.meshlock.protocol;

import java.util.Arrays;

/**
 * An immutable list of keys in order, best first. Lists are short: an algorithm registers a handful of keys per link.
 */
public final class Keys {

    public static final Keys EMPTY = new Keys(new Key[0]);

    private final Key[] keys;
    private final boolean tries;

    private Keys(Key[] keys) {
        this.keys = keys;
        this.tries = hasTry(keys);
    }

    private static boolean hasTry(Key[] keys) {
        for (Key key : keys) {
            if (key.once()) {
                return true;
            }
        }
        return false;
    }

    /** Keys that are already in order. */
    public static Keys ofSorted(Key... sorted) {
        for (int i = 1; i < sorted.length; i++) {
            if (!sorted[i - 1].isBefore(sorted[i])) {
                throw new IllegalArgumentException("keys out of order: " + Arrays.toString(sorted));
            }
        }
        return sorted.length == 0 ? EMPTY : new Keys(sorted.clone());
    }

    public int size() {
        return keys.length;
    }

    public boolean isEmpty() {
        return keys.length == 0;
    }

    public Key get(int index) {
        return keys[index];
    }

    /** True if a request among them does not wait. */
    public boolean hasTries() {
        return tries;
    }

    public boolean contains(Key key) {
        return indexOf(key) >= 0;
    }

    /** This list without {@code key}; itself if the key is not in it. */
    public Keys without(Key key) {
        int at = indexOf(key);
        if (at < 0) {
            return this;
        }
        return keys.length == 1 ? EMPTY : new Keys(SmallArrays.without(keys, at));
    }

    /** The best of this list, at most {@code limit} of them. */
    public Keys first(int limit) {
        return keys.length <= limit ? this : new Keys(Arrays.copyOf(keys, limit));
    }

    /** True if {@code other} begins with all of this list. */
    public boolean isPrefixOf(Keys other) {
        if (keys.length > other.keys.length) {
            return false;
        }
        for (int i = 0; i < keys.length; i++) {
            if (!keys[i].equals(other.keys[i])) {
                return false;
            }
        }
        return true;
    }

    private int indexOf(Key key) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i].request() == key.request()) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Keys that && Arrays.equals(keys, that.keys);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(keys);
    }

    @Override
    public String toString() {
        return Arrays.toString(keys);
    }

    /** Collects the best {@code limit} keys of any number of sources. Reusable; not thread-safe. */
    public static final class Selection {

        private Key[] best = new Key[4];
        private int size;
        private int limit;

        /** Empties the selection and sets how many keys it keeps. */
        public Selection keep(int newLimit) {
            size = 0;
            limit = newLimit;
            if (best.length < newLimit) {
                best = new Key[newLimit];
            }
            return this;
        }

        /**
         * Offers a key; returns false if it was not good enough, so that an ordered source can stop offering. A request
         * may be registered along two ways for a while; its key is kept once.
         */
        public boolean offer(Key key) {
            int at = size;
            while (at > 0 && key.isBefore(best[at - 1])) {
                at--;
            }
            if (at == limit) {
                return false;
            }
            if (at > 0 && best[at - 1].request() == key.request()) {
                return true;
            }
            int moved = Math.min(size, limit - 1) - at;
            System.arraycopy(best, at, best, at + 1, moved);
            best[at] = key;
            size = Math.min(size + 1, limit);
            return true;
        }

        public void offerAll(Keys keys) {
            for (Key key : keys.keys) {
                if (!offer(key)) {
                    return;
                }
            }
        }

        /** The best keys offered since {@link #keep}. */
        public Keys result() {
            return size == 0 ? EMPTY : new Keys(Arrays.copyOf(best, size));
        }
    }
}
