package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.daemon.client.DaemonClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code meshlock release}: gives permits back; an operator may take away those of others. */
@Command(
        name = "release",
        description = {
            "Gives back permits that 'acquire' got. Repeating it does nothing.",
            "",
            "With --force an operator takes away the permits of any client of the node, by the id that 'status --json' or "
                    + "'holders' shows: it says the risk, and does it with --yes."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:they are back; with --force and without --yes, explained",
            "1:they were lost before",
            "2:a wrong flag or value, or no node answers: they are back when the lease ends"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock release", "  ./meshlock release --force 5f0c9a… --yes"})
public final class ReleaseCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Mixin
    private GrantFlags grant = new GrantFlags();

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--force", description = "Take away permits of another client.")
    private boolean force;

    @Option(names = "--yes", description = "With --force: do it.")
    private boolean yes;

    public ReleaseCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        String path = grant.path();
        if (force) {
            return takeAway(path);
        }
        JsonNode ended = api.client().delete(path, grant.secret());
        String state = ended.get("state").asString();
        if (state.equals("released") || state.equals("withdrawn")) {
            return ExitCodes.OK;
        }
        err.println("meshlock release: they were gone before: "
                + ended.path("reason").asString(state));
        return ExitCodes.FOUND_SOMETHING;
    }

    private int takeAway(String path) throws InterruptedException {
        DaemonClient client = api.client();
        JsonNode request = client.get(path);
        String who = request.path("client").asString("a client without a name");
        int permits = request.get("permits").asInt();
        out.println("'" + who + "' " + (request.get("state").asString().equals("granted") ? "holds " : "waits for ")
                + permits + (permits == 1 ? " permit" : " permits") + " of pool '"
                + request.get("pool").asString() + "' at this node.");
        out.println("risk: it learns of it with its next renewal, up to a quarter of its lease of "
                + request.get("leaseMillis").asLong()
                + " ms later; until then it works on, while others may get the same permits. Only resources that check"
                + " fencing tokens are safe then.");
        if (!yes) {
            out.println("nothing was done; --yes does it");
            return ExitCodes.OK;
        }
        JsonNode ended = client.delete(path + "?force=true");
        out.println("taken away: it is " + ended.get("state").asString());
        return ExitCodes.OK;
    }
}
