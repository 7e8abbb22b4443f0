package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.Choices;
import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.laboratory.trace.TraceFormat;
import io.meshlock.laboratory.trace.TraceWriter;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.mobility.Moving;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock trace export}: the movement or the links of a run, for other simulators. */
@Command(
        name = "export",
        description = "Writes how the nodes of a scenario move, or how its links come and go, as a trace.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written", "2:a wrong flag, file or value", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock trace export scenarios/mobility-random-waypoint.yaml --format ns2 --out roam.ns_movements",
            "  ./meshlock trace export scenarios/jiang-churn-30.yaml --seed 7 --format one | head",
            "",
            "ns2, bonnmotion and csv need nodes that have positions; one and contacts do for every scenario.",
            "A scenario with a trace is converted that way."
        })
final class TraceExportCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario file.")
    private Path file = Path.of("");

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the run; 1 unless given.")
    private long seed = 1;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = Choices.TraceFormatNames.class,
            description = "ns2, bonnmotion, csv, one or contacts; by the name of --out unless given.")
    private @Nullable String format;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write; packed if the name ends in .gz. Standard output unless given.")
    private @Nullable Path target;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    TraceExportCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        String name = target == null ? "" : target.toString();
        TraceFormat chosen = TraceFormats.of(format, TraceFormat.ofFile(name), name, TraceWriter.FORMATS);
        WorldSpec spec = ScenarioReader.read(file).spec();
        if (chosen.hasPositions() && !(spec.network().topology() instanceof Moving)) {
            throw new UsageException("--format: " + chosen.label() + " needs positions, and the nodes of " + file
                    + " have none; expected one or contacts");
        }
        if (target == null) {
            new TraceWriter(spec, seed, out).write(chosen);
            return ExitCodes.OK;
        }
        try (OutputStream bytes = Files.newOutputStream(target);
                OutputStream packed = name.endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes;
                PrintWriter writer =
                        new PrintWriter(new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8)))) {
            new TraceWriter(spec, seed, writer).write(chosen);
            if (writer.checkError()) {
                throw new IOException("'" + target + "' could not be written completely");
            }
        }
        return ExitCodes.OK;
    }
}
