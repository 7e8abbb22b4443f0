package io.meshlock.cli;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.StandardOutput;
import io.meshlock.cli.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
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

    static {
        // Or picocli looks for a class of Groovy, for which the JVM opens all sixty libraries: there is none.
        System.setProperty("picocli.disable.closures", "true");
    }

    private Main(PrintWriter out, PrintWriter err, Needed needed) {
        commandLine = new CommandLine(this);
        for (Commands command : Commands.values()) {
            if (needed.whole.contains(command)) {
                commandLine.addSubcommand(command.create(out, err));
            } else if (needed.outlines) {
                commandLine.addSubcommand(command.outline(out, err));
            }
        }
        commandLine.setOut(out);
        commandLine.setErr(err);
        new HelpLayout(Terminal::columns).applyTo(commandLine);
        Failures failures = new Failures(err);
        commandLine.setParameterExceptionHandler(failures);
        commandLine.setExecutionExceptionHandler(failures);
    }

    /**
     * What the arguments need: making all commands takes longer than what most of them do.
     *
     * @param whole the commands with all their flags
     * @param outlines whether the others are needed by name
     */
    private record Needed(Set<Commands> whole, boolean outlines) {

        private static final Needed ALL = new Needed(EnumSet.allOf(Commands.class), true);

        static Needed by(String... args) {
            if (args.length == 0) {
                return new Needed(Set.of(), true);
            }
            if (args[0].equals("--version") || args[0].equals("-V")) {
                return new Needed(Set.of(), false);
            }
            if (args[0].startsWith("@")) {
                return ALL; // picocli reads the arguments from this file
            }
            Commands first = Commands.named(args[0]).orElse(null);
            if (first == null) {
                return new Needed(Set.of(), true); // all are listed, or the one that was meant is
            }
            if (first == Commands.HELP) {
                Set<Commands> explained = EnumSet.of(first);
                Stream.of(args)
                        .skip(1)
                        .flatMap(word -> Commands.named(word).stream())
                        .forEach(explained::add);
                return new Needed(explained, true);
            }
            return first.readsOthers() ? ALL : new Needed(EnumSet.of(first), false);
        }
    }

    public static void main(String[] args) {
        // Named here, it is not looked for in sixty libraries; nor is there a word about the choice. Spark names
        // another.
        suppose("slf4j.provider", "ch.qos.logback.classic.spi.LogbackServiceProvider");
        suppose("slf4j.internal.verbosity", "ERROR");
        StandardOutput stdout = new StandardOutput();
        PrintWriter err = writer(new FileOutputStream(FileDescriptor.err));
        int code = run(writer(stdout), err, args);
        System.exit(stdout.check(code, err));
    }

    /** Sets a property unless the JVM's command line did. */
    private static void suppose(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** What understands these arguments. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... args) {
        return new Main(out, err, Needed.by(args)).commandLine;
    }

    /** Runs a command and gives its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        int code =
                showHelp(out, args) ? ExitCodes.OK : commandLine(out, err, args).execute(args);
        out.flush();
        err.flush();
        return code;
    }

    /** Help that the build has written is shown without reading any command's flags. */
    private static boolean showHelp(PrintWriter out, String... args) {
        String name = HelpPage.asked(args);
        HelpPage page = name == null ? null : HelpPage.built(name);
        if (page != null) {
            out.print(page.text(Terminal.columns()));
        }
        return page != null;
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
