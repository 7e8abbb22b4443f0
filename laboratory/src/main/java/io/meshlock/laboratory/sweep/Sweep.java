package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Progress;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioException;
import io.meshlock.laboratory.scenario.Setting;
import io.meshlock.yaml.Value.Section;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs every combination of some values of a scenario.
 *
 * <pre>{@code
 * Section scenario = ScenarioReader.tree(file);
 * List<Axis> vary = List.of(Axis.parse("nodes=10,30,100"), Axis.parse("algorithm=prioritized,prioritized-moving"));
 * SweepResult result = Sweep.of(scenario, vary, 1, Replications.fixed(10), "0.2.0").run();
 * }</pre>
 */
public final class Sweep {

    /** Limit on combinations. */
    public static final int MAX_CELLS = 10_000;

    private final Plan plan;
    private final List<@Nullable Scenario> scenarios;
    private Engine engine = new LocalEngine(Runtime.getRuntime().availableProcessors());
    private Shard shard = Shard.WHOLE;
    private boolean skipImpossible;
    private @Nullable Path folder;
    private Progress progress = Progress.NONE;
    private Consumer<Work> started = work -> {};

    private Sweep(Plan plan, List<@Nullable Scenario> scenarios) {
        this.plan = plan;
        this.scenarios = scenarios;
    }

    /**
     * Makes a sweep and looks at every combination.
     *
     * @param scenario which need not be complete without the axes
     * @param vary the axes; the first one varies slowest
     * @param seed of the first run of every cell
     * @throws SweepException if an axis is there twice, or if there are too many combinations
     */
    public static Sweep of(Section scenario, List<Axis> vary, long seed, Replications replications, String version) {
        Set<String> paths = new HashSet<>();
        for (Axis axis : vary) {
            if (!paths.add(axis.path())) {
                throw new SweepException(
                        Axis.FLAG + " " + axis.path(), "is there twice", "all values of a setting in one " + Axis.FLAG);
            }
        }
        List<@Nullable Scenario> scenarios = new ArrayList<>();
        List<Plan.Cell> cells = new ArrayList<>();
        for (List<Setting> settings : combinations(vary)) {
            Map<String, String> values = new LinkedHashMap<>();
            settings.forEach(setting -> values.put(setting.path(), setting.value()));
            try {
                Scenario resolved = Scenario.resolve(Setting.applyAll(settings, scenario));
                scenarios.add(resolved);
                cells.add(new Plan.Cell(values, resolved.resolved(), null));
            } catch (ScenarioException e) {
                scenarios.add(null);
                cells.add(new Plan.Cell(values, null, String.valueOf(e.getMessage())));
            }
        }
        return new Sweep(new Plan(version, scenario.document(), vary, seed, replications, cells), scenarios);
    }

    private static List<List<Setting>> combinations(List<Axis> vary) {
        List<List<Setting>> all = List.of(List.of());
        for (Axis axis : vary) {
            List<List<Setting>> longer = new ArrayList<>();
            for (List<Setting> settings : all) {
                for (int i = 0; i < axis.values().size(); i++) {
                    List<Setting> one = new ArrayList<>(settings);
                    one.add(axis.at(i));
                    longer.add(one);
                }
            }
            if (longer.size() > MAX_CELLS) {
                throw new SweepException(
                        Axis.FLAG + " " + axis.path(),
                        "makes more than " + MAX_CELLS + " combinations",
                        "fewer values, or several sweeps");
            }
            all = longer;
        }
        return all;
    }

    public Plan plan() {
        return plan;
    }

    /** The engine; by default the threads of this process. */
    public Sweep engine(Engine runner) {
        engine = runner;
        return this;
    }

    /** Only a part of the cells. */
    public Sweep shard(Shard part) {
        shard = part;
        return this;
    }

    /** Reports impossible combinations in the result instead of refusing the sweep. */
    public Sweep skipImpossible(boolean skip) {
        skipImpossible = skip;
        return this;
    }

    /** Keeps finished runs in this folder, goes on with those that are there, and writes the result there. */
    public Sweep in(Path place) {
        folder = place;
        return this;
    }

    public Sweep progress(Progress watcher) {
        progress = watcher;
        return this;
    }

    /** Sets a callback that gets the work before it begins, for progress displays. */
    public Sweep started(Consumer<Work> watcher) {
        started = watcher;
        return this;
    }

    /**
     * Does what is left to do.
     *
     * @return the result, or null if this was a shard and cells of other shards are not in the folder
     * @throws SweepException if the folder holds another sweep
     * @throws ScenarioException if a combination is impossible and not to be skipped
     * @throws InterruptedException if the caller was interrupted; finished runs are kept
     */
    public @Nullable SweepResult run() throws IOException, InterruptedException {
        refuseImpossible();
        Work work = new Work(plan, scenarios, shard, skipImpossible, progress);
        if (folder == null) {
            work(work);
        } else {
            Files.createDirectories(folder);
            try (SweepJournal journal = SweepJournal.open(folder, plan, work::remember)) {
                work.keepIn(outcome -> keep(journal, outcome));
                work(work);
            }
        }
        CellResult failure = work.failure();
        if (failure != null) {
            throw ScenarioException.within(failure.cell().label(), String.valueOf(failure.impossible()));
        }
        SweepResult result = result(plan, work.results());
        if (result != null && folder != null) {
            result.writeTo(folder);
        }
        return result;
    }

    private void work(Work work) throws InterruptedException {
        started.accept(work);
        engine.work(work);
    }

    /** One possible combination is needed even if others may be missing: a misspelt path makes all impossible. */
    private void refuseImpossible() {
        boolean allImpossible = plan.cells().stream().allMatch(cell -> cell.impossible() != null);
        for (Plan.Cell cell : plan.cells()) {
            if (cell.impossible() != null && (allImpossible || !skipImpossible)) {
                throw ScenarioException.within(cell.label(), cell.impossible());
            }
        }
    }

    private static void keep(SweepJournal journal, Outcome outcome) {
        try {
            journal.write(outcome);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The result, or null if a cell is missing. */
    static @Nullable SweepResult result(Plan plan, List<@Nullable CellResult> cells) {
        List<CellResult> finished = new ArrayList<>();
        for (CellResult cell : cells) {
            if (cell == null) {
                return null;
            }
            finished.add(cell);
        }
        return new SweepResult(plan, finished);
    }
}
