package io.meshlock.cli.node;

import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Signals;
import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.daemon.config.NodeConfigReader;
import io.meshlock.daemon.run.DaemonSource;
import io.meshlock.daemon.run.MeshSource;
import io.meshlock.daemon.run.PermitSource;
import io.meshlock.daemon.run.RunRequest;
import io.meshlock.daemon.run.Runner;
import io.meshlock.daemon.time.Durations;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock run}: a command that runs while it holds permits. */
@Command(
        name = "run",
        description = {
            "Runs a command while holding permits, as flock does with a lock.",
            "",
            "The command finds MESHLOCK_POOL, MESHLOCK_PERMITS, MESHLOCK_FENCING, MESHLOCK_SLOTS and MESHLOCK_GRANT in its "
                    + "environment. TERM, INT and HUP are passed on to it; while permits are waited for, they end the wait. "
                    + "When permits are lost, the command gets TERM, and KILL after the grace."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "N:that of the command; 128 + N if signal N ended it or the wait",
            "75:not granted; -E sets another",
            "78:the pool refuses it: its settings differ, or it was bootstrapped twice",
            "127:no such command",
            "2:a wrong flag or value, or no node answers"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock run docks -n 2 -p 90 -w 10s -- ./land --fence",
            "  ./meshlock run gpu -E 0 -w 0s -- nightly-job",
            "  ./meshlock run docks --keys keys/nodes/drone-7 --peer 10.0.0.8:7400 -- ./land"
        })
public final class RunCommand implements Callable<Integer> {

    private static final int NOT_GRANTED = 75;
    private static final int LARGEST_CODE = 255;

    private final PrintWriter err;

    @Parameters(index = "0", paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "CMD",
            description = "The command and its arguments, after '--'.")
    private List<String> command = new ArrayList<>();

    @Option(
            names = {"-n", "--permits"},
            paramLabel = "H",
            defaultValue = "1",
            description = "How many permits; default ${DEFAULT-VALUE}.")
    private int permits;

    @Option(
            names = {"-p", "--priority"},
            paramLabel = "P",
            defaultValue = "0",
            description = "How urgent; larger goes first; default ${DEFAULT-VALUE}.")
    private int priority;

    @Option(
            names = {"-w", "--wait"},
            paramLabel = "TIME",
            description = "How long to wait at most, such as 10s; without it, for ever.")
    private @Nullable String wait;

    @Option(
            names = "--deadline",
            paramLabel = "WHEN",
            description =
                    "When it is wanted at the latest, for pools that order by deadline: 30s from now, or a moment.")
    private @Nullable String deadline;

    @Option(
            names = {"-E", "--not-granted"},
            paramLabel = "CODE",
            defaultValue = "" + NOT_GRANTED,
            description = "The exit code if the permits are not granted; default ${DEFAULT-VALUE}.")
    private int notGranted;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "How long the node keeps the permits if this process dies; default: the node's.")
    private @Nullable String lease;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "3s",
            description =
                    "From TERM to KILL when permits are lost, at most a quarter of the lease; default ${DEFAULT-VALUE}.")
    private String grace = "3s";

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Mixin
    private LinkFlags links = new LinkFlags();

    public RunCommand(PrintWriter err) {
        this.err = err;
    }

    @Override
    public Integer call() {
        RunRequest runRequest = runRequest();
        Duration toStop = duration("--grace", grace);
        if (notGranted < 0 || notGranted > LARGEST_CODE) {
            throw new UsageException("-E: " + notGranted + " is out of range; expected 0 to " + LARGEST_CODE);
        }
        Runner runner = new Runner(command, toStop, this::say);
        Signals.handle((name, number) -> runner.signalled(name, number, true), "TERM", "HUP");
        Signals.handle((name, number) -> runner.signalled(name, number, !Terminal.tellsAllOfUs()), "INT");
        try (PermitSource source = source()) {
            return runner.run(source, runRequest, notGranted);
        } catch (InterruptedException e) {
            return runner.exitCodeOfSignal(); // while the node was waited for
        }
    }

    private RunRequest runRequest() {
        if (permits < 1) {
            throw new UsageException("-n: " + permits + " is out of range; expected at least 1");
        }
        return new RunRequest(
                pool,
                permits,
                priority,
                deadline == null ? null : moment(deadline),
                wait == null ? null : duration("-w", wait),
                lease == null ? null : duration("--lease", lease));
    }

    /** A running node's API, or a node inside this process if neighbours are given. */
    private PermitSource source() throws InterruptedException {
        if (!links.nameNeighbours()) {
            return new DaemonSource(api.client());
        }
        if (lease != null) {
            throw new UsageException(
                    "--lease: only a daemon has it; expected no --lease with --peer or --discover, where the pool's lease holds");
        }
        NodeConfigReader reader = new NodeConfigReader(null);
        links.applyTo(reader);
        reader.set("ephemeral", "--peer", "true"); // a command's node lives too briefly to keep anything
        return new MeshSource(NodeStart.mesh(reader.read()));
    }

    /** The value of a flag as a duration. */
    static Duration duration(String flag, String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(flag + ": " + e.getMessage());
        }
    }

    private static Instant moment(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            try {
                return Stopwatch.moment().plus(Durations.parse(text));
            } catch (IllegalArgumentException notADurationEither) {
                throw new UsageException("--deadline: '" + text
                        + "' is no moment; expected a duration such as 30s, or a moment such as 2026-11-15T10:00:00Z");
            }
        }
    }

    private void say(String complaint) {
        err.println("meshlock run: " + complaint);
        err.flush();
    }
}
