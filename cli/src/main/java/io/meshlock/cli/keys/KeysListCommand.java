package io.meshlock.cli.keys;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Table;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.laboratory.result.Json;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code meshlock keys list}: all certificates issued. */
@Command(
        name = "list",
        description = "Lists all certificates that were ever issued.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock keys list", "  ./meshlock keys list --json"})
final class KeysListCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private KeysFolder folder = new KeysFolder();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    KeysListCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        MeshAuthority authority = folder.authority();
        List<MeshAuthority.Known> nodes = KeysFolder.told(authority::list);
        if (json) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("mesh", authority.mesh());
            document.put(
                    "certificates",
                    nodes.stream().map(KeysListCommand::document).toList());
            out.print(Json.write(document));
            return ExitCodes.OK;
        }
        out.println("mesh " + authority.mesh());
        Table table = new Table("number", "name", "state").left(1).left(2);
        nodes.forEach(node -> table.row(Integer.toString(node.number()), node.name(), state(node)));
        table.lines().forEach(out::println);
        return ExitCodes.OK;
    }

    private static String state(MeshAuthority.Known node) {
        return node.revoked() ? "revoked" : "valid";
    }

    private static Map<String, Object> document(MeshAuthority.Known node) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("number", node.number());
        document.put("name", node.name());
        document.put("state", state(node));
        return document;
    }
}
