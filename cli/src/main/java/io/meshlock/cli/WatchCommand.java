package io.meshlock.cli;

import io.meshlock.daemon.Durations;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code meshlock watch}: a running node's status, again and again in one place. */
@Command(
        name = "watch",
        description = "Shows how a running node does, again and again; in a terminal, in place.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock watch", "  ./meshlock watch --interval 200ms", "  ./meshlock watch --json --count 10"})
final class WatchCommand implements Callable<Integer> {

    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_SCREEN = "\u001b[2J";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "From one look to the next; default ${DEFAULT-VALUE}.")
    private String interval = "1s";

    @Option(names = "--count", paramLabel = "N", description = "End after so many looks; without it, at Ctrl-C.")
    private int count = Integer.MAX_VALUE;

    @Option(names = "--json", description = "Print one JSON document per look, each on a line.")
    private boolean json;

    private final CountDownLatch stop = new CountDownLatch(1);

    WatchCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration pause = pause();
        DaemonClient client = api.client();
        boolean inPlace = !json && Terminal.watchesOutput();
        NodeView first = NodeView.of(client); // who does not answer at all is told at once
        if (inPlace) {
            Signals.handle((name, number) -> stop.countDown(), "INT", "TERM");
            out.print(CLEAR_SCREEN);
        }
        show(first, inPlace);
        for (int i = 1; i < count && !stop.await(pause.toMillis(), TimeUnit.MILLISECONDS); i++) {
            try {
                show(NodeView.of(client), inPlace);
            } catch (DaemonException e) {
                if (!inPlace) {
                    throw e;
                }
                frame(List.of(String.valueOf(e.getMessage()))); // it may come back
            }
        }
        return ExitCodes.OK;
    }

    private Duration pause() {
        try {
            Duration pause = Durations.parse(interval);
            if (pause.compareTo(SHORTEST) >= 0) {
                return pause;
            }
        } catch (IllegalArgumentException e) {
            throw new UsageException("--interval: " + e.getMessage());
        }
        throw new UsageException("--interval: " + interval + " is out of range; expected at least 50ms");
    }

    private void show(NodeView view, boolean inPlace) {
        if (json) {
            out.println(JsonMapper.shared().writeValueAsString(view.document()));
        } else if (inPlace) {
            frame(view.lines());
        } else {
            view.lines().forEach(out::println);
            out.println();
        }
        out.flush();
    }

    /** Draws over what is there: nothing flickers. */
    private void frame(List<String> lines) {
        out.print(HOME);
        lines.forEach(line -> out.print(line + CLEAR_LINE + "\n"));
        out.print(CLEAR_BELOW);
        out.flush();
    }
}
