package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code meshlock pools}: the pools that a running node knows. */
@Command(
        name = "pools",
        description = "Lists the pools that a running node knows.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:shown", "2:a wrong flag or value, or no node answers", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock pools", "  ./meshlock pools --json"})
public final class PoolsCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    public PoolsCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        JsonNode document = api.client().get("/api/v1/pools");
        if (json) {
            out.println(document.toPrettyString());
        } else {
            NodeView.poolLines(document.get("pools")).forEach(out::println);
        }
        return ExitCodes.OK;
    }
}
