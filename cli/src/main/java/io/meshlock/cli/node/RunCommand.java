package io.meshlock.cli.node;

import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Signals;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.daemon.config.NodeConfigReader;
import io.meshlock.daemon.run.DaemonSource;
import io.meshlock.daemon.run.MeshSource;
import io.meshlock.daemon.run.PermitSource;
import io.meshlock.daemon.run.RunRequest;
import io.meshlock.daemon.run.Runner;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
            "2:a wrong flag or value, more permits than the pool has, no such pool, or no node answers"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock run docks -n 2 -p 90 -w 10s -- ./land --fence",
            "  ./meshlock run gpu -E 0 -w 0s -- nightly-job       # now or not at all",
            "  ./meshlock run leader --restart-on-loss --api http://127.0.0.1:7480,http://127.0.0.1:7481 -- ./serve",
            "  ./meshlock run docks --keys keys/nodes/drone-7 --peer 10.0.0.8:7400 -- ./land"
        })
public final class RunCommand implements Callable<Integer> {

    private final PrintWriter err;

    @Parameters(index = "0", paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "CMD",
            description = "The command and its arguments, after '--'.")
    private List<String> command = new ArrayList<>();

    @Mixin
    private RequestFlags request = new RequestFlags();

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "3s",
            description =
                    "From TERM to KILL when permits are lost, at most a quarter of the lease; default ${DEFAULT-VALUE}.")
    private String grace = "3s";

    @Option(
            names = "--restart-on-loss",
            description = "When permits were lost and the command was stopped, wait for others and start it again.")
    private boolean restartOnLoss;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Mixin
    private LinkFlags links = new LinkFlags();

    public RunCommand(PrintWriter err) {
        this.err = err;
    }

    @Override
    public Integer call() {
        RunRequest runRequest =
                request.of(pool, "run " + ProcessHandle.current().pid());
        Duration toStop = RequestFlags.duration("--grace", grace);
        int notGranted = request.notGranted();
        Runner runner = new Runner(command, toStop, this::say).restartOnLoss(restartOnLoss);
        Signals.handle((name, number) -> runner.signalled(name, number, true), "TERM", "HUP");
        Signals.handle((name, number) -> runner.signalled(name, number, !Terminal.tellsAllOfUs()), "INT");
        try (PermitSource source = source()) {
            return runner.run(source, runRequest, notGranted);
        } catch (InterruptedException e) {
            return runner.exitCodeOfSignal(); // while the node was waited for
        }
    }

    /** A running node's API, or a node inside this process if neighbours are given. */
    private PermitSource source() throws InterruptedException {
        if (!links.nameNeighbours()) {
            return new DaemonSource(api.clients(), this::say);
        }
        if (request.hasLease()) {
            throw new UsageException(
                    "--lease: only a daemon has it; expected no --lease with --peer or --discover, where the pool's lease holds");
        }
        NodeConfigReader reader = new NodeConfigReader(null);
        links.applyTo(reader);
        reader.set("ephemeral", "--peer", "true"); // a command's node lives too briefly to keep anything
        return new MeshSource(NodeStart.mesh(reader.read()), this::say);
    }

    private void say(String complaint) {
        err.println("meshlock run: " + complaint);
        err.flush();
    }
}
