package io.meshlock.cli.proof;

import io.meshlock.cli.command.Version;
import io.meshlock.cli.laboratory.Report;
import io.meshlock.cli.terminal.Table;
import io.meshlock.laboratory.result.Json;
import io.meshlock.simulator.explore.Exploration;
import io.meshlock.simulator.explore.Outcome;
import io.meshlock.simulator.explore.Outcome.Ending;
import io.meshlock.simulator.explore.Trace;
import io.meshlock.simulator.narrative.Topology;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints explorations as a table for people or as a document. */
final class ExploreReport {

    private record Line(Exploration exploration, Outcome outcome, String limit, double seconds) {}

    private final boolean timing;
    private final List<Line> lines = new ArrayList<>();

    ExploreReport(boolean timing) {
        this.timing = timing;
    }

    void add(Exploration exploration, Outcome outcome, ExploreWatch watch) {
        String limit = outcome.ending() == Ending.STATE_LIMIT ? "--max-states" : watch.reason();
        lines.add(new Line(exploration, outcome, limit, watch.seconds()));
    }

    void print(PrintWriter out) {
        Table table = new Table(
                "graph", "states", "transitions", "depth", "node states", "bytes/state", "seconds", "states/s");
        for (Line line : lines) {
            Outcome outcome = line.outcome;
            table.row(
                    links(line.exploration.topology()),
                    number(outcome.states()),
                    number(outcome.transitions()),
                    number(outcome.depth()),
                    number(outcome.localStates()),
                    Report.brief(Math.rint(outcome.bytesPerState())),
                    String.format(Locale.ROOT, "%.1f", line.seconds),
                    number(Math.round(outcome.states() / Math.max(line.seconds, 1e-3))));
        }
        table.lines().forEach(out::println);
        Trace violation = lines.get(lines.size() - 1).outcome.violation();
        if (violation != null) {
            out.println();
            Legend.print(out);
            out.print(violation.narrative());
            out.println();
        }
        out.println(conclusion());
    }

    private String conclusion() {
        Line last = lines.get(lines.size() - 1);
        Trace violation = last.outcome.violation();
        if (violation != null) {
            return "violation after " + violation.events().size() + " steps: "
                    + violation.flaw().rule().summary() + ": "
                    + violation.flaw().message();
        }
        List<String> limited = lines.stream()
                .filter(line -> line.outcome.ending() != Ending.COMPLETE)
                .map(line -> links(line.exploration.topology()) + " (" + line.limit + ")")
                .toList();
        if (!limited.isEmpty()) {
            return "no violation so far, but not everything was explored: limit reached for "
                    + String.join(", ", limited);
        }
        boolean live = lines.stream().allMatch(line -> line.outcome.liveness());
        return "complete: no violation"
                + (live
                        ? "; from every state, everybody can be and in the end is served"
                        : "; liveness was not judged");
    }

    String json() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        Exploration first = lines.get(0).exploration;
        document.put("version", Version.current());
        document.put("algorithm", first.algorithm().name());
        document.put("permits", first.pool().permits());
        document.put("changes", first.changes());
        document.put("cancels", first.cancels());
        document.put("lossy", first.lossy());
        document.put("oneAtATime", first.oneAtATime());
        document.put("checkOrder", first.checkOrder());
        document.put("explorations", lines.stream().map(this::document).toList());
        document.put("conclusion", conclusion());
        return Json.write(document);
    }

    private Map<String, @Nullable Object> document(Line line) {
        Outcome outcome = line.outcome;
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("graph", links(line.exploration.topology()));
        document.put("complete", outcome.ending() == Ending.COMPLETE);
        document.put("limit", line.limit.isEmpty() ? null : line.limit);
        document.put("states", outcome.states());
        document.put("transitions", outcome.transitions());
        document.put("depth", outcome.depth());
        document.put("nodeStates", outcome.localStates());
        document.put("nodeSteps", outcome.localSteps());
        document.put("linkStates", outcome.linkStates());
        document.put("bytesPerState", outcome.bytesPerState());
        document.put("liveness", outcome.liveness());
        if (timing) {
            document.put("elapsedSeconds", line.seconds);
            document.put("statesPerSecond", outcome.states() / line.seconds);
        }
        Trace violation = outcome.violation();
        if (violation != null) {
            Map<String, Object> found = new LinkedHashMap<>();
            found.put("rule", violation.flaw().rule().name().toLowerCase(Locale.ROOT));
            found.put("message", violation.flaw().message());
            found.put("steps", violation.events().size());
            found.put("narrative", violation.narrative());
            document.put("violation", found);
        }
        return document;
    }

    private static String links(Topology topology) {
        List<String> names = topology.names();
        List<String> links = new ArrayList<>();
        int[][] neighbours = topology.neighbours();
        for (int node = 0; node < names.size(); node++) {
            for (int peer : neighbours[node]) {
                if (peer > node) {
                    links.add(names.get(node) + "-" + names.get(peer));
                }
            }
        }
        return links.isEmpty() ? names.get(0) : String.join(",", links);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
