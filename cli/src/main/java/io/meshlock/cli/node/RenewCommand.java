package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.daemon.client.DaemonException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code meshlock renew}: keeps permits that a script has acquired. */
@Command(
        name = "renew",
        description = "Keeps permits that 'acquire' got for another lease, and says for how long they are held.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:they are held",
            "1:they are gone, and the work must stop",
            "2:a wrong flag or value, or no node answers: it may pass, until the lease is over"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock renew || exit"})
public final class RenewCommand implements Callable<Integer> {

    private static final Duration TO_ANSWER = Duration.ofSeconds(5);

    private final PrintWriter out;
    private final PrintWriter err;

    @Mixin
    private GrantFlags grant = new GrantFlags();

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    public RenewCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        String path = grant.path();
        String secret = grant.secret();
        try {
            JsonNode renewed = api.client().post(path + "/renew", Map.of(), secret, TO_ANSWER);
            out.println(
                    json
                            ? renewed.toPrettyString()
                            : "held for " + renewed.get("remainingMillis").asLong() + " ms");
            return ExitCodes.OK;
        } catch (DaemonException e) {
            if (!e.isGone()) {
                throw e;
            }
            err.println("meshlock renew: " + e.getMessage());
            return ExitCodes.FOUND_SOMETHING;
        }
    }
}
