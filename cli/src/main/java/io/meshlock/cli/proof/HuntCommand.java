package io.meshlock.cli.proof;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Ranges;
import io.meshlock.cli.command.Settings;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.laboratory.result.Json;
import io.meshlock.simulator.hunt.Finding;
import io.meshlock.simulator.hunt.Hunt;
import io.meshlock.simulator.hunt.HuntSettings;
import io.meshlock.simulator.hunt.TokenLosses;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock hunt}: random schedules with faults, until one fails. */
@Command(
        name = "hunt",
        description = "Hunts for faults of a scenario's algorithm with random schedules: first faults, then everything"
                + " heals and everybody must be served. A failure is shrunk and told as a narrative.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every schedule went well",
            "1:a schedule failed",
            "2:a wrong flag, file or value",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock hunt scenarios/hunt-lossy.yaml --schedules 10000",
            "  ./meshlock hunt scenarios/hunt-lossy.yaml --schedules 1000000 --state hunt.txt",
            "  ./meshlock hunt scenarios/printed-deadlock.yaml --schedules 100 --save found.txt --svg found.svg",
            "  ./meshlock hunt scenarios/hunt-lossy.yaml --operated --schedules 10000",
            "  ./meshlock hunt scenarios/hunt-recovery.yaml --hardships all --nodes 12 --schedules 10000",
            "",
            "Used of the scenario: algorithm, options, policy, aging, nodes and permits (at most so many), h,",
            "priorities, linkDeath, loss, duplicate, reorder (at most so much), and whether there are churn, partitions,",
            "patience, doze, disconnect, outage and reboot. The rest is about time and is not used. A schedule is determined",
            "by these, --steps and its seed, on any number of threads.",
            "Pools with recovery (options.recovery) are hunted in worlds with time: hosts crash, lose disks and pause,",
            "clocks drift, datagrams get lost (at most so much), the mesh falls apart. --steps means nothing to them.",
            "A hunt with --state can be interrupted and goes on where it was; a larger --schedules extends it."
        })
public final class HuntCommand implements Callable<Integer> {

    private static final long MAX_SCHEDULES = 1_000_000_000_000L;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario file.")
    private Path file = Path.of("");

    @Mixin
    private final Settings scenarioSettings = new Settings();

    @Option(names = "--schedules", paramLabel = "N", required = true, description = "How many schedules.")
    private long schedules;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the first schedule; 1 unless given.")
    private long seed = 1;

    @Option(
            names = "--steps",
            paramLabel = "N",
            description = "Steps of a schedule before it heals; " + HuntSettings.DEFAULT_STEPS + " unless given.")
    private int steps = HuntSettings.DEFAULT_STEPS;

    @Option(
            names = "--exact",
            description = "Take nodes, permits, aging and options as they are, instead of varying them.")
    private boolean exact;

