package io.meshlock.cli.keys;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.keys.MeshAuthority;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock keys issue}: a certificate for a node. */
@Command(
        name = "issue",
        description = "Makes a node's key and certificate, and gives the node its number.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:issued, or renewed", "2:a wrong flag, name or folder", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock keys issue drone-7", "  ./meshlock keys issue drone-7 --renew --days 90"})
final class KeysIssueCommand implements Callable<Integer> {

    private static final int MAX_DAYS = 3650;

    private final PrintWriter out;

    @Mixin
    private KeysFolder folder = new KeysFolder();

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
        this.out = out;
    }

    @Override
    public Integer call() {
        if (days < 1 || days > MAX_DAYS) {
            throw new UsageException(
                    "--days: " + days + " is out of range; expected a whole number from 1 to " + MAX_DAYS);
        }
        MeshAuthority.Issued issued =
                KeysFolder.told(() -> folder.authority().issue(name, Duration.ofDays(days), renew));
        out.println("node " + issued.identity().number() + ", " + name + ", of mesh "
                + issued.identity().mesh() + ": copy " + issued.folder() + " to it");
        return ExitCodes.OK;
    }
}
