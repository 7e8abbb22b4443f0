package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Merges the shards of a sweep. */
public final class SweepMerge {

    private final List<Path> folders;
    private @Nullable Plan plan;
    private @Nullable Work work;

    private SweepMerge(List<Path> folders) {
        this.folders = folders;
    }

    /**
     * The result of the whole sweep, the same as if it had not been cut.
     *
     * @param folders of all shards, at least one
     * @throws SweepException if they belong to different sweeps or if runs are missing
     */
    public static SweepResult of(List<Path> folders) throws IOException {
        return new SweepMerge(folders).result();
    }

    private SweepResult result() throws IOException {
        for (Path folder : folders) {
            SweepJournal.read(folder, found -> begin(folder, found), outcome -> work().remember(outcome));
        }
        List<@Nullable CellResult> cells = work().results();
        Plan whole = Objects.requireNonNull(plan);
        SweepResult result = Sweep.result(whole, cells);
        if (result == null) {
            throw missing(whole, cells);
        }
        return result;
    }

    private void begin(Path folder, Plan found) {
        if (plan == null) {
            plan = found;
            work = new Work(found, Collections.nCopies(found.cells().size(), null), Shard.WHOLE, true, Progress.NONE);
            return;
        }
        String difference = plan.difference(found);
        if (difference != null) {
            throw new SweepException(
                    folder.toString(),
                    "holds a sweep with another " + difference + " than " + folders.get(0),
                    "shards of one sweep");
        }
    }

    private Work work() {
        return Objects.requireNonNull(work, "every journal begins with its plan");
    }

    private static SweepException missing(Plan plan, List<@Nullable CellResult> cells) {
        long missing = cells.stream().filter(cell -> cell == null).count();
        String first = plan.cells().get(cells.indexOf(null)).label();
        return new SweepException(
                "merge",
                missing + " of " + cells.size() + " cells are not finished, first " + first,
                "the folders of all shards, each finished");
    }
}
