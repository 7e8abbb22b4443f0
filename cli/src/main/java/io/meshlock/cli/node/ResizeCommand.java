package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.daemon.client.DaemonClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code meshlock resize}: another number of permits for a pool that is used. */
@Command(
        name = "resize",
        description =
                "Gives a pool another number of permits, while it is used, and waits until that is in force. No holder loses "
                        + "its permits: surplus ones retire as they come back.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the new size is in force, even if surplus permits are still out",
            "1:it is not in force yet, or another change came later",
            "2:a wrong flag or value, or no node answers"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock resize docks 7", "  ./meshlock resize docks 3 --wait 1m"})
public final class ResizeCommand implements Callable<Integer> {

    private static final long LOOK_MILLIS = 100;

    /** Nodes report once a second what they hold, while somebody looks: an earlier poll may miss surplus permits. */
    private static final double SECONDS_TO_HEAR = 1.5;

    private final PrintWriter out;

    @Parameters(index = "0", paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    @Parameters(index = "1", paramLabel = "PERMITS", description = "How many permits it is to have.")
    private int permits;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "5s",
            description =
                    "How long to wait, also for surplus permits; default ${DEFAULT-VALUE}. The change goes on without this command.")
    private String wait = "5s";

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    /** Never counted down: used to sleep between polls. */
    private final CountDownLatch never = new CountDownLatch(1);

    public ResizeCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (permits < 1) {
            throw new UsageException("PERMITS: " + permits + " is out of range; expected at least 1");
        }
        Duration timeout = RequestFlags.duration("--wait", wait);
        DaemonClient client = api.client();
        String path = "/api/v1/pools/" + DaemonClient.encode(pool);
        int before = client.get(path).get("permits").asInt();
        client.post(path + "/resize", Map.of("permits", permits));
        PoolResizing last = await(client, path, permits < before, timeout);
        if (json) {
            out.println(JsonMapper.shared().writeValueAsString(last.document()));
        } else {
            out.println(last.text());
        }
        return last.isInForce() ? ExitCodes.OK : ExitCodes.FOUND_SOMETHING;
    }

    private PoolResizing await(DaemonClient client, String path, boolean shrinks, Duration timeout)
            throws InterruptedException {
        Stopwatch stopwatch = new Stopwatch();
        while (true) {
            JsonNode map = client.get("/api/v1/map");
            PoolResizing now = PoolResizing.of(permits, client.get(path), map);
            boolean heard = !shrinks || stopwatch.seconds() >= SECONDS_TO_HEAR;
            boolean done = now.isOverruled() || (now.isInForce() && now.surplus() == 0 && heard);
            if (done || stopwatch.seconds() >= timeout.toMillis() / 1e3) {
                return now;
            }
            never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
