package io.meshlock.cli.proof;

import io.meshlock.chaos.ChaosSettings;
import io.meshlock.chaos.Testbed;
import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.OutFolder;
import io.meshlock.cli.command.Ranges;
import io.meshlock.cli.command.Settings;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.Setting;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock testbed}: real hosts, real faults, and a witness. */
@Command(
        name = "testbed",
        description =
                "Runs a scenario with real nodes, each a process in a network of its own, under faults; a witness "
                        + "that shares no code with Meshlock judges what happened. Needs root, Python 3 and iproute2.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the witness found nothing",
            "1:the witness found something; the folder has all of it",
            "2:a wrong flag, file or value, or something that this machine lacks",
            "130:interrupted",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sudo ./meshlock testbed scenarios/trace-field-walk.yaml --minutes 5 --seed 7",
            "  sudo ./meshlock testbed scenarios/recovery-calm.yaml --calm --hosts 30 --out calm-30",
            "  python3 calm-30/programs/witness.py check calm-30",
            "",
            "Movement and faults are those of the seed; what the nodes do is not: they are real."
        })
public final class TestbedCommand implements Callable<Integer> {

    private static final long USUAL_LEASE_MILLIS = 2_000;
    private static final int BEACONS_PER_LEASE = 20;
    private static final int MOST_MINUTES = 24 * 60;
    private static final int SMALL_HEAP_MEGABYTES = 64;

