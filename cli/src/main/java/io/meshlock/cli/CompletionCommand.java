package io.meshlock.cli;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code meshlock completion}: a completion script for shells. */
@Command(
        name = "completion",
        description = "Prints a script that lets bash and zsh complete commands and flags.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:printed", "2:a wrong flag"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(./meshlock completion)",
            "  ./meshlock completion | sudo tee /usr/share/bash-completion/completions/meshlock"
        })
final class CompletionCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    CompletionCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        out.print(AutoComplete.bash("meshlock", spec.root().commandLine()));
        return ExitCodes.OK;
    }
}
