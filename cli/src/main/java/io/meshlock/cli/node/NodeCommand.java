package io.meshlock.cli.node;

import io.meshlock.Meshlock;
import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Logging;
import io.meshlock.cli.terminal.Signals;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.config.NodeConfig;
import io.meshlock.daemon.config.NodeConfigReader;
import io.meshlock.daemon.page.LiveFeed;
import io.meshlock.daemon.page.Page;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code meshlock node}: runs one node. */
@Command(
        name = "node",
        description = "Runs one node, with its HTTP API, until it is told to stop.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped by TERM or INT, or drained; permits were given back",
            "2:a wrong flag, file or value",
            "69:an address that is taken, or not there yet",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock node --name a --bootstrap --pool docks=5",
            "  ./meshlock node --config node.yaml",
            "  ./meshlock node --config node.yaml --check",
            "  ./meshlock node --keys keys/nodes/drone-7 --listen 0.0.0.0:7400 --peer 10.0.0.8:7400"
        })
public final class NodeCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A YAML file with the same settings and more; flags win. HUP reads it again.")
    private @Nullable Path file;

    @Mixin
    private LinkFlags links = new LinkFlags();

    @Option(names = "--bootstrap", description = "Bootstrap the mesh's pools; for exactly one node of a mesh.")
    private boolean bootstrap;

    @Option(
            names = "--voters",
            paramLabel = "N,N,N",
            split = ",",
            description =
                    "Instead of --bootstrap, the same at every node: the numbers of the first voters. A pool begins "
                            + "when a majority of them is there.")
    private List<String> voters = new ArrayList<>();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "The folder for durable state, such as promises of recovery; default: meshlock/NAME in "
                    + "XDG_STATE_HOME, or in ~/.local/state.")
    private @Nullable String state;

    @Option(
            names = "--ephemeral",
            description = "Keep nothing: after a restart the node is a stranger to its mesh. For trying things out.")
    private boolean ephemeral;

    @Option(names = "--journal", paramLabel = "DIR", description = "Keep a journal of every pool here.")
    private @Nullable String journal;

    @Option(
            names = "--pool",
            paramLabel = "NAME=PERMITS",
            description = "Open a pool, as with docks=5; may be given several times.")
    private List<String> pools = new ArrayList<>();

    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            description = "Where the HTTP API listens; default 127.0.0.1:7480.")
    private @Nullable String http;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "The file with the token that HTTP clients must send; needed unless --http is a loopback address, where "
                            + "the node makes one for changes.")
    private @Nullable String tokenFile;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description =
                    "The Unix socket for programs on this machine, or 'off'; default PORT.sock in the runtime folder.")
    private @Nullable String socket;

    @Option(names = "--log", paramLabel = "LEVEL", description = "error, warn, info, debug or trace; default info.")
    private @Nullable String log;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            description = "text, or json: one document per line; default text.")
    private @Nullable String logFormat;

    @Option(names = "--check", description = "Only check the settings.")
    private boolean check;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    private final CountDownLatch stop = new CountDownLatch(1);

    public NodeCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        NodeConfig config = config();
        if (check) {
            out.println("the settings are good");
            return ExitCodes.OK;
        }
        Logging.level(config.log());
        Logging.format(config.logFormat());
        NodeStart.checkHttp(config);
        try (LiveFeed feed = NodeStart.feed(config);
                Meshlock mesh = NodeStart.mesh(config, feed);
                Daemon daemon = NodeStart.daemon(mesh, config, List.of(Page.of(feed)))) {
            Reload reload = new Reload(mesh, daemon, config);
            Signals.handle((name, number) -> stopped(number), "TERM", "INT");
            Signals.handle((name, number) -> reload.apply(this::config), "HUP");
            startDrainWatch(daemon);
            out.println("node " + mesh.node() + ", number " + mesh.number() + ": "
                    + (config.listen() == null ? "" : "links at " + config.listen() + ", ") + "HTTP at "
                    + daemon.uri());
            out.flush();
            Readiness.tell();
            if (config.state() == null) {
                err.println("ephemeral: nothing is kept; after a restart this node is a stranger to its mesh"
                        + (config.bootstrap() ? ", and begins its pools anew" : ""));
                err.flush();
            }
            stop.await();
            err.println("stopping: clients give their permits back");
            err.flush();
            daemon.settle();
        }
        return ExitCodes.OK;
    }

    /** The settings of file and flags together, checked. */
    private NodeConfig config() {
        NodeConfigReader reader = new NodeConfigReader(file);
        links.applyTo(reader);
        if (bootstrap) {
            reader.set("bootstrap", "--bootstrap", "true");
        }
        reader.setAll("voters", "--voters", voters);
        if (ephemeral) {
            reader.set("ephemeral", "--ephemeral", "true");
        }
        set(reader, "state", state);
        set(reader, "journal", journal);
        set(reader, "log", log);
        if (logFormat != null) {
            reader.set("logFormat", "--log-format", logFormat);
        }
        pools.forEach(pool -> reader.addPool("--pool", pool));
        if (http != null) {
            reader.setHttp("listen", "--http", http);
        }
        if (socket != null) {
            reader.setHttp("socket", "--socket", socket);
        }
        if (tokenFile != null) {
            reader.setHttp("tokenFile", "--token-file", tokenFile);
        }
        return reader.read();
    }

    private static void set(NodeConfigReader config, String key, @Nullable String value) {
        if (value != null) {
            config.set(key, "--" + key, value);
        }
    }

    /** The first signal stops the node gracefully; a second one ends it at once. */
    private void stopped(int number) {
        if (stop.getCount() == 0) {
            Runtime.getRuntime().halt(128 + number);
        }
        stop.countDown();
    }

    private void startDrainWatch(Daemon daemon) {
        Thread thread = new Thread(
                () -> {
                    try {
                        daemon.awaitDrained();
                        stop.countDown();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "meshlock-drained");
        thread.setDaemon(true);
        thread.start();
    }
}
