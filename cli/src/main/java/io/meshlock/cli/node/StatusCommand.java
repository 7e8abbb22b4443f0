package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code meshlock status}: the state of a running node. */
@Command(
        name = "status",
        description = "Shows the state of a running node: its neighbours, its pools, and its requests over HTTP.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown, whatever the node's state",
            "2:a wrong flag or value, or no node answers",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock status", "  ./meshlock status --api http://127.0.0.1:7481 --json"})
public final class StatusCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    public StatusCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        NodeView view = NodeView.of(api.client());
        if (json) {
            out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(view.document()));
        } else {
            view.lines().forEach(out::println);
        }
        return ExitCodes.OK;
    }
}
