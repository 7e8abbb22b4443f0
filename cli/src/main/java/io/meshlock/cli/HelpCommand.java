package io.meshlock.cli;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.yaml.Spelling;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code meshlock help}: the same as {@code --help} after a command. */
@Command(
        name = "help",
        description = "Explains a command, or lists all of them.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:shown", "2:no such command"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock help run", "  ./meshlock help keys issue"})
final class HelpCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command, and its subcommand if it has any.")
    private List<String> words = List.of();

    HelpCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        CommandLine command = spec.root().commandLine();
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new UsageException("meshlock help: unknown command '" + word + "'"
                        + Spelling.hint(word, command.getSubcommands().keySet()) + "; './meshlock help' lists all");
            }
            command = next;
        }
        command.usage(out);
        return ExitCodes.OK;
    }
}
