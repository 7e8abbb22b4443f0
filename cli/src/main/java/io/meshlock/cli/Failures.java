package io.meshlock.cli;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UnavailableException;
import io.meshlock.cli.command.UsageException;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.config.ConfigException;
import io.meshlock.laboratory.scenario.ScenarioException;
import io.meshlock.laboratory.sweep.SweepException;
import io.meshlock.laboratory.trace.TraceException;
import io.meshlock.yaml.Spelling;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns exceptions into an error message of one line and an exit code; {@code --verbose} adds the stack trace. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** So many commands are listed to whoever asks for one that is not there. */
    private static final int FEW = 6;

    private final PrintWriter err;

    Failures(PrintWriter err) {
        this.err = err;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        say(name + ": " + reason(failure, command) + "; see './" + name + " --help'");
        return ExitCodes.USAGE;
    }

    private static String reason(ParameterException failure, CommandLine command) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)) {
            return String.valueOf(failure.getMessage());
        }
        String first = unmatched.getUnmatched().get(0);
        if (unmatched.isUnknownOption()) {
            List<String> options = command.getCommandSpec().options().stream()
                    .map(option -> option.longestName())
                    .toList();
            String hint = Spelling.hint(first.replaceFirst("=.*", ""), options);
            return "unknown option '" + first + "'" + (hint.isEmpty() ? separator(command) : hint);
        }
        Set<String> commands = command.getSubcommands().keySet();
        if (commands.isEmpty()) {
            return "'" + first + "' is one argument too many";
        }
        String hint = Spelling.hint(first, commands);
        boolean few = commands.size() <= FEW;
        return "unknown command '" + first + "'"
                + (hint.isEmpty() && few ? "; expected one of " + String.join(", ", commands) : hint);
    }

    /** Whoever runs a command with options of its own easily forgets what keeps the two apart. */
    private static String separator(CommandLine command) {
        boolean runsOthers = command.getCommandSpec().positionalParameters().stream()
                .anyMatch(parameter -> parameter.paramLabel().equals("CMD"));
        return runsOthers ? " (if it belongs to the command that is run, put '--' before that command)" : "";
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        boolean verbose = command.getParseResult().hasMatchedOption("--verbose");
        if (verbose) {
            failure.printStackTrace(err);
        }
        if (failure instanceof ScenarioException
                || failure instanceof SweepException
                || failure instanceof TraceException
                || failure instanceof ConfigException
                || failure instanceof DaemonException
                || failure instanceof UsageException) {
            say(String.valueOf(failure.getMessage()));
            return ExitCodes.USAGE;
        }
        if (failure instanceof UnavailableException) {
            say(String.valueOf(failure.getMessage()));
            return ExitCodes.UNAVAILABLE;
        }
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (cause instanceof IOException io) {
            say(reason(io));
            return ExitCodes.USAGE;
        }
        if (failure instanceof InterruptedException) {
            say("interrupted");
            return ExitCodes.INTERNAL;
        }
        if (cause instanceof IllegalStateException && cause.getCause() instanceof OutOfMemoryError) {
            say(
                    "out of memory; expected more of it, as with MESHLOCK_OPTS=-Xmx8g, or fewer runs at a time, as with --threads 1");
            return ExitCodes.INTERNAL;
        }
        String hint = verbose ? "" : "; --verbose shows where";
        say("internal error: " + failure + hint);
        return ExitCodes.INTERNAL;
    }

    private static String reason(IOException failure) {
        if (failure instanceof FileSystemException file) {
            String why = file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
            return file.getFile() + ": cannot be used (" + why + "); expected a place that can be read and written";
        }
        return "reading or writing failed: " + failure.getMessage();
    }

    private void say(String message) {
        err.println(message.replaceAll("\\s*\\R\\s*", " "));
    }
}
