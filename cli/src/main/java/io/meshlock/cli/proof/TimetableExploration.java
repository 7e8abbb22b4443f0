package io.meshlock.cli.proof;

import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.laboratory.result.Json;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.simulator.hunt.FaultGrid;
import io.meshlock.simulator.hunt.Finding;
import io.meshlock.simulator.hunt.Hunt;
import io.meshlock.simulator.hunt.Tally;
import io.meshlock.simulator.hunt.Tally.Event;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code meshlock explore} does with pools that have recovery: all times of a crash, a restart and a partition on a grid. */
final class TimetableExploration {

    private final FaultGrid timetables;
    private final String title;

    /**
     * @param horizon the crash comes before this, and the partition lasts no longer, in beacons
     * @param grid beacons between two instants at which something may happen
     * @param seeds how many settings of clocks and clients
     * @param stride only every stride-th timetable
     */
    TimetableExploration(
            Algorithm algorithm,
            Options options,
            int nodes,
            int permits,
            double horizon,
            double grid,
            int seeds,
            long stride) {
        timetables = new FaultGrid(algorithm, options, nodes, permits, horizon, grid, seeds, stride);
        title = algorithm.name() + " with recovery, " + nodes + " nodes, k = " + permits
                + ", a crash and a partition on a grid of " + grid + " beacons up to " + horizon + ", " + seeds
                + (seeds == 1 ? " seed" : " seeds");
    }

    /** Explores and reports; true if nothing is wrong. */
    boolean run(PrintWriter out, PrintWriter err, boolean json) throws InterruptedException {
        Hunt hunt = new Hunt(timetables, 0, timetables.count());
        PrintWriter screen = Terminal.watchesErrors() ? err : null;
        try (HuntWatch watch = new HuntWatch(hunt, timetables.count(), null, screen).start()) {
            Finding finding = hunt.run(Runtime.getRuntime().availableProcessors());
            Hunt.Progress progress = watch.conclude();
            if (json) {
                out.print(Json.write(document(progress, finding)));
            } else {
                print(progress, finding, out);
            }
            out.flush();
            return finding == null;
        }
    }

    private void print(Hunt.Progress progress, @Nullable Finding finding, PrintWriter out) {
        Tally tally = progress.tally();
        out.println(title);
        out.println(HuntReport.grouped(progress.done()) + " of " + HuntReport.grouped(timetables.all())
                + " timetables, " + HuntReport.grouped(tally.of(Event.INPUTS)) + " inputs, "
                + HuntReport.grouped(tally.of(Event.GRANTS)) + " grants, "
                + HuntReport.grouped(tally.of(Event.RECOVERIES)) + " new tokens");
        if (finding != null) {
            out.println("timetable " + finding.seed() + " fails: " + finding.failure());
            out.println();
            out.print(finding.narrative());
        } else {
            boolean complete = progress.done() == timetables.all();
            out.println((complete ? "complete: " : "not all: ") + "no violation, everybody served, no permit leaked");
        }
    }

    private Map<String, @Nullable Object> document(Hunt.Progress progress, @Nullable Finding finding) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("version", Version.current());
        document.put("exploration", title);
        document.put("timetables", timetables.all());
        document.put("played", progress.done());
        document.put("inputs", progress.tally().of(Event.INPUTS));
        document.put("complete", progress.done() == timetables.all());
        document.put("violations", finding == null ? 0 : 1);
        if (finding != null) {
            document.put("failure", finding.failure().toString());
            document.put("narrative", finding.narrative());
        }
        return document;
    }
}
