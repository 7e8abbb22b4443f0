package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.daemon.client.DaemonClient;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code meshlock recover}: makes a new token for a pool whose token is lost. */
@Command(
        name = "recover",
        description =
                "Says what making a new token for a pool would do, and the risk; with --yes, a running node does it.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:explained, or begun", "1:it would do nothing", "2:a wrong flag or value, or no node answers"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock recover docks", "  ./meshlock recover docks --yes"})
public final class RecoverCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Parameters(paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--yes", description = "Do it. All nodes that do not take part must have stopped.")
    private boolean yes;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    public RecoverCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        DaemonClient client = api.client();
        JsonNode plan = client.post(
                "/api/v1/pools/" + DaemonClient.encode(pool) + "/recover", yes ? Map.of("confirm", true) : Map.of());
        if (json) {
            out.println(plan.toPrettyString());
        } else {
            plan.get("steps").forEach(step -> out.println(step.asString()));
            plan.get("risks").forEach(risk -> out.println("risk: " + risk.asString()));
            out.println(yes ? "begun; './meshlock status' shows the new epoch" : "nothing was done; --yes does it");
        }
        return plan.get("possible").asBoolean() ? ExitCodes.OK : ExitCodes.FOUND_SOMETHING;
    }
}
