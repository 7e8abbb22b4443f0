package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Progress;
import io.meshlock.laboratory.Trial;
import io.meshlock.laboratory.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the units of a sweep and takes their outcomes back; for engines. Cells are worked on in order, so few are
 * open at a time. Runs that are certainly needed come first; if there are too few for all cores, runs follow that
 * a cell needs only if its figures stay imprecise.
 */
public final class Work {

    private final Plan plan;
    private final List<@Nullable Scenario> scenarios;
    private final List<CellFold> folds = new ArrayList<>();
    private final Shard shard;
    private final Progress progress;
    private final boolean skipImpossible;

    private Consumer<Outcome> journal = outcome -> {};
    private int firstOpen;
    private int inFlight;

    /** The first cell that turned out to be impossible and must not be; those behind it are not worked on any more. */
    private int end;

    private long slices;

    /** Runs that all cells of this shard will probably take; a guess if precision decides. */
    private long expectedRuns;

    Work(Plan plan, List<@Nullable Scenario> scenarios, Shard shard, boolean skipImpossible, Progress progress) {
        this.plan = plan;
        this.scenarios = scenarios;
        this.shard = shard;
        this.skipImpossible = skipImpossible;
        this.progress = progress;
        for (Plan.Cell cell : plan.cells()) {
            CellFold fold = new CellFold(cell, plan.replications());
            expectedRuns += shard.owns(folds.size()) ? fold.expected() : 0;
            folds.add(fold);
        }
        end = folds.size();
    }

    /** Counts a run that was done earlier. */
    synchronized void remember(Outcome outcome) {
        add(outcome);
        slices += Trial.SLICES;
    }

    private CellFold add(Outcome outcome) {
        CellFold fold = folds.get(outcome.cell());
        int before = fold.expected();
        fold.add(outcome);
        expectedRuns += shard.owns(outcome.cell()) ? fold.expected() - before : 0;
        return fold;
    }

    /** Keeps every outcome from now on. */
    synchronized void keepIn(Consumer<Outcome> keeper) {
        journal = keeper;
    }

    /** The next unit, or null if all is done. Waits while that depends on units under way. */
    public synchronized @Nullable Unit next() throws InterruptedException {
        while (true) {
            Unit unit = take();
            if (unit != null) {
                inFlight++;
                return unit;
            }
            if (inFlight == 0) {
                return null;
            }
            wait();
        }
    }

    private @Nullable Unit take() {
        while (firstOpen < end && isClosed(firstOpen)) {
            firstOpen++;
        }
        int nearest = -1;
        int distance = Integer.MAX_VALUE;
        for (int cell = firstOpen; cell < end; cell++) {
            if (isClosed(cell)) {
                continue;
            }
            int number = folds.get(cell).takeNeeded();
            if (number >= 0) {
                return unit(cell, number);
            }
            int ahead = folds.get(cell).distance();
            if (ahead >= 0 && ahead < distance) {
                nearest = cell;
                distance = ahead;
            }
        }
        return nearest < 0 ? null : unit(nearest, folds.get(nearest).takeAny());
    }

    private boolean isClosed(int cell) {
        return !shard.owns(cell) || folds.get(cell).result() != null;
    }

    private Unit unit(int cell, int number) {
        Scenario scenario = scenarios.get(cell);
        if (scenario == null) {
            throw new IllegalStateException("an impossible cell has no units");
        }
        return new Unit(cell, number, scenario, plan.seed() + number);
    }

    /** Takes the outcome of a unit. */
    public synchronized void finished(Outcome outcome) {
        journal.accept(outcome);
        CellFold fold = add(outcome);
        if (!skipImpossible && fold.result() != null && fold.result().impossible() != null) {
            end = Math.min(end, outcome.cell());
        }
        inFlight--;
        notifyAll();
    }

    /** A hundredth of a unit is done. */
    public void sliced() {
        progress.advancedTo(share());
    }

    private synchronized double share() {
        slices++;
        return Math.min(1, slices / Math.max(1.0, (double) expectedRuns * Trial.SLICES));
    }

    /** The results of all cells in their order, null for those that are not finished. */
    synchronized List<@Nullable CellResult> results() {
        List<@Nullable CellResult> results = new ArrayList<>();
        for (CellFold fold : folds) {
            results.add(fold.result());
        }
        return results;
    }

    /** Runs done so far, those of earlier calls included. */
    public synchronized long finishedRuns() {
        return folds.stream().mapToLong(CellFold::finished).sum();
    }

    /** The first impossible cell that is not to be skipped. */
    synchronized @Nullable CellResult failure() {
        return end < folds.size() ? folds.get(end).result() : null;
    }
}