    @Option(
            names = "--operated",
            description =
                    "Operators change the pool's size, and nodes leave and come back; for prioritized and its variants.")
    private boolean operated;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description =
                    "At most so many nodes, or with recovery and more than 30, exactly; as the scenario says unless given.")
    private int nodes;

    @Option(
            names = "--hardships",
            paramLabel = "NAME,...",
            split = ",",
            description =
                    "With recovery, one of these in some of the schedules: restarts, diskless, turnover, mobility;"
                            + " all is these four. wrong-clocks, restored-disks, twins and liars must be named.")
    private List<String> hardships = List.of();

    @Option(
            names = "--token-losses",
            paramLabel = "SHARE",
            description =
                    "With recovery: in each schedule the token's node crashes once, in a mesh that is well but loses"
                            + " this share of datagrams, and the next grant must come within the documented bound.")
    private @Nullable Double tokenLosses;

    @Option(names = "--threads", paramLabel = "N", description = "Schedules at a time; one per processor unless given.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--state", paramLabel = "FILE", description = "Keep what is counted here, and go on from there.")
    private @Nullable Path stateFile;

    @Mixin
    private FoundStory found = new FoundStory();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public HuntCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Ranges.check("--schedules", schedules, MAX_SCHEDULES);
        Ranges.check("--steps", steps, 100_000_000);
        Ranges.check("--threads", threads, 1_000);
        Ranges.check("--seed", seed, Long.MAX_VALUE - MAX_SCHEDULES);
        HuntSettings settings = hard(sized(operated(HuntScenario.settings(scenarioSettings.read(file), steps, exact))));
        HuntState state =
                stateFile == null ? null : new HuntState(stateFile, settings.fingerprint() + lossesTyped(), seed);
        Hunt hunt = tokenLosses == null
                ? new Hunt(settings, seed, schedules)
                : new Hunt(tokenLosses(settings, tokenLosses), seed, schedules);
        if (state != null) {
            Hunt.Progress before = state.read();
            hunt.resume(before.done(), before.tally());
        }
        PrintWriter screen = Terminal.watchesErrors() ? err : null;
        try (HuntWatch watch = new HuntWatch(hunt, schedules, state, screen).start()) {
            Finding finding = hunt.run(threads);
            report(settings, watch.conclude(), finding);
            return finding == null ? ExitCodes.OK : ExitCodes.FOUND_SOMETHING;
        }
    }

    private HuntSettings operated(HuntSettings settings) {
        if (operated && !settings.algorithm().guarantees().resizable()) {
            throw new UsageException(
                    "--operated: algorithm '" + settings.algorithm().name()
                            + "' has pools that keep their size; expected one whose pools do not, as prioritized");
        }
        return operated ? settings.operated() : settings;
    }

    private String lossesTyped() {
        return tokenLosses == null ? "" : " --token-losses " + tokenLosses;
    }

    private static TokenLosses tokenLosses(HuntSettings settings, double loss) {
        if (!settings.recovers() || settings.nodes() < 3 || loss < 0 || loss >= 1) {
            throw new UsageException("--token-losses: expected a share from 0 to below 1,"
                    + " and a scenario with recovery and at least three nodes");
        }
        return new TokenLosses(settings, loss);
    }

    private HuntSettings sized(HuntSettings settings) {
        if (nodes == 0) {
            return settings;
        }
        Ranges.check("--nodes", nodes, HuntSettings.MAX_NODES);
        return settings.withNodes(nodes, exact);
    }

    private HuntSettings hard(HuntSettings settings) {
        if (hardships.isEmpty()) {
            return settings;
        }
        if (!settings.recovers()) {
            throw new UsageException("--hardships: expected a scenario with recovery, such as hunt-recovery.yaml");
        }
        List<String> known = List.of(
                "all",
                "restarts",
                "diskless",
                "turnover",
                "mobility",
                "wrong-clocks",
                "restored-disks",
                "twins",
                "liars");
        for (String name : hardships) {
            if (!known.contains(name)) {
                throw new UsageException("--hardships: unknown name '" + name + "'; expected some of " + known);
            }
        }
        boolean all = hardships.contains("all");
        return settings.with(new HuntSettings.Hardships(
                all || hardships.contains("restarts"),
                all || hardships.contains("diskless"),
                all || hardships.contains("turnover"),
                all || hardships.contains("mobility"),
                hardships.contains("restored-disks"),
                hardships.contains("wrong-clocks"),
                hardships.contains("twins"),
                hardships.contains("liars")));
    }

    private void report(HuntSettings settings, Hunt.Progress progress, @Nullable Finding finding) throws IOException {
        if (finding != null) {
            found.keep(finding.narrative());
        }
        HuntReport report = new HuntReport(settings, seed, progress, finding, command());
        if (json) {
            out.print(Json.write(report.document()));
        } else {
            report.print(out);
            if (finding != null) {
                found.tell(finding.narrative(), out);
            }
            if (finding == null && progress.done() < schedules) {
                out.println("interrupted after " + HuntReport.grouped(progress.done()) + " schedules"
                        + (stateFile == null ? "" : "; the same command goes on from there"));
            }
        }
        out.flush();
    }

    private String command() {
        return "./meshlock hunt " + file + scenarioSettings.typed()
                + (steps == HuntSettings.DEFAULT_STEPS ? "" : " --steps " + steps) + (exact ? " --exact" : "")
                + (operated ? " --operated" : "") + (nodes == 0 ? "" : " --nodes " + nodes)
                + lossesTyped() + (hardships.isEmpty() ? "" : " --hardships " + String.join(",", hardships));
    }
}
