package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Run;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the runs of one cell, which may come in any order, until there are enough. Runs count from the first one on
 * without a gap; runs beyond the last one that was needed do not count.
 */
final class CellFold {

    private final Plan.Cell cell;
    private final Replications replications;

    /** The runs so far without a gap, and those behind one. */
    private final List<Run> runs = new ArrayList<>();

    private final Map<Integer, Outcome> early = new HashMap<>();

    /** Runs that were handed out, finished or not. */
    private final BitSet taken = new BitSet();

    private @Nullable CellResult result;

    CellFold(Plan.Cell cell, Replications replications) {
        this.cell = cell;
        this.replications = replications;
        if (cell.impossible() != null) {
            result = CellResult.impossible(cell, cell.impossible());
        }
    }

    /** The result, or null while runs are missing. */
    @Nullable
    CellResult result() {
        return result;
    }

    void add(Outcome outcome) {
        taken.set(outcome.number());
        if (result != null || outcome.number() < runs.size()) {
            return;
        }
        early.put(outcome.number(), outcome);
        while (result == null && early.containsKey(runs.size())) {
            advance(early.remove(runs.size()));
        }
        if (result != null) {
            runs.clear();
            early.clear();
        }
    }

    private void advance(Outcome next) {
        if (next.run() == null) {
            result = CellResult.impossible(cell, String.valueOf(next.impossible()));
            return;
        }
        runs.add(next.run());
        if (replications.areEnough(runs)) {
            result = CellResult.of(cell, runs, replications.isPrecise(runs));
        }
    }

    /** Takes the next run that is certainly needed; −1 if runs under way decide whether there is one. */
    int takeNeeded() {
        return take(Math.max(replications.least(), runs.size() + 1));
    }

    /** How far the next run is ahead of those finished, or −1 if there is none left. */
    int distance() {
        int next = taken.nextClearBit(0);
        return result == null && next < replications.most() ? next - runs.size() : -1;
    }

    /** Takes a run that may turn out not to be needed; −1 if there is none. */
    int takeAny() {
        return take(replications.most());
    }

    private int take(int limit) {
        int next = taken.nextClearBit(0);
        if (result != null || next >= Math.min(limit, replications.most())) {
            return -1;
        }
        taken.set(next);
        return next;
    }

    /** A guess of how many runs the cell takes in the end. */
    int expected() {
        return result != null ? result.runs() : replications.expected(runs);
    }

    /** Finished runs that count, or may. */
    int finished() {
        return result != null ? result.runs() : runs.size() + early.size();
    }
}
