package io.meshlock.cli.proof;

import io.meshlock.cli.command.Choices;
import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.explore.Exploration;
import io.meshlock.simulator.explore.Exploration.PlannedRequest;
import io.meshlock.simulator.explore.Explorer;
import io.meshlock.simulator.explore.Flaw.Rule;
import io.meshlock.simulator.explore.Graphs;
import io.meshlock.simulator.explore.Outcome;
import io.meshlock.simulator.explore.TimedExploration;
import io.meshlock.simulator.explore.TimedOutcome;
import io.meshlock.simulator.explore.Trace;
import io.meshlock.simulator.narrative.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code meshlock explore}: every interleaving of a small mesh. */
@Command(
        name = "explore",
        description = "Explores every interleaving of a small mesh, and tells the shortest way to a violation.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no violation; the report says whether everything was explored",
            "1:a violation",
            "2:a wrong flag or value",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock explore --graph ring:3 --permits 1 --requests 1 --changes 1",
            "  ./meshlock explore --algorithm prioritized-as-printed --permits 2 --sizes 1,2,1 --save found.txt",
            "  ./meshlock explore --all-graphs 3 --requests 2 --one-at-a-time --changes 1 --lossy",
            "  ./meshlock explore --algorithm lookahead --graph full:3 --losses 1 --copies 1 --reboots 1",
            "  ./meshlock explore --option recovery=1 --graph full:3 --horizon 30 --grid 1",
            "  ./meshlock explore --option recovery=1 --graph full:3 --interleavings --partitions 1 --horizon 24",
            "",
            "Explorations that are too large end at --max-states, --max-seconds or when memory runs short;",
            "MESHLOCK_OPTS=-Xmx8g gives more of it. docs/verification.md lists what was explored to the end."
        })
public final class ExploreCommand implements Callable<Integer> {

    private static final int MOST_STATES = 1_000_000_000;

    /** What a shell makes of a command that Ctrl-C ended. */
    private static final int INTERRUPTED = 130;

    private final PrintWriter out;
    private final PrintWriter err;

    @Option(
            names = "--algorithm",
            paramLabel = "ALGORITHM",
            completionCandidates = Choices.AlgorithmNames.class,
            description = "prioritized unless given.")
    private String algorithm = "prioritized";

    @Option(
            names = "--graph",
            paramLabel = "GRAPH",
            description =
                    "line:N, ring:N, star:N, full:N or links as in a-b,b-c; line:3 unless given. The first node bootstraps.")
    private String graph = "line:3";

    @Option(
            names = "--all-graphs",
            paramLabel = "N",
            description =
                    "Every connected graph of N nodes, one after the other, up to renaming all but the bootstrap node.")
    private int allGraphs;

    @Option(names = "--permits", paramLabel = "K", description = "The pool's permits; 1 unless given.")
    private int permits = 1;

    @Option(names = "--requests", paramLabel = "N", description = "Requests that each node makes; 1 unless given.")
    private int requests = 1;

    @Option(
            names = {"--sizes", "--h"},
            paramLabel = "H,H,...",
            split = ",",
            description = "Permits of the requests, node by node, repeated if there are fewer; 1 unless given.")
    private List<Integer> sizes = List.of(1);

    @Option(
            names = "--priorities",
            paramLabel = "P,P,...",
            split = ",",
            description = "Priorities of the requests, likewise; 0 unless given.")
    private List<Integer> priorities = List.of(0);

    @Option(
            names = "--one-at-a-time",
            description = "A node makes its next request when it is done with the one before.")
    private boolean oneAtATime;

    @Option(
            names = "--changes",
            paramLabel = "N",
            description = "Links that go down or come up, in all; 0 unless given.")
    private int changes;

    @Option(names = "--cancels", paramLabel = "N", description = "Waiting requests that are cancelled, in all.")
    private int cancels;

    @Option(names = "--lossy", description = "Links die with messages in flight, and one end notices before the other.")
    private boolean lossy;

    @Option(names = "--losses", paramLabel = "N", description = "Messages to anybody that are lost, in all.")
    private int losses;

    @Option(names = "--copies", paramLabel = "N", description = "Messages to anybody that are doubled, in all.")
    private int copies;

    @Option(names = "--firings", paramLabel = "N", description = "Timers that run out while messages are in flight.")
    private int firings;

    @Option(names = "--absences", paramLabel = "N", description = "Nodes that leave, or cannot be reached for a while.")
    private int absences;

