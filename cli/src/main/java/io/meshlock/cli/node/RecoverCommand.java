package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
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
import tools.jackson.databind.node.ObjectNode;

/** {@code meshlock recover}: makes a new token for a pool whose token is lost. */
@Command(
        name = "recover",
        description =
                "Says what making a new token for a pool would do, and the risk; with --yes, a running node does it, and "
                        + "this command waits for the result.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:explained; with --yes, the pool has a new token",
            "1:it would do nothing; with --yes, no new token came in time",
            "2:a wrong flag or value, or no node answers"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock recover docks", "  ./meshlock recover docks --yes"})
public final class RecoverCommand implements Callable<Integer> {

    private static final long LOOK_MILLIS = 100;

    private final PrintWriter out;

    /** Never counted down: used to sleep between polls. */
    private final CountDownLatch never = new CountDownLatch(1);

    @Parameters(paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--yes", description = "Do it. All nodes that do not take part must have stopped.")
    private boolean yes;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "With --yes: how long to wait for the new token; default ${DEFAULT-VALUE}.")
    private String wait = "60s";

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    public RecoverCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration timeout = RequestFlags.duration("--wait", wait);
        DaemonClient client = api.client();
        String path = "/api/v1/pools/" + DaemonClient.encode(pool);
        String before = epoch(client.get(path));
        JsonNode plan = client.post(path + "/recover", yes ? Map.of("confirm", true) : Map.of());
        boolean possible = plan.get("possible").asBoolean();
        if (!json) {
            plan.get("steps").forEach(step -> out.println(step.asString()));
            plan.get("risks").forEach(risk -> out.println("risk: " + risk.asString()));
            out.flush();
        }
        if (!yes) {
            out.println(json ? plan.toPrettyString() : "nothing was done; --yes does it");
            return possible ? ExitCodes.OK : ExitCodes.FOUND_SOMETHING;
        }
        String after = await(client, path, before, timeout);
        boolean done = !after.equals(before);
        if (json) {
            ObjectNode document = ((ObjectNode) plan).put("recovered", done).put("epoch", after);
            out.println(document.toPrettyString());
        } else if (done) {
            out.println("pool '" + pool + "' has a new token, epoch " + after);
        } else {
            out.println("no new token within " + wait + "; the node goes on trying, and its log says more");
        }
        return done ? ExitCodes.OK : ExitCodes.FOUND_SOMETHING;
    }

    /** The epoch once this node takes part in another one than before; or the one from before. */
    private String await(DaemonClient client, String path, String before, Duration timeout)
            throws InterruptedException {
        Stopwatch stopwatch = new Stopwatch();
        while (true) {
            JsonNode now = client.get(path);
            if (!epoch(now).equals(before) && now.at("/status/takesPart").asBoolean()) {
                return epoch(now);
            }
            if (stopwatch.seconds() >= timeout.toMillis() / 1e3) {
                return before;
            }
            never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static String epoch(JsonNode document) {
        return document.at("/status/epoch").asString("none");
    }
}
