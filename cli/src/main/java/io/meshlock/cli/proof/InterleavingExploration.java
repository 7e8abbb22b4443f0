package io.meshlock.cli.proof;

import io.meshlock.cli.command.Version;
import io.meshlock.laboratory.result.Json;
import io.meshlock.simulator.explore.Outcome.Ending;
import io.meshlock.simulator.explore.TimedExploration;
import io.meshlock.simulator.explore.TimedExplorer;
import io.meshlock.simulator.explore.TimedOutcome;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code meshlock explore --interleavings} does with pools that have recovery. */
final class InterleavingExploration {

    private static final double MEGABYTE = 1e6;

    private final TimedExploration exploration;
    private final int maxStates;

    InterleavingExploration(TimedExploration exploration, int maxStates) {
        this.exploration = exploration;
        this.maxStates = maxStates;
    }

    /** Explores and reports. */
    TimedOutcome run(PrintWriter out, ExploreWatch watch, boolean json) {
        TimedOutcome outcome;
        try (watch) {
            outcome = TimedExplorer.explore(exploration, maxStates, watch);
        } catch (OutOfMemoryError e) {
            throw new IllegalStateException("out of memory", e); // Failures says what to do about it
        }
        String limit = outcome.ending() == Ending.STATE_LIMIT ? "--max-states" : watch.reason();
        if (json) {
            out.print(Json.write(document(outcome, limit)));
        } else {
            print(outcome, limit, watch.seconds(), out);
        }
        out.flush();
        return outcome;
    }

    private String title() {
        return exploration.algorithm().name() + " with recovery, " + exploration.nodes() + " nodes, k = "
                + exploration.permits() + ", " + exploration.requests() + " requests each, " + exploration.horizon()
                + " steps of time, clocks " + exploration.rates();
    }

    private void print(TimedOutcome outcome, String limit, double seconds, PrintWriter out) {
        out.println(title());
        out.println(exploration.budgets() + ", faults begin at " + exploration.window());
        out.println(HuntReport.grouped(outcome.states()) + " states, " + HuntReport.grouped(outcome.transitions())
                + " transitions, " + HuntReport.grouped(outcome.nodeSteps()) + " steps of nodes, "
                + HuntReport.grouped(outcome.largest()) + " states at one instant at most, "
                + String.format(Locale.ROOT, "%.1f MB, %.1f s", outcome.bytes() / MEGABYTE, seconds));
        if (outcome.violation() != null) {
            out.println();
            outcome.story().forEach(out::println);
        }
        out.println(conclusion(outcome, limit));
    }

    private static String conclusion(TimedOutcome outcome, String limit) {
        return switch (outcome.ending()) {
            case COMPLETE -> "complete: no violation";
            case VIOLATION -> "violation at instant " + outcome.instants();
            default ->
                "no violation so far, but not everything was explored: " + limit + " was reached at instant "
                        + outcome.instants();
        };
    }

    private Map<String, @Nullable Object> document(TimedOutcome outcome, String limit) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("version", Version.current());
        document.put("exploration", title());
        document.put("budgets", exploration.budgets().toString());
        document.put("complete", outcome.ending() == Ending.COMPLETE);
        document.put("limit", limit.isEmpty() ? null : limit);
        document.put("states", outcome.states());
        document.put("transitions", outcome.transitions());
        document.put("nodeSteps", outcome.nodeSteps());
        document.put("instants", outcome.instants());
        document.put("largestInstant", outcome.largest());
        document.put("bytes", outcome.bytes());
        document.put("violations", outcome.violation() == null ? 0 : 1);
        if (outcome.violation() != null) {
            document.put("violation", outcome.violation().toString());
            document.put("story", outcome.story());
        }
        return document;
    }
}
