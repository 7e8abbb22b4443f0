package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.daemon.client.DaemonClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code meshlock destroy}: ends a pool for good. */
@Command(
        name = "destroy",
        description = "Ends a pool in the whole mesh, whoever uses it: what waits fails, and what is held is lost. "
                + "Whoever opens the name again begins it anew, with larger fencing tokens.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:explained; with --yes, the pool is destroyed at this node, and neighbours are told",
            "2:a wrong flag or value, or no node answers"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock destroy job-4711", "  ./meshlock destroy job-4711 --yes"})
public final class DestroyCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Parameters(paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--yes", description = "Do it.")
    private boolean yes;

    @Option(names = "--json", description = "Print one JSON document, the pool as it was, and nothing else.")
    private boolean json;

    public DestroyCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        DaemonClient client = api.client();
        String path = "/api/v1/pools/" + DaemonClient.encode(pool);
        JsonNode last = yes ? client.delete(path) : client.get(path);
        if (json) {
            out.println(last.toPrettyString());
        } else {
            out.println(
                    "pool '" + pool + "', at this node: " + last.get("heldHere").asInt() + " of "
                            + last.get("permits").asInt() + " permits held, "
                            + last.get("waitingHere").asInt() + " requests waiting");
            out.println(yes ? "destroyed" : "nothing was done; --yes destroys it in the whole mesh");
        }
        return ExitCodes.OK;
    }
}
