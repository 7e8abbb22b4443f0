package io.meshlock.protocol.baseline;

import io.meshlock.protocol.Key;
import java.util.Arrays;

/** Requests that wait, best first, each under an id of the caller's choice. */
public final class Waiting {

    /** No place. */
    public static final int NONE = -1;

    private Key[] keys = new Key[0];
    private long[] ids = new long[0];
    private int size;

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    public Key key(int place) {
        return keys[place];
    }

    public long id(int place) {
        return ids[place];
    }

    public void add(long id, Key key) {
        if (size == ids.length) {
            keys = Arrays.copyOf(keys, 2 * size + 1);
            ids = Arrays.copyOf(ids, 2 * size + 1);
        }
        int at = size++;
        for (; at > 0 && key.isBefore(keys[at - 1]); at--) {
            keys[at] = keys[at - 1];
            ids[at] = ids[at - 1];
        }
        keys[at] = key;
        ids[at] = id;
    }

    /** Takes out what stands at a place. */
    @SuppressWarnings("NullAway") // behind the last request there is nothing, so that equal queues are equal states
    public void remove(int place) {
        size--;
        System.arraycopy(keys, place + 1, keys, place, size - place);
        System.arraycopy(ids, place + 1, ids, place, size - place);
        keys[size] = null;
        ids[size] = 0;
    }

    /** Where the request with this id stands, or {@link #NONE}. */
    public int placeOf(long id) {
        for (int place = 0; place < size; place++) {
            if (ids[place] == id) {
                return place;
            }
        }
        return NONE;
    }

    /** Where the request with this mesh-wide number stands, or {@link #NONE}. */
    public int placeOfNumber(long number) {
        for (int place = 0; place < size; place++) {
            if (keys[place].request() == number) {
                return place;
            }
        }
        return NONE;
    }

    /** Where the best request stands that wants at most so many permits, or {@link #NONE}. */
    public int bestWithin(int permits) {
        for (int place = 0; place < size; place++) {
            if (keys[place].permits() <= permits) {
                return place;
            }
        }
        return NONE;
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(keys, size));
    }
}
