package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Words;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code meshlock drain}: drains and stops a running node. */
@Command(
        name = "drain",
        description =
                "Drains a running node: it takes no more requests over HTTP, withdraws those that wait, waits until permits "
                        + "are back, and stops.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the node has stopped, or with --no-wait has begun to drain",
            "2:a wrong flag or value, no node answers, or the caller may not",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock drain", "  ./meshlock drain --timeout 60s"})
public final class DrainCommand implements Callable<Integer> {

    private static final long LOOK_MILLIS = 200;
    private static final int MOST_STRANGE_ANSWERS = 50;

    private final PrintWriter out;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "How long holders have to give back; then their permits are taken back. Default: a day.")
    private @Nullable String timeout;

    @Option(names = "--no-wait", description = "Return at once.")
    private boolean noWait;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    /** Never counted down: used to sleep between polls. */
    private final CountDownLatch never = new CountDownLatch(1);

    public DrainCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        DaemonClient client = api.client();
        JsonNode node = client.post("/api/v1/drain", timeout == null ? Map.of() : Map.of("timeout", timeout));
        String name = node.get("node").asString();
        say("node " + name + " drains: " + holding(node.get("requests").asInt()));
        boolean stopped = !noWait && awaitEnd(client);
        if (json) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("node", name);
            document.put("stopped", stopped);
            out.println(JsonMapper.shared().writeValueAsString(document));
        } else if (stopped) {
            say("node " + name + " has stopped");
        }
        return ExitCodes.OK;
    }

    private static String holding(int requests) {
        return Words.count(requests, "request") + (requests == 1 ? " holds permits" : " hold permits");
    }

    private boolean awaitEnd(DaemonClient client) throws InterruptedException {
        int last = -1;
        int strangeAnswers = 0;
        while (true) {
            try {
                int open = client.get("/api/v1/node").get("requests").asInt();
                if (last >= 0 && open != last) {
                    say(holding(open));
                }
                last = open;
            } catch (DaemonException e) {
                if (e.status() == 0) {
                    return true;
                }
                // It took the drain, so it is a node: a server that closes may answer anything for a moment.
                strangeAnswers++;
                if (strangeAnswers > MOST_STRANGE_ANSWERS) {
                    throw e;
                }
            }
            never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void say(String text) {
        if (!json) {
            out.println(text);
            out.flush();
        }
    }
}
