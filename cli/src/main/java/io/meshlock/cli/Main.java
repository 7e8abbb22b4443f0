package io.meshlock.cli;

import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.StandardOutput;
import io.meshlock.cli.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock demo",
            "  ./meshlock node --name a --bootstrap --pool docks=5",
            "  ./meshlock run docks -n 2 -p 90 -- ./land",
            "  ./meshlock play",
            "  ./meshlock sim scenarios/jiang-static-30.yaml",
            "  ./meshlock hunt scenarios/hunt-lossy.yaml --schedules 10000",
            "",
            "'./meshlock help COMMAND' explains a command and shows more examples."
        })
public final class Main implements Runnable {

    private final CommandLine commandLine;

    private Main(PrintWriter out, PrintWriter err, List<Commands> commands) {
        commandLine = new CommandLine(this);
        commands.forEach(command -> commandLine.addSubcommand(command.create(out, err)));
        commandLine.setOut(out);
        commandLine.setErr(err);
        new HelpLayout(Terminal::columns).applyTo(commandLine);
        Failures failures = new Failures(err);
        commandLine.setParameterExceptionHandler(failures);
        commandLine.setExecutionExceptionHandler(failures);
    }

    /** The one command that is asked for, or all if help needs them. */
    private static List<Commands> needed(String... args) {
        if (args.length == 0) {
            return List.of(Commands.values());
        }
        if (args[0].equals("--version") || args[0].equals("-V")) {
            return List.of();
        }
        return Commands.named(args[0])
                .filter(command -> !command.readsOthers())
                .map(List::of)
                .orElse(List.of(Commands.values()));
    }

    public static void main(String[] args) {
        StandardOutput stdout = new StandardOutput();
        PrintWriter err = writer(new FileOutputStream(FileDescriptor.err));
        int code = run(writer(stdout), err, args);
        System.exit(stdout.check(code, err));
    }

    /** What understands these arguments. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... args) {
        return new Main(out, err, needed(args)).commandLine;
    }

    /** Runs a command and gives its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        int code = commandLine(out, err, args).execute(args);
        out.flush();
        err.flush();
        return code;
    }

    /** Without a command: lists the commands. */
    @Override
    public void run() {
        commandLine.usage(commandLine.getOut());
    }

    /** Always UTF-8: JSON must be, and the same run must give the same bytes in every locale. */
    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
