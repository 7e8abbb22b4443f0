package io.meshlock.cli.proof;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Ranges;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.playground.Given;
import io.meshlock.playground.PlaygroundFiles;
import io.meshlock.playground.PlaygroundServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock play}: the simulator in a browser. */
@Command(
        name = "play",
        description = "Opens the playground: the simulator in a browser, with nodes to drag and links to cut.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:shown or written", "2:a wrong flag, file or value", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock play",
            "  ./meshlock play scenarios/printed-deadlock.yaml",
            "  ./meshlock explore --algorithm prioritized-as-printed --permits 2 --sizes 1,2 --save found.txt",
            "  ./meshlock play found.txt",
            "  ./meshlock play --out site      # the page alone, for any web server or none"
        })
public final class PlayCommand implements Callable<Integer> {

    private static final int USUAL_PORT = 7490;
    private static final int ANY = 0;
    private static final int HIGHEST = 65_535;

    private final PrintWriter out;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "A scenario (.yaml), or a narrative, as 'explore --save' and 'hunt' write them.")
    private @Nullable Path file;

    @Option(names = "--port", paramLabel = "P", description = "Where the page is; 0 for any free port.")
    private @Nullable Integer port;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Show the page for so long; until Ctrl-C unless given.")
    private @Nullable Integer seconds;

    @Option(names = "--out", paramLabel = "DIR", description = "Write the page to this folder instead of serving it.")
    private @Nullable Path folder;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public PlayCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!PlaygroundFiles.areThere()) {
            throw new UsageException(
                    "this Meshlock was built without its playground; expected Node.js and npm when it is "
                            + "built: install them, touch pom.xml and try again");
        }
        if (folder != null) {
            PlaygroundFiles.writeTo(folder);
            out.println("written: " + folder.resolve("index.html"));
            return ExitCodes.OK;
        }
        show(file == null ? null : given(file), port, seconds, out);
        return ExitCodes.OK;
    }

    /** Shows the page, opened with something or at its beginning, for so long. */
    static void show(@Nullable String given, @Nullable Integer port, @Nullable Integer seconds, PrintWriter out)
            throws IOException, InterruptedException {
        if (seconds != null) {
            Ranges.check("--seconds", seconds, 1_000_000);
        }
        try (PlaygroundServer server = serve(given, port)) {
            out.println("playground: " + server.uri());
            out.flush();
            CountDownLatch never = new CountDownLatch(1);
            if (seconds == null) {
                never.await();
            } else {
                never.await(seconds, TimeUnit.SECONDS);
            }
        }
    }

    private static PlaygroundServer serve(@Nullable String given, @Nullable Integer port) throws IOException {
        if (port != null && (port < 0 || port > HIGHEST)) {
            throw new UsageException("--port: " + port + "; expected a number from 0 (any) to " + HIGHEST);
        }
        try {
            return PlaygroundServer.start(port == null ? USUAL_PORT : port, given);
        } catch (BindException e) {
            if (port == null) {
                return PlaygroundServer.start(ANY, given);
            }
            throw new UsageException("--port: " + port + " is taken; expected a free one, or 0 for any");
        }
    }

    /** What the page is to open. */
    static String given(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json")) {
            try {
                return Given.scenario(ScenarioReader.read(file));
            } catch (IllegalArgumentException e) {
                throw new UsageException(file + ": " + e.getMessage() + "; expected a scenario without a trace");
            }
        }
        if (!Files.isRegularFile(file)) {
            throw new UsageException("'" + file + "' is no file; expected a scenario (.yaml) or a narrative");
        }
        try {
            String text = Files.readString(file);
            if (!text.lines().anyMatch(line -> line.startsWith("mesh "))) {
                throw new UsageException("'" + file + "' is neither; expected a scenario (.yaml) or a narrative");
            }
            return Given.narrative(name, text);
        } catch (MalformedInputException e) {
            throw new UsageException("'" + file + "' is no text; expected a scenario (.yaml) or a narrative");
        }
    }
}
