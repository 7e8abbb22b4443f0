package io.meshlock.laboratory;

import io.meshlock.journal.Journal;
import io.meshlock.journal.JournalWriter;
import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.journal.check.Violation;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldCheckers;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.metrics.Metrics;
import io.meshlock.simulator.metrics.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The observers of one run: metrics, checkers and, if wanted, a journal file. */
final class Observation implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    /** How many findings of one kind are kept per run: the first ones. */
    private static final int KEPT = 5;

    private final Metrics metrics;
    private final Checkers checkers;
    private final @Nullable WaitWindows windows;
    private final @Nullable JournalWriter writer;

    private Observation(WorldSpec spec, int windows, @Nullable JournalWriter writer) {
        metrics = Metrics.of(spec);
        checkers = WorldCheckers.of(spec);
        this.windows = windows == 0 ? null : new WaitWindows(windows, spec.duration());
        this.writer = writer;
    }

    /**
     * @param windows into how many windows to cut the run's duration; 0 for none
     * @param folder where to write the journal, or null for nowhere
     */
    static Observation of(WorldSpec spec, int windows, @Nullable Path folder, long seed) {
        if (folder == null) {
            return new Observation(spec, windows, null);
        }
        try {
            Path file = folder.resolve("journal-" + seed + ".jsonl.gz");
            return new Observation(
                    spec, windows, new JournalWriter(new GZIPOutputStream(Files.newOutputStream(file), BUFFER_BYTES)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Journal journal() {
        List<Journal> all = new ArrayList<>(List.of(metrics, checkers));
        if (windows != null) {
            all.add(windows);
        }
        if (writer != null) {
            all.add(writer);
        }
        return Journals.fanOut(all.toArray(Journal[]::new));
    }

    Run finished(long seed, World world) {
        RunResult.Tally tally =
                new RunResult.Tally(checkers.inversions(), checkers.starved(), checkers.violations(), world.events());
        List<Run.Finding> findings = findings(checkers.firstViolations());
        findings.addAll(findings(checkers.firstStarved()));
        List<Run.Window> waits = windows == null ? List.of() : windows.windows();
        return new Run(seed, metrics.result(tally), checkers.violations(), world.events(), findings, waits);
    }

    /** A broken invariant of a protocol counts as a violation of safety, even if the checkers saw none. */
    Run brokenOff(long seed, World world, RuntimeException cause) {
        List<Run.Finding> findings = findings(checkers.firstViolations());
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        findings.add(new Run.Finding(Ticks.toUnits(world.now()), "run-broke-off", message));
        return new Run(seed, null, checkers.violations() + 1, world.events(), findings);
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
    }

    private static List<Run.Finding> findings(List<Violation> violations) {
        List<Run.Finding> findings = new ArrayList<>();
        for (Violation violation : violations.subList(0, Math.min(KEPT, violations.size()))) {
            findings.add(new Run.Finding(Ticks.toUnits(violation.time()), violation.rule(), violation.detail()));
        }
        return findings;
    }
}
