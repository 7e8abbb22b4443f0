package io.meshlock.cli.keys;

import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.cli.terminal.Table;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.laboratory.result.Json;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code meshlock keys list}: all certificates issued. */
@Command(
        name = "list",
        description = "Lists all certificates that were ever issued.",
        exitCodeList = {"0:shown", KeysTask.MISTAKE, KeysTask.INTERNAL},
        footer = {"  ./meshlock keys list", "  ./meshlock keys list --json"})
final class KeysListCommand extends KeysTask {

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    KeysListCommand(PrintWriter out) {
        super(out);
    }

    @Override
    void run() {
        String mesh = ask(MeshAuthority::mesh);
        List<MeshAuthority.Known> nodes = ask(MeshAuthority::list);
        if (json) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("mesh", mesh);
            document.put(
                    "certificates",
                    nodes.stream().map(KeysListCommand::document).toList());
            out().print(Json.write(document));
            return;
        }
        out().println("mesh " + mesh);
        Table table =
                new Table("number", "name", "state", "expires").left(1).left(2).left(3);
        nodes.forEach(node -> table.row(Integer.toString(node.number()), node.name(), state(node), expires(node)));
        table.lines().forEach(out()::println);
    }

    private static String state(MeshAuthority.Known node) {
        Instant end = node.expires();
        boolean expired = end != null && !end.isAfter(Stopwatch.moment());
        return node.revoked() ? "revoked" : expired ? "expired" : "valid";
    }

    private static String expires(MeshAuthority.Known node) {
        return node.expires() == null
                ? "-"
                : LocalDate.ofInstant(node.expires(), ZoneOffset.UTC).toString();
    }

    private static Map<String, Object> document(MeshAuthority.Known node) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("number", node.number());
        document.put("name", node.name());
        document.put("state", state(node));
        if (node.expires() != null) {
            document.put("expires", node.expires().toString());
        }
        return document;
    }
}
