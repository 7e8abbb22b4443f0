package io.meshlock.protocol.recovery;

import io.meshlock.protocol.View;
import io.meshlock.protocol.token.Gate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest row of everybody else, by ascending node. */
final class Table {

    /** Rows of nodes that are no members; more of them push out those that were silent longest. */
    static final int MAX_STRANGERS = 64;

    /** A row, and when it came by the clock here. */
    record Known(Row row, long heard) {}

    private final Drift drift;
    private final List<Known> rows = new ArrayList<>();

    Table(Drift drift) {
        this.drift = drift;
    }

    /** The rows; not to be changed by the caller. */
    List<Known> all() {
        return rows;
    }

    @Nullable
    Row row(int node) {
        int at = indexOf(node);
        return at < 0 ? null : rows.get(at).row();
    }

    /** Takes a row in if it is news. */
    boolean take(Row row, View view, long now) {
        int at = indexOf(row.node());
        if (at >= 0) {
            if (!row.isNewerThan(rows.get(at).row())) {
                return false;
            }
            rows.set(at, new Known(row, now));
            return true;
        }
        rows.add(-at - 1, new Known(row, now));
        if (view.member(row.node()) == null) {
            forgetStrangers(view);
        }
        return true;
    }

    private void forgetStrangers(View view) {
        int strangers = 0;
        int oldest = -1;
        for (int i = 0; i < rows.size(); i++) {
            Known known = rows.get(i);
            if (view.member(known.row().node()) == null) {
                strangers++;
                oldest = oldest < 0 || known.heard() < rows.get(oldest).heard() ? i : oldest;
            }
        }
        if (strangers > MAX_STRANGERS) {
            rows.remove(oldest);
        }
    }

    /** What the clock of this life of the node shows at least by now, or {@link Gate#UNKNOWN}. */
    long clockOf(int node, long life, long now) {
        int at = indexOf(node);
        if (at < 0 || rows.get(at).row().life() != life) {
            return Gate.UNKNOWN;
        }
        Known known = rows.get(at);
        return known.row().at() + drift.atLeast(now - known.heard());
    }

    /** The time in the newest row of this life of the node, by its own clock, or {@link Gate#UNKNOWN}. */
    long written(int node, long life) {
        int at = indexOf(node);
        return at < 0 || rows.get(at).row().life() != life
                ? Gate.UNKNOWN
                : rows.get(at).row().at();
    }

    /** When the newest row of this life of the node came, or {@link Gate#UNKNOWN}. */
    long heard(int node, long life) {
        int at = indexOf(node);
        return at < 0 || rows.get(at).row().life() != life
                ? Gate.UNKNOWN
                : rows.get(at).heard();
    }

    private int indexOf(int node) {
        int low = 0;
        int high = rows.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = rows.get(middle).row().node();
            if (found == node) {
                return middle;
            }
            if (found < node) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }
}
