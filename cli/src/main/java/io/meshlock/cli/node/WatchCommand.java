package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Screen;
import io.meshlock.cli.terminal.Signals;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.time.Durations;
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

/** {@code meshlock watch}: a running node's status, refreshed in place. */
@Command(
        name = "watch",
        description = "Shows the state of a running node, refreshed; in a terminal, in place.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:ended by q, Ctrl-C, TERM or --count",
            "2:a wrong flag or value, or no node answers at the first look",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock watch", "  ./meshlock watch --interval 200ms", "  ./meshlock watch --json --count 10"})
public final class WatchCommand implements Callable<Integer> {

    private static final Duration SHORTEST = Duration.ofMillis(50);

    private final PrintWriter out;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "Time between two refreshes; default ${DEFAULT-VALUE}.")
    private String interval = "1s";

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "End after so many refreshes; without it, at q or Ctrl-C.")
    private int count = Integer.MAX_VALUE;

    @Option(names = "--json", description = "Print one JSON document per refresh, each on a line.")
    private boolean json;

    public WatchCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration pause = pause();
        DaemonClient client = api.client();
        NodeView first = NodeView.of(client); // fails at once if no node answers
        if (json || !Terminal.watchesOutput()) {
            print(first);
            CountDownLatch never = new CountDownLatch(1); // never counted down: used to sleep between refreshes
            for (int i = 1; i < count; i++) {
                never.await(pause.toMillis(), TimeUnit.MILLISECONDS);
                print(NodeView.of(client));
            }
        } else {
            watch(first, client, pause);
        }
        return ExitCodes.OK;
    }

    private void watch(NodeView first, DaemonClient client, Duration pause) throws InterruptedException {
        CountDownLatch stop = new CountDownLatch(1);
        Signals.handle((name, number) -> stop.countDown(), "INT", "TERM");
        try (Screen screen = Screen.open(out, stop::countDown)) {
            screen.show(first.lines());
            for (int i = 1; i < count && !stop.await(pause.toMillis(), TimeUnit.MILLISECONDS); i++) {
                screen.show(look(client));
            }
        }
    }

    private static List<String> look(DaemonClient client) throws InterruptedException {
        try {
            return NodeView.of(client).lines();
        } catch (DaemonException e) {
            return List.of(String.valueOf(e.getMessage())); // it may come back
        }
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

    private void print(NodeView view) {
        if (json) {
            out.println(JsonMapper.shared().writeValueAsString(view.document()));
        } else {
            view.lines().forEach(out::println);
            out.println();
        }
        out.flush();
    }
}
