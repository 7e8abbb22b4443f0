package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.OutFolder;
import io.meshlock.cli.command.PageAddress;
import io.meshlock.cli.command.Ranges;
import io.meshlock.cli.command.ScratchFolder;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Logging;
import io.meshlock.cli.terminal.Signals;
import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.daemon.page.Page;
import io.meshlock.daemon.page.PageServer;
import io.meshlock.demo.Demo;
import io.meshlock.demo.DemoResult;
import io.meshlock.laboratory.result.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code meshlock demo}: a mesh of real nodes in one process. */
@Command(
        name = "demo",
        description =
                "Starts a mesh of real nodes in this process, with its page: drones share docks while links come and go.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every rule was kept and everybody was served",
            "1:a rule was broken, or somebody was not served",
            "2:a wrong flag, file or value",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock demo",
            "  ./meshlock demo --seconds 300 --nodes 16",
            "  ./meshlock demo --seconds 20 --no-page --json | jq .violations",
            "  ./meshlock demo --seconds 60 --out flight && ./meshlock replay flight",
            "",
            "Links are TCP and TLS on this machine. The emptiest battery goes first. At the end the nodes' journals are",
            "judged by the simulator's checkers."
        })
public final class DemoCommand implements Callable<Integer> {

    private static final int LONGEST = 3_600;
    private static final int FEWEST = 3;
    private static final int MOST = 40;

    private static final int SIGNALLED = 128;

    private final PrintWriter out;
    private final PrintWriter err;

    @Option(names = "--seconds", paramLabel = "N", description = "How long it lasts, 1 to 3600; 60 unless given.")
    private int seconds = 60;

    @Option(names = "--nodes", paramLabel = "N", description = "How many drones, 3 to 40; 8 unless given.")
    private int nodes = 8;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the drones' moves and the link failures; 1 unless given.")
    private long seed = 1;

    @Option(names = "--port", paramLabel = "P", description = "Where the page is; 0 for any free port.")
    private @Nullable Integer port;

    @Option(names = "--no-page", description = "Without the page.")
    private boolean noPage;

    @Option(names = "--out", paramLabel = "DIR", description = "Keep the journals in this folder, for 'replay'.")
    private @Nullable Path folder;

    @Option(names = "--json", description = "Print the summary as one JSON document, and the story to standard error.")
    private boolean json;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public DemoCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Ranges.check("--seconds", seconds, LONGEST);
        if (nodes < FEWEST || nodes > MOST) {
            throw new UsageException("--nodes: " + nodes + "; expected a whole number from " + FEWEST + " to " + MOST);
        }
        try (ScratchFolder scratch = new ScratchFolder("meshlock-demo")) {
            return run(folder == null ? scratch.path() : prepare(folder));
        }
    }

    /** Refuses a folder that is not empty: journals would be appended, and two demos in one cannot be told apart. */
    private static Path prepare(Path wanted) throws IOException {
        OutFolder.create(wanted);
        try (var files = Files.list(wanted)) {
            if (files.findAny().isPresent()) {
                throw new UsageException("--out: '" + wanted + "' is not empty; expected a new or empty folder");
            }
        }
        return wanted;
    }

    private int run(Path journals) throws IOException, InterruptedException {
        PrintWriter teller = json ? err : out;
        Logging.quieten("io.meshlock.link"); // links are cut all the time here
        DemoResult result;
        try (Demo demo = new Demo(nodes, seed, journals, teller, Stopwatch::nanos);
                Shown page = show(demo)) {
            if (page.server != null) {
                teller.println("page: " + page.server.uri() + " " + PageAddress.warning());
                teller.flush();
            }
            AtomicBoolean told = new AtomicBoolean();
            Signals.handle(
                    (name, number) -> {
                        if (told.getAndSet(true)) {
                            Runtime.getRuntime().halt(SIGNALLED + number); // a second one does not wait
                        }
                        demo.stop();
                    },
                    "INT",
                    "TERM");
            result = demo.run(seconds);
        }
        if (json) {
            out.print(Json.write(result.document(Version.current())));
        } else {
            DemoReport.print(result, out);
            if (folder != null) {
                out.println("kept in " + folder + ": ./meshlock replay " + folder);
            }
        }
        boolean fine = result.violations() == 0 && result.starved() == 0;
        if (!fine && json) {
            result.conclusion().forEach(err::println);
        }
        return fine ? ExitCodes.OK : ExitCodes.FOUND_SOMETHING;
    }

    /** A page, or none. */
    private record Shown(@Nullable PageServer server) implements AutoCloseable {
        @Override
        public void close() {
            if (server != null) {
                server.close();
            }
        }
    }

    private Shown show(Demo demo) {
        return new Shown(noPage ? null : PageAddress.serve(Page.of(demo.feed()), port));
    }
}
