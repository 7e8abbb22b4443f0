package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.Version;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code meshlock trace}: recorded movements and links. */
@Command(
        name = "trace",
        description = "Looks at traces of movements and links, and writes those of simulated runs.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "2:a wrong flag, file or value", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock trace show scenarios/traces/field-walk.movements --radius 150",
            "  ./meshlock trace export scenarios/mobility-random-waypoint.yaml --format ns2 --out roam.ns_movements",
            "",
            "A scenario uses a trace with network: {trace: {file: FILE, radius: 150}}."
        })
public final class TraceCommand implements Runnable {

    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    private TraceCommand(PrintWriter out) {
        this.out = out;
    }

    /** The command with its subcommands. */
    public static CommandLine create(PrintWriter out) {
        return new CommandLine(new TraceCommand(out))
                .addSubcommand(new TraceShowCommand(out))
                .addSubcommand(new TraceExportCommand(out));
    }

    /** Without a subcommand: lists the subcommands. */
    @Override
    public void run() {
        spec.commandLine().usage(out);
    }
}
