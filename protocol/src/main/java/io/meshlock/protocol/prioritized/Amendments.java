package io.meshlock.protocol.prioritized;

import java.util.ArrayList;
import java.util.List;

/** Changes of outstanding grants, at most one of each grant, in order of arrival; immutable. */
public final class Amendments {

    public static final Amendments NONE = new Amendments(List.of());

    private final List<Amendment> changes;

    private Amendments(List<Amendment> changes) {
        this.changes = changes;
    }

    /**
     * These changes.
     *
     * @throws IllegalArgumentException if two are of one grant
     */
    public static Amendments of(List<Amendment> changes) {
        Amendments all = NONE;
        for (Amendment change : changes) {
            if (all.indexOf(change.number()) >= 0) {
                throw new IllegalArgumentException("grant number " + change.number() + " twice");
            }
            all = all.with(change);
        }
        return all;
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** The changes; immutable. */
    public List<Amendment> all() {
        return changes;
    }

    Amendments with(Amendment change) {
        int at = indexOf(change.number());
        List<Amendment> more = new ArrayList<>(changes);
        if (at < 0) {
            more.add(change);
        } else {
            more.set(at, changes.get(at).and(change));
        }
        return new Amendments(List.copyOf(more));
    }

    Amendments withAll(Amendments others) {
        if (isEmpty()) {
            return others;
        }
        Amendments all = this;
        for (Amendment change : others.changes) {
            all = all.with(change);
        }
        return all;
    }

    private int indexOf(long number) {
        for (int i = 0; i < changes.size(); i++) {
            if (changes.get(i).number() == number) {
                return i;
            }
        }
        return -1;
    }

    int bytes() {
        int bytes = 0;
        for (Amendment change : changes) {
            bytes += change.bytes();
        }
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Amendments that && changes.equals(that.changes);
    }

    @Override
    public int hashCode() {
        return changes.hashCode();
    }

    @Override
    public String toString() {
        return changes.toString();
    }
}
