package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.LastWords;
import io.meshlock.cli.command.Ranges;
import io.meshlock.cli.command.Settings;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.ProgressLine;
import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.laboratory.Experiment;
import io.meshlock.laboratory.Progress;
import io.meshlock.laboratory.Run;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.result.Results;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.simulator.metrics.Metric;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock sim}: runs a scenario and prints its metrics. */
@Command(
        name = "sim",
        description = "Runs a scenario in the simulator, with one seed or many, and prints its metrics.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, even if runs had violations",
            "1:with --strict, a violation or a starved request",
            "2:a wrong flag, file or value",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock sim scenarios/jiang-static-30.yaml --seed 7",
            "  ./meshlock sim scenarios/partitions-heal.yaml --runs 100 --strict",
            "  ./meshlock sim scenarios/drone-docks.yaml --runs 20 --json | jq .waitMean",
            "  ./meshlock sim scenarios/krl-setting.yaml --set workload.think='exponential 3' --runs 20 --windows 10",
            "",
            "The same scenario, seed and version give the same result, byte for byte, with any number of threads.",
            "A journal holds every event of its run; it takes about 25 MB on disk per million events, and no memory."
        })
public final class SimCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario file.")
    private Path file = Path.of("");

    @Mixin
    private final Settings settings = new Settings();

    @Option(names = "--seed", paramLabel = "N", description = "The first seed; 1 unless given.")
    private long seed = 1;

    @Option(names = "--runs", paramLabel = "N", description = "How many runs, with consecutive seeds; 1 unless given.")
    private int runs = 1;

    @Option(
            names = "--windows",
            paramLabel = "N",
            description = "Also measure waiting in N windows of the run's duration, to see whether it has settled.")
    private @Nullable Integer windows;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Keep result.json, scenario.yaml and journal-SEED.jsonl.gz of every run in this folder.")
    private @Nullable Path folder;

    @Option(names = "--no-journals", description = "With --out: keep no journals.")
    private boolean noJournals;

    @Option(names = "--json", description = "Print the result document and nothing else.")
    private boolean json;

    @Option(names = "--timing", description = "Add wall-clock figures to the result, which then differs every time.")
    private boolean timing;

    @Option(names = "--strict", description = "End with exit code 1 on a violation or a starved request.")
    private boolean strict;

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public SimCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Ranges.check("--runs", runs, 1_000_000);
        threads.check();
        if (windows != null) {
            Ranges.check("--windows", windows, 10_000);
        }
        Scenario scenario = settings.read(file);
        RunFolder runFolder = folder == null ? null : RunFolder.prepare(folder, file, scenario);
        Stopwatch stopwatch = new Stopwatch();
        Results results = new Results(scenario, run(scenario));
        Map<String, @Nullable Object> document = results.document(Version.current());
        if (timing) {
            double seconds = stopwatch.seconds();
            document.put("elapsedSeconds", seconds);
            document.put("eventsPerSecond", results.total(Metric.EVENTS) / seconds);
        }
        if (runFolder != null) {
            runFolder.writeResult(Json.write(document));
        }
        return conclude(results, document);
    }

    private List<Run> run(Scenario scenario) throws InterruptedException {
        Experiment experiment =
                new Experiment(scenario).threads(threads.count()).windows(windows == null ? 0 : windows);
        try {
            experiment.seeds(seed, runs);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--seed: " + e.getMessage() + "; expected smaller numbers");
        }
        if (folder != null && !noJournals) {
            experiment.journalsIn(folder);
        }
        AtomicLong done = new AtomicLong(); // the share, as bits
        Progress note = share -> done.set(Double.doubleToRawLongBits(share));
        try (LastWords words = new LastWords(err)) {
            words.are(() -> interrupted(Double.longBitsToDouble(done.get())));
            if (!Terminal.watchesErrors()) {
                return experiment.progress(note).run();
            }
            try (ProgressLine progress = new ProgressLine(err, scenario.name())) {
                return experiment
                        .progress(share -> {
                            note.advancedTo(share);
                            progress.advancedTo(share);
                        })
                        .run();
            }
        }
    }

    private String interrupted(double share) {
        String kept = folder == null
                ? "nothing was kept"
                : folder + " has scenario.yaml" + (noJournals ? "" : " and journals up to here")
                        + ", but no result.json";
        return "interrupted after " + Math.round(share * 100) + " % of the simulated time; " + kept;
    }

    private int conclude(Results results, Map<String, @Nullable Object> document) {
        boolean fine = results.total(Metric.VIOLATIONS) == 0 && results.total(Metric.STARVED) == 0;
        if (json) {
            out.print(Json.write(document));
        } else {
            Report report = report(results);
            report.print(out);
            if (timing) {
                out.println("took " + Report.brief(number(document, "elapsedSeconds")) + " s, "
                        + Report.brief(number(document, "eventsPerSecond")) + " events per second");
            }
            if (folder != null) {
                out.println("kept in " + folder);
            }
            report.conclusion().forEach(out::println);
        }
        if (fine || !strict) {
            return ExitCodes.OK;
        }
        if (json) {
            err.println(report(results).conclusion().get(0));
        }
        return ExitCodes.FOUND_SOMETHING;
    }

    private Report report(Results results) {
        return new Report(results, file + settings.typed());
    }

    private static double number(Map<String, @Nullable Object> document, String key) {
        return document.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
