package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.Choices;
import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.OutFolder;
import io.meshlock.cli.command.Ranges;
import io.meshlock.cli.command.Settings;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.ProgressLine;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.laboratory.Progress;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.scenario.Setting;
import io.meshlock.laboratory.sweep.Axis;
import io.meshlock.laboratory.sweep.Engine;
import io.meshlock.laboratory.sweep.Replications;
import io.meshlock.laboratory.sweep.Shard;
import io.meshlock.laboratory.sweep.Sweep;
import io.meshlock.laboratory.sweep.SweepResult;
import io.meshlock.simulator.metrics.Metric;
import io.meshlock.yaml.Spelling;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock sweep}: every combination of some values of a scenario. */
@Command(
        name = "sweep",
        description =
                "Runs every combination of some values of a scenario, all with the same seeds, and compares them.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done, even if runs had violations", "2:a wrong flag, file or value", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock sweep scenarios/jiang-static-30.yaml --vary nodes=10,30,100 --runs 10 --out sweep",
            "  ./meshlock sweep scenarios/krl-setting.yaml --vary 'workload.think=exponential 1,exponential 10' \\",
            "      --vary algorithm=prioritized,prioritized-moving --until 2%% --metric waitMean --out sweep",
            "  ./meshlock sweep scenarios/comparison.yaml --vary nodes=10,30 --engine spark --master spark://host:7077",
            "  ./meshlock plot sweep --x workload.think --y waitMean --series algorithm --out wait.svg",
            "",
            "Run r of every combination has the same seed, so that all see the same requests and the same faults.",
            "A sweep with --out can be interrupted at any time; the same command goes on from there. One that was",
            "interrupted, cut with --shard and put together with merge, or run on Spark gives the same files, byte for",
            "byte. The first --engine spark fetches Spark, some 150 MB."
        })
public final class SweepCommand implements Callable<Integer> {

    private static final int MAX_RUNS = 100_000;
    private static final int MAX_RUNS_UNTIL = 10_000;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario file.")
    private Path file = Path.of("");

    @Option(
            names = "--vary",
            required = true,
            paramLabel = "PATH=VALUE,…",
            description = "The values of one setting; several of these make every combination.")
    private List<String> vary = new ArrayList<>();

    @Mixin
    private final Settings settings = new Settings();

    @Option(names = "--runs", paramLabel = "N", description = "Runs of each combination; 10 unless given.")
    private @Nullable Integer runs;

    @Option(
            names = "--until",
            paramLabel = "PERCENT",
            description = "Instead: run until half the 95 %% confidence interval is at most so much of the mean (2%%).")
    private @Nullable String until;

    @Option(names = "--max-runs", paramLabel = "N", description = "With --until: never more runs; 100 unless given.")
    private @Nullable Integer maxRuns;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            completionCandidates = Choices.MetricNames.class,
            description = "A metric for --until (waitMean unless given) and for the table; may be given several times.")
    private List<String> metrics = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "N", description = "The first seed; 1 unless given.")
    private long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Keep finished runs, result.json and result.csv in this folder, and go on from what is there.")
    private @Nullable Path folder;

    @Option(names = "--shard", paramLabel = "I/N", description = "Only the I-th of N parts; needs --out. See merge.")
    private @Nullable String shard;

    @Option(
            names = "--skip-impossible",
            description = "Report combinations that cannot be instead of refusing the whole sweep.")
    private boolean skipImpossible;

    @Option(names = "--json", description = "Print the result document and nothing else.")
    private boolean json;

    @Mixin
    private final EngineOptions engine = new EngineOptions();

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public SweepCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Engine runner = engine.engine();
        Replications replications = replications();
        Shard part = part();
        List<Axis> axes = axes();
        Sweep sweep = Sweep.of(settings.tree(file), axes, firstSeed(replications), replications, Version.current())
                .engine(runner)
                .shard(part)
                .skipImpossible(skipImpossible);
        if (folder != null) {
            OutFolder.check(folder);
            sweep.in(folder);
        }
        report(run(sweep), part);
        return ExitCodes.OK;
    }

    private @Nullable SweepResult run(Sweep sweep) throws IOException, InterruptedException {
        try (Farewell farewell = new Farewell(err, folder != null)) {
            sweep.started(farewell::watch);
            if (!Terminal.watchesErrors()) {
                return sweep.progress(Progress.NONE).run();
            }
            try (ProgressLine progress = new ProgressLine(err, "sweep")) {
                return sweep.progress(progress).run();
            }
        }
    }

    private void report(@Nullable SweepResult result, Shard part) {
        if (result == null) {
            String done = "part " + part + " is done; './meshlock merge' puts all parts together";
            (json ? err : out).println(done);
        } else if (json) {
            out.print(Json.write(result.document()));
        } else {
            new SweepReport(result, metrics).print(out);
            if (folder != null) {
                out.println("kept in " + folder);
            }
        }
    }

    private List<Axis> axes() {
        List<Axis> axes = vary.stream().map(Axis::parse).toList();
        for (Setting setting : settings.parsed()) {
            if (axes.stream().anyMatch(axis -> axis.path().equals(setting.path()))) {
                throw new UsageException(setting + ": is varied too; expected either --set or --vary");
            }
        }
        return axes;
    }

    private Replications replications() {
        for (String metric : metrics) {
            if (Metric.find(metric).isEmpty()) {
                throw new UsageException("--metric: unknown metric '" + metric + "'"
                        + Spelling.hint(metric, Metric.labels()) + "; expected one of "
                        + String.join(", ", Metric.labels()));
            }
        }
        if (until == null) {
            if (maxRuns != null) {
                throw new UsageException("--max-runs: means nothing without --until; expected --runs N");
            }
            int count = runs == null ? 10 : runs;
            Ranges.check("--runs", count, MAX_RUNS);
            return Replications.fixed(count);
        }
        if (runs != null) {
            throw new UsageException("--runs: stands beside --until; expected --max-runs N, or one of them");
        }
        int most = maxRuns == null ? 100 : maxRuns;
        Ranges.check("--max-runs", most, MAX_RUNS_UNTIL);
        return Replications.until(
                Precision.parse(until), metrics.isEmpty() ? List.of(Metric.WAIT_MEAN.label()) : metrics, most);
    }

    private long firstSeed(Replications replications) {
        if (seed > Long.MAX_VALUE - replications.most()) {
            throw new UsageException("--seed: there are no " + replications.most() + " seeds from " + seed
                    + " on; expected smaller numbers");
        }
        return seed;
    }

    private Shard part() {
        if (shard == null) {
            return Shard.WHOLE;
        }
        if (folder == null) {
            throw new UsageException("--shard: there is no place to keep it; expected --out DIR too");
        }
        if (shard.matches("\\d{1,6}/\\d{1,6}")) {
            int slash = shard.indexOf('/');
            int number = Integer.parseInt(shard.substring(0, slash));
            int of = Integer.parseInt(shard.substring(slash + 1));
            if (number >= 1 && number <= of) {
                return new Shard(number, of);
            }
        }
        throw new UsageException("--shard: '" + shard + "' is no part; expected I/N with I from 1 to N, such as 3/10");
    }
}
