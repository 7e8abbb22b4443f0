package io.meshlock.cli.keys;

import io.meshlock.cli.command.Version;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code meshlock keys}: the certificates of a mesh. */
@Command(
        name = "keys",
        description = "Makes a mesh's authority and the certificates of its nodes.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock keys init --mesh harbour",
            "  ./meshlock keys issue drone-7",
            "  ./meshlock keys voters drone-7 drone-8 drone-9",
            "  ./meshlock keys revoke drone-7",
            "  ./meshlock keys list"
        })
public final class KeysCommand implements Runnable {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    private KeysCommand(PrintWriter out) {
        this.out = out;
    }

    /** The command with its subcommands. */
    public static CommandLine create(PrintWriter out) {
        return new CommandLine(new KeysCommand(out))
                .addSubcommand(new KeysInitCommand(out))
                .addSubcommand(new KeysIssueCommand(out))
                .addSubcommand(new KeysVotersCommand(out))
                .addSubcommand(new KeysRevokeCommand(out))
                .addSubcommand(new KeysListCommand(out));
    }

    /** Without a subcommand: lists the subcommands. */
    @Override
    public void run() {
        spec.commandLine().usage(out);
    }
}
