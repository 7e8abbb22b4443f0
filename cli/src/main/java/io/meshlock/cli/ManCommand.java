package io.meshlock.cli;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code meshlock man}: the manual page. */
@Command(
        name = "man",
        description = "Prints the manual page, for man to show.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:printed", "2:a wrong flag"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock man | man -l -", "  ./meshlock man >meshlock.1"})
final class ManCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    ManCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        new ManPage(spec.root()).lines().forEach(out::println);
        return ExitCodes.OK;
    }
}
