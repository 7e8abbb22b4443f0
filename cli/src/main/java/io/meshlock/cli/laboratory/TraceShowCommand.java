package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.Choices;
import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Table;
import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.trace.Trace;
import io.meshlock.laboratory.trace.TraceFormat;
import io.meshlock.laboratory.trace.TraceReader;
import io.meshlock.laboratory.trace.TraceSource;
import io.meshlock.laboratory.trace.TraceSummary;
import io.meshlock.simulator.mobility.Proximity;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.network.LinkHistory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock trace show}: what is in a trace, before it is used. */
@Command(
        name = "show",
        description = "Reads a trace and tells nodes, duration, contacts, neighbours, and how long the mesh is whole.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:told", "2:a wrong flag, file or line", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock trace show scenarios/traces/field-walk.movements --radius 150",
            "  ./meshlock trace show visits.txt --format contacts --granularity 20 --json"
        })
final class TraceShowCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Parameters(paramLabel = "FILE", description = "The trace; one whose name ends in .gz is unpacked on the way.")
    private Path file = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = Choices.TraceFormatNames.class,
            description = "ns2, bonnmotion, one, contacts, csv or graph; by the file's name unless given.")
    private @Nullable String format;

    @Option(names = "--radius", paramLabel = "R", description = "How far radios reach; for traces of positions.")
    private @Nullable Double radius;

    @Option(
            names = "--hysteresis",
            paramLabel = "H",
            description = "Links last until radius * (1 + H); 0.05 unless given.")
    private double hysteresis = 0.05;

    @Option(
            names = "--granularity",
            paramLabel = "T",
            description = "How long a contact 't i j' lasts; without it, contacts are 'a b start end'.")
    private @Nullable Double granularity;

    @Option(names = "--from", paramLabel = "T", description = "The time of the trace to begin with.")
    private @Nullable Double from;

    @Option(names = "--duration", paramLabel = "T", description = "How long to look; to the last event unless given.")
    private @Nullable Double duration;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    TraceShowCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        TraceFormat chosen =
                TraceFormats.of(format, TraceFormat.ofFile(file), file.toString(), List.of(TraceFormat.values()));
        checkPositive("--duration", duration);
        checkPositive("--granularity", granularity);
        checkPositive("--radius", radius);
        Trace trace = TraceReader.read(new TraceSource(file, chosen, granularity, from, null));
        // A mesh that does not change has no end: any span shows it.
        long end = duration != null ? Ticks.of(duration) : Math.max(trace.end(), Ticks.PER_UNIT);
        TraceSummary summary = TraceSummary.of(trace.nodes(), history(trace, end), end);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("file", file.toString());
        document.put("format", chosen.label());
        document.put("events", trace.events());
        document.putAll(summary.values());
        document.put("names", trace.names());
        if (json) {
            out.print(Json.write(document));
        } else {
            print(chosen, trace, summary);
        }
        return ExitCodes.OK;
    }

    private LinkHistory history(Trace trace, long end) {
        if (!(trace instanceof Trace.Movement movement)) {
            return ((Trace.Links) trace).links().before(end);
        }
        if (radius == null) {
            throw new UsageException("--radius: missing; expected how far radios reach, since the trace has positions");
        }
        if (!(hysteresis >= 0)) {
            throw new UsageException("--hysteresis: " + hysteresis + " is out of range; expected 0 or more");
        }
        return new Proximity(movement.movement().walkers(trace.nodes(), 0), Radio.of(radius, hysteresis), end);
    }

    private void print(TraceFormat chosen, Trace trace, TraceSummary summary) {
        out.println(file + ": " + chosen.label() + ", " + trace.nodes() + " nodes, " + trace.events() + " events");
        if (!isNumbered(trace.names())) {
            out.println("node 0 is '" + trace.names().get(0) + "', node " + (trace.nodes() - 1) + " is '"
                    + trace.names().get(trace.nodes() - 1) + "'");
        }
        out.println();
        Table table = new Table("figure", "value", "meaning").left(2);
        table.row("duration", Report.brief(summary.duration()), "time units");
        table.row("contacts", Long.toString(summary.contacts()), "times that a link comes up");
        table.row("contactMean", Report.brief(summary.contactMean()), "how long a link stays up");
        table.row("degreeMean", Report.brief(summary.degreeMean()), "neighbours of a node");
        table.row("connected", Report.brief(summary.connected()), "share of the time that the mesh is whole");
        table.row("lonely", Report.brief(summary.lonely()), "share of the time that a node has no neighbour");
        table.lines().forEach(out::println);
    }

    private static boolean isNumbered(List<String> names) {
        return names.get(0).equals("0") && names.get(names.size() - 1).equals(Integer.toString(names.size() - 1));
    }

    private static void checkPositive(String flag, @Nullable Double value) {
        if (value != null && !(value > 0 && value <= 1e10)) {
            throw new UsageException(
                    flag + ": " + value + " is out of range; expected a number above 0 and at most 10000000000");
        }
    }
}