    @Option(names = "--resizes", paramLabel = "N", description = "Changes of the pool's size by operators.")
    private int resizes;

    @Option(names = "--reboots", paramLabel = "N", description = "Nodes that start again without their memory.")
    private int reboots;

    @Option(names = "--may-split", description = "Links may go down that hold the mesh together. No liveness then.")
    private boolean maySplit;

    @Option(
            names = "--check-order",
            description =
                    "Deciding a request while a more urgent one has waited since the mesh was last quiet is a violation.")
    private boolean checkOrder;

    @Option(
            names = "--ignore",
            paramLabel = "RULE,...",
            split = ",",
            description = "Go on after violations of these rules, as in stuck,order.")
    private List<String> ignored = List.of();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            completionCandidates = Choices.PolicyNames.class,
            description = "The pool's policy; priority unless given.")
    private String policy = "priority";

    @Option(names = "--aging", paramLabel = "N", description = "Grants that outweigh one step of priority.")
    private long aging = PoolSettings.DEFAULT_AGING;

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "An option of the algorithm; may be repeated.")
    private Map<String, Long> options = new TreeMap<>();

    @Option(names = "--max-states", paramLabel = "N", description = "End after so many states.")
    private int maxStates = MOST_STATES;

    @Option(
            names = "--max-depth",
            paramLabel = "N",
            description =
                    "A state that takes more steps than this to reach counts as a run without end; 400 unless given.")
    private int maxDepth = 400;

    @Option(names = "--max-seconds", paramLabel = "N", description = "End after so many seconds per graph.")
    private int maxSeconds = Integer.MAX_VALUE;

    @Option(
            names = "--no-liveness",
            negatable = true,
            description = "Do not judge, once all is explored, whether everybody can always be served; saves memory.")
    private boolean liveness = true;

    @Option(
            names = "--horizon",
            paramLabel = "BEACONS",
            description = "With recovery: a crash comes before this, and a partition lasts no longer; 30 unless given.")
    private double horizon = 30;

    @Option(
            names = "--grid",
            paramLabel = "BEACONS",
            description = "With recovery: the time between these instants; 1.")
    private double grid = 1;

    @Option(names = "--seeds", paramLabel = "N", description = "With recovery: settings of clocks and clients; 1.")
    private int seeds = 1;

    @Option(
            names = "--stride",
            paramLabel = "N",
            description = "With recovery: every Nth timetable of faults only; 1, which is all.")
    private long stride = 1;

    @Mixin
    private InterleavingOptions interleaving = new InterleavingOptions();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    @Option(names = "--timing", description = "Add wall-clock figures to the document, which then differs every time.")
    private boolean timing;

    @Mixin
    private FoundStory found = new FoundStory();

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public ExploreCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (recovers() && !interleaving.isWanted()) {
            return exploreTimetables(); // which ends at a signal in its own way
        }
        ExploreWatch.endAtInterrupt();
        if (recovers()) {
            return exploreInterleavings();
        }
        check("--requests", requests, 1, Exploration.MAX_REQUESTS);
        check("--max-states", maxStates, 1, MOST_STATES);
        check("--max-depth", maxDepth, 1, MOST_STATES);
        check("--max-seconds", maxSeconds, 1, Integer.MAX_VALUE);
        check("--all-graphs", allGraphs, 0, 5);
        List<Exploration> explorations = explorations();
        Explorer.Limits limits = new Explorer.Limits(maxStates, maxDepth, liveness, ignoredRules());
        ExploreReport report = new ExploreReport(timing);
        Trace violation = null;
        for (Exploration exploration : explorations) {
            ExploreWatch watch = new ExploreWatch(err, maxSeconds);
            Outcome outcome = explore(exploration, limits, watch);
            report.add(exploration, outcome, watch);
            violation = outcome.violation();
            if (violation != null || ExploreWatch.isInterrupted()) {
                break;
            }
        }
        if (violation != null) {
            found.keep(violation.narrative());
        }
        if (json) {
            out.print(report.json());
        } else {
            report.print(out);
            if (violation != null) {
                found.tell(violation.narrative(), out);
            }
        }
        if (violation != null) {
            return ExitCodes.FOUND_SOMETHING;
        }
        return ExploreWatch.isInterrupted() ? INTERRUPTED : ExitCodes.OK;
    }

    private boolean recovers() {
        return Algorithms.all().stream()
                .anyMatch(each -> each.name().equals(algorithm) && each.recovers(Options.of(options)));
    }

    /** All fault times on a grid, with messages that take the same time. */
    private int exploreTimetables() throws InterruptedException {
        Topology mesh = Graphs.named(graph);
        int nodes = mesh.size();
        if (!graph.startsWith("full:") || nodes < 3) {
            throw new UsageException("--graph: with recovery, expected full:3 or more nodes, not " + graph);
        }
        if (!(grid >= 0.1 && grid <= horizon && horizon <= 1_000) || seeds < 1 || stride < 1) {
            throw new UsageException("--grid, --horizon, --seeds, --stride: expected 0.1 <= grid <= horizon <= 1000"
                    + " and at least one seed and a stride of at least 1");
        }
        TimetableExploration exploration = new TimetableExploration(
                Algorithms.named(algorithm), Options.of(options), nodes, permits, horizon, grid, seeds, stride);
        return exploration.run(out, err, json) ? ExitCodes.OK : ExitCodes.FOUND_SOMETHING;
    }

    private int exploreInterleavings() throws IOException {
        check("--max-states", maxStates, 1, MOST_STATES);
        TimedExploration exploration;
        try {
            int nodes = Graphs.named(graph).size();
            exploration = new TimedExploration(
                    Algorithms.named(algorithm),
                    Options.of(options),
                    nodes,
                    permits,
                    requests,
                    (int) horizon,
                    interleaving.rates(nodes),
                    interleaving.budgets(losses),
                    interleaving.window());
        } catch (IllegalArgumentException e) {
            throw new UsageException("explore: " + e.getMessage());
        }
        TimedOutcome outcome =
                new InterleavingExploration(exploration, maxStates).run(out, new ExploreWatch(err, maxSeconds), json);
        if (outcome.violation() != null) {
            found.keep(String.join("\n", outcome.story()) + "\n");
            return ExitCodes.FOUND_SOMETHING;
        }
        return ExploreWatch.isInterrupted() ? INTERRUPTED : ExitCodes.OK;
    }

    private static Outcome explore(Exploration exploration, Explorer.Limits limits, ExploreWatch watch) {
        try (watch) {
            return Explorer.explore(exploration, limits, watch);
        } catch (OutOfMemoryError e) {
            throw new IllegalStateException("out of memory", e); // Failures says what to do about it
        } catch (IllegalArgumentException e) {
            throw new UsageException(exploration.algorithm().name() + ": " + e.getMessage());
        }
    }

    // ---- flags ----

    private List<Exploration> explorations() {
        try {
            List<Exploration> explorations = new ArrayList<>();
            for (Topology each : allGraphs > 0 ? Graphs.connected(allGraphs) : List.of(Graphs.named(graph))) {
                explorations.add(new Exploration(
                        Algorithms.named(algorithm),
                        each,
                        new PoolSettings(permits, Policy.named(policy), aging),
                        Options.of(options),
                        plannedRequests(each.size()),
                        oneAtATime,
                        changes,
                        cancels,
                        lossy,
                        !maySplit,
                        checkOrder,
                        new Exploration.Hazards(losses, copies, firings, absences, reboots, resizes)));
            }
            return explorations;
        } catch (IllegalArgumentException e) {
            throw new UsageException("explore: " + e.getMessage());
        }
    }

    private List<List<PlannedRequest>> plannedRequests(int nodes) {
        List<List<PlannedRequest>> planned = new ArrayList<>();
        int count = 0;
        for (int node = 0; node < nodes; node++) {
            List<PlannedRequest> own = new ArrayList<>();
            for (int i = 0; i < requests; i++, count++) {
                own.add(new PlannedRequest(sizes.get(count % sizes.size()), priorities.get(count % priorities.size())));
            }
            planned.add(own);
        }
        return planned;
    }

    private Set<Rule> ignoredRules() {
        Set<Rule> rules = new TreeSet<>();
        for (String name : ignored) {
            try {
                rules.add(Rule.valueOf(name.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new UsageException("--ignore: unknown rule '" + name + "'; expected some of "
                        + List.of(Rule.values()).toString().toLowerCase(Locale.ROOT));
            }
        }
        return rules;
    }

    private static void check(String flag, int value, int min, int max) {
        if (value < min || value > max) {
            throw new UsageException(
                    flag + ": " + value + " is out of range; expected a whole number from " + min + " to " + max);
        }
    }
}
