package io.meshlock.cli;

import io.meshlock.cli.command.Version;
import io.meshlock.cli.keys.KeysCommand;
import io.meshlock.cli.laboratory.AlgorithmsCommand;
import io.meshlock.cli.laboratory.MergeCommand;
import io.meshlock.cli.laboratory.PlotCommand;
import io.meshlock.cli.laboratory.ReproduceCommand;
import io.meshlock.cli.laboratory.SimCommand;
import io.meshlock.cli.laboratory.SweepCommand;
import io.meshlock.cli.laboratory.TraceCommand;
import io.meshlock.cli.node.DemoCommand;
import io.meshlock.cli.node.DrainCommand;
import io.meshlock.cli.node.NodeCommand;
import io.meshlock.cli.node.PoolsCommand;
import io.meshlock.cli.node.RecoverCommand;
import io.meshlock.cli.node.ResizeCommand;
import io.meshlock.cli.node.RunCommand;
import io.meshlock.cli.node.StatusCommand;
import io.meshlock.cli.node.WatchCommand;
import io.meshlock.cli.proof.ExploreCommand;
import io.meshlock.cli.proof.HuntCommand;
import io.meshlock.cli.proof.PlayCommand;
import io.meshlock.cli.proof.ReplayCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code meshlock} command. */
@Command(
        name = "meshlock",
        description = "Shares k identical resources over a mesh that may have no server and no fixed topology.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock demo",
            "  ./meshlock play",
            "  ./meshlock node --name a --bootstrap --pool docks=5",
            "  ./meshlock run docks -n 2 -p 90 -- ./land",
            "  ./meshlock sim scenarios/jiang-static-30.yaml",
            "  ./meshlock sim scenarios/drone-docks.yaml --runs 20 --json",
            "  ./meshlock sweep scenarios/krl-setting.yaml --vary nodes=10,30,100 --runs 10 --out sweep",
            "  ./meshlock reproduce --quick --out report",
            "  ./meshlock hunt scenarios/hunt-lossy.yaml --schedules 10000",
            "  ./meshlock explore --algorithm prioritized-as-printed --permits 2 --sizes 1,2",
            "  ./meshlock algorithms",
            "  ./meshlock keys init --mesh harbour",
            "",
            "'./meshlock COMMAND --help' explains a command."
        })
public final class Main implements Runnable {

    private final CommandLine commandLine;

    private Main(PrintWriter out, PrintWriter err) {
        commandLine = new CommandLine(this);
        commandLine.addSubcommand(new DemoCommand(out, err));
        commandLine.addSubcommand(new NodeCommand(out, err));
        commandLine.addSubcommand(new RunCommand(err));
        commandLine.addSubcommand(new StatusCommand(out));
        commandLine.addSubcommand(new PoolsCommand(out));
        commandLine.addSubcommand(new WatchCommand(out));
        commandLine.addSubcommand(new DrainCommand(out));
        commandLine.addSubcommand(new ResizeCommand(out));
        commandLine.addSubcommand(new RecoverCommand(out));
        commandLine.addSubcommand(new SimCommand(out, err));
        commandLine.addSubcommand(new SweepCommand(out, err));
        commandLine.addSubcommand(new MergeCommand(out));
        commandLine.addSubcommand(new PlotCommand(out));
        commandLine.addSubcommand(new ReproduceCommand(out, err));
        commandLine.addSubcommand(new HuntCommand(out, err));
        commandLine.addSubcommand(new ExploreCommand(out, err));
        commandLine.addSubcommand(new ReplayCommand(out));
        commandLine.addSubcommand(new PlayCommand(out));
        commandLine.addSubcommand(TraceCommand.create(out));
        commandLine.addSubcommand(new AlgorithmsCommand(out));
        commandLine.addSubcommand(KeysCommand.create(out));
        commandLine.addSubcommand(new CompletionCommand(out));
        commandLine.addSubcommand(new ManCommand(out));
        commandLine.setOut(out);
        commandLine.setErr(err);
        commandLine.setUsageHelpAutoWidth(false);
        commandLine.setUsageHelpWidth(100);
        Failures failures = new Failures(err);
        commandLine.setParameterExceptionHandler(failures);
        commandLine.setExecutionExceptionHandler(failures);
    }

    public static void main(String[] args) {
        // Always UTF-8: JSON must be, and the same run must give the same bytes in every locale.
        int code = run(writer(FileDescriptor.out), writer(FileDescriptor.err), args);
        System.exit(code);
    }

    /** Runs a command and gives its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        int code = new Main(out, err).commandLine.execute(args);
        out.flush();
        err.flush();
        return code;
    }

    /** Without a command: lists the commands. */
    @Override
    public void run() {
        commandLine.usage(commandLine.getOut());
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
    }
}
