package io.meshlock.cli.keys;

import io.meshlock.cli.command.UsageException;
import io.meshlock.keys.MeshAuthority;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock keys issue}: a certificate for a node. */
@Command(
        name = "issue",
        description = "Makes a node's key and certificate, and gives the node its number.",
        exitCodeList = {"0:issued, or renewed", KeysTask.MISTAKE, KeysTask.INTERNAL},
        footer = {"  ./meshlock keys issue drone-7", "  ./meshlock keys issue drone-7 --renew --days 90"})
final class KeysIssueCommand extends KeysTask {

    private static final int MAX_DAYS = 3650;

    @Parameters(paramLabel = "NAME", description = "The node's name, unique in the mesh.")
    private String name = "";

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "825",
            description = "How long the certificate is in force; default ${DEFAULT-VALUE} days.")
    private int days;

    @Option(names = "--renew", description = "A new certificate for a node that has one; its number stays.")
    private boolean renew;

    KeysIssueCommand(PrintWriter out) {
        super(out);
    }

    @Override
    void run() {
        if (days < 1 || days > MAX_DAYS) {
            throw new UsageException(
                    "--days: " + days + " is out of range; expected a whole number from 1 to " + MAX_DAYS);
        }
        MeshAuthority.Issued issued = ask(authority -> authority.issue(name, Duration.ofDays(days), renew));
        out().println("node " + issued.identity().number() + ", " + name + ", of mesh "
                + issued.identity().mesh() + ": copy " + issued.folder() + " to it");
    }
}