    private final PrintWriter out;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "The scenario file; its time unit is a second.")
    private Path file = Path.of("");

    @Mixin
    private final Settings settings = new Settings();

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "5",
            description = "How long load and faults go on; default ${DEFAULT-VALUE}. Parts of a minute are fine.")
    private double minutes;

    @Option(names = "--seed", paramLabel = "N", description = "Of movement, load and faults; 1 unless given.")
    private long seed = 1;

    @Option(names = "--hosts", paramLabel = "N", description = "How many hosts; as in the scenario unless given.")
    private @Nullable Integer hosts;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder for journals, logs, history, book and verdict; default testbed-SEED.")
    private @Nullable Path folder;

    @Option(names = "--calm", description = "No faults.")
    private boolean calm;

    @Option(
            names = "--faults",
            paramLabel = "KIND,KIND",
            split = ",",
            description = "Only these kinds of faults; all that a mesh must bear unless given. The guide lists them.")
    private List<String> kinds = new ArrayList<>();

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "The mean time between faults of a storm; default ${DEFAULT-VALUE}.")
    private double every;

    @Option(
            names = "--storm",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "How long faults go on before all is mended and service is judged; default ${DEFAULT-VALUE}.")
    private double storm;

    @Option(
            names = "--slack",
            paramLabel = "FACTOR",
            defaultValue = "2",
            description = "By how much a busy machine may exceed the documented bound; default ${DEFAULT-VALUE}.")
    private double slack;

    @Option(
            names = "--classes",
            paramLabel = "DIR",
            description = "Run the hosts with these classes before Meshlock's own: a build that is broken on purpose, "
                    + "to see whether the witness notices.")
    private @Nullable Path classes;

    @Option(
            names = "--before",
            paramLabel = "PROGRAM",
            description = "The meshlock command of an earlier build: hosts begin with it, and are upgraded to this one "
                    + "in the storms.")
    private @Nullable Path before;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public TestbedCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        span("--minutes", minutes, MOST_MINUTES);
        span("--every", every, MOST_MINUTES);
        span("--storm", storm, MOST_MINUTES);
        if (!(slack >= 1 && slack <= 1000)) {
            throw new UsageException("--slack: " + slack + " is out of range; expected a number from 1 to 1000");
        }
        kinds.forEach(TestbedCommand::checkKind);
        Scenario scenario = scenario();
        Ranges.check("nodes", scenario.spec().nodes(), Testbed.MOST_HOSTS);
        if (classes != null && !Files.isDirectory(classes)) {
            throw new UsageException("--classes: '" + classes + "' is no folder; expected one with compiled classes");
        }
        if (before != null && !Files.isExecutable(before)) {
            throw new UsageException("--before: '" + before + "' is no program; expected a build's meshlock command");
        }
        Path target = folder == null ? Path.of("testbed-" + seed) : folder;
        OutFolder.check(target);
        if (!Testbed.isFree(target)) {
            throw new UsageException("--out: '" + target + "' is not empty; expected a new folder");
        }
        checkMachine();
        List<String> earlier =
                before == null ? List.of() : List.of(before.toAbsolutePath().toString());
        Testbed testbed = Testbed.prepare(target, scenario, chaos(scenario), meshlock(), earlier);
        out.println(scenario.spec().nodes() + " hosts for " + Duration.ofMillis(Math.round(minutes * 60_000))
                + ", seed " + seed + ", in " + target);
        out.flush();
        int verdict = testbed.run();
        if (verdict == ExitCodes.OK || verdict == ExitCodes.FOUND_SOMETHING) {
            out.println("kept in " + target + "; judge it again with: python3 " + target + "/programs/witness.py check "
                    + target);
        }
        return verdict;
    }

    private Scenario scenario() {
        Scenario scenario = settings.read(file);
        return hosts == null ? scenario : scenario.with(List.of(Setting.parse("--hosts", "nodes=" + hosts)));
    }

    private ChaosSettings chaos(Scenario scenario) {
        int nodes = scenario.spec().nodes();
        return new ChaosSettings(
                seed,
                millis(60 * minutes),
                lease(scenario),
                !calm,
                kinds,
                millis(every),
                millis(storm),
                nodes >= 10 && (kinds.isEmpty() || kinds.contains("join")) ? nodes / 10 : 0,
                slack);
    }

    /** The scenario's, given as such or by its beacons; otherwise short, so that a run sees many of them. */
    private static Duration lease(Scenario scenario) {
        Map<String, Long> options = scenario.spec().options().given();
        long ticks = options.getOrDefault("lease", 0L);
        if (ticks == 0) {
            ticks = BEACONS_PER_LEASE * options.getOrDefault("beacon", 0L);
        }
        return Duration.ofMillis(ticks == 0 ? USUAL_LEASE_MILLIS : ticks * 1000 / Ticks.PER_UNIT);
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.round(1000 * seconds));
    }

    private static void span(String flag, double value, double most) {
        if (!(value > 0 && value <= most)) {
            throw new UsageException(
                    flag + ": " + value + " is out of range; expected a number above 0, at most " + most);
        }
    }

    private static void checkKind(String kind) {
        if (!Testbed.KINDS.contains(kind)) {
            throw new UsageException("--faults: '" + kind + "' is no kind of fault; expected some of "
                    + String.join(", ", Testbed.KINDS));
        }
    }

    /** What the programs need is looked at before anything is written. */
    private static void checkMachine() {
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new UsageException("testbed: network namespaces need root; expected: sudo ./meshlock testbed …");
        }
        for (String program : List.of("python3", "ip")) {
            if (!onPath(program)) {
                throw new UsageException(
                        "testbed: the command " + program + " is missing; expected Python 3 and iproute2");
            }
        }
        if (!Files.exists(Path.of("/dev/net/tun"))) {
            throw new UsageException("testbed: /dev/net/tun is missing; expected a kernel with TUN/TAP");
        }
    }

    private static boolean onPath(String program) {
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    /** The words that started this command, with a small heap: hosts run the very same program. */
    private List<String> meshlock() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if ((classes == null && argument.startsWith("-XX:SharedArchiveFile=")) || argument.startsWith("-Xlog:")) {
                words.add(argument);
            }
        }
        words.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx" + SMALL_HEAP_MEGABYTES + "m",
                "-cp",
                (classes == null ? "" : classes.toAbsolutePath() + File.pathSeparator)
                        + System.getProperty("java.class.path"),
                "io.meshlock.cli.Main"));
        return words;
    }
}
