package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Table;
import io.meshlock.cli.terminal.Words;
import io.meshlock.daemon.client.DaemonClient;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code meshlock holders}: who holds and who waits, in the whole mesh. */
@Command(
        name = "holders",
        description = "Shows who holds permits and who waits for some, in the whole mesh.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:shown", "2:a wrong flag or value, no such pool, or no node answers"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock holders", "  ./meshlock holders docks", "  ./meshlock holders docks --json"})
public final class HoldersCommand implements Callable<Integer> {

    /** Nodes report while somebody looks: the first look wakes them, and after two seconds all have spoken. */
    private static final int LOOKS = 5;

    private static final long LOOK_MILLIS = 500;

    private final PrintWriter out;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "POOL",
            description = "The pool; without one, all that the node has.")
    private @Nullable String pool;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    public HoldersCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        DaemonClient client = api.client();
        List<String> names = pool == null ? names(client) : List.of(pool);
        Map<String, JsonNode> holders = look(client, names);
        for (int look = 1; look < LOOKS && !names.isEmpty(); look++) {
            Polling.pause(LOOK_MILLIS);
            holders = look(client, names);
        }
        if (json) {
            out.println(document(holders).toPrettyString());
        } else {
            holders.forEach(this::print);
        }
        return ExitCodes.OK;
    }

    private static List<String> names(DaemonClient client) throws InterruptedException {
        List<String> names = new ArrayList<>();
        client.get("/api/v1/pools")
                .get("pools")
                .forEach(each -> names.add(each.get("name").asString()));
        return names;
    }

    private static Map<String, JsonNode> look(DaemonClient client, List<String> names) throws InterruptedException {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        for (String name : names) {
            found.put(name, client.get("/api/v1/pools/" + DaemonClient.encode(name) + "/holders"));
        }
        return found;
    }

    /** One pool as the node tells it; all pools in a list. */
    private JsonNode document(Map<String, JsonNode> holders) {
        if (pool != null) {
            return holders.values().iterator().next();
        }
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        all.putArray("pools").addAll(holders.values());
        return all;
    }

    private void print(String name, JsonNode holders) {
        int held = 0;
        int waiting = 0;
        Table table = new Table("node", "client", "permits", "state", "since")
                .left(1)
                .left(3)
                .left(4);
        for (JsonNode node : holders.get("nodes")) {
            held += node.get("held").asInt();
            waiting += node.get("waiting").asInt();
            rows(table, node);
        }
        int permits = holders.get("permits").asInt();
        out.println("pool '" + name + "': " + held + " of " + Words.count(permits, "permit") + " held, "
                + Words.count(waiting, "request") + (waiting == 1 ? " waits" : " wait") + where(holders));
        if (table.lines().size() > 1) {
            table.lines().forEach(out::println);
        }
    }

    private static void rows(Table table, JsonNode node) {
        String name = node.get("node").asString() + (node.get("inReach").asBoolean() ? "" : " (out of reach)");
        int held = node.get("held").asInt();
        int waiting = node.get("waiting").asInt();
        for (JsonNode client : node.get("clients")) {
            boolean waits = client.get("waits").asBoolean();
            int permits = client.get("permits").asInt();
            held -= waits ? 0 : permits;
            waiting -= waits ? 1 : 0;
            table.row(
                    name,
                    client.get("client").asString(),
                    "" + permits,
                    waits ? "waits" : "holds",
                    client.get("since").asString());
        }
        if (held > 0) {
            table.row(name, "(without a name)", "" + held, "holds", "-");
        }
        if (waiting > 0) {
            table.row(name, "(" + waiting + " without a name)", "-", "waits", "-");
        }
    }

    private static String where(JsonNode holders) {
        for (JsonNode node : holders.get("nodes")) {
            if (node.get("token").asBoolean()) {
                return ", the token is at " + node.get("node").asString()
                        + (node.get("inReach").asBoolean() ? "" : ", which is out of reach");
            }
        }
        return ", the token is on its way, or out of reach";
    }
}
