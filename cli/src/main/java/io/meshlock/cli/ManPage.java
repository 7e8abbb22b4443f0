package io.meshlock.cli;

import io.meshlock.cli.command.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The manual page in roff, made of the commands' descriptions. */
final class ManPage {

    private final CommandSpec root;
    private final List<String> lines = new ArrayList<>();

    ManPage(CommandSpec root) {
        this.root = root;
    }

    List<String> lines() {
        lines.add(".TH MESHLOCK 1 \"\" \"Meshlock " + Version.current() + "\" \"Meshlock\"");
        lines.add(".SH NAME");
        lines.add("meshlock \\- prioritized permits for networks that move");
        lines.add(".SH SYNOPSIS");
        lines.add(".B meshlock");
        lines.add(".I COMMAND");
        lines.add("[\\fIOPTIONS\\fR]");
        lines.add(".SH DESCRIPTION");
        formats(root.usageMessage().description());
        lines.add(".SH COMMANDS");
        commands(root);
        lines.add(".SH ENVIRONMENT");
        environment("MESHLOCK_API", "The HTTP API of the node that run, status, pools, watch and drain talk to.");
        environment("MESHLOCK_TOKEN_FILE", "The file with the access token for it.");
        environment("MESHLOCK_OPTS", "Options for the Java virtual machine.");
        return lines;
    }

    private void environment(String name, String meaning) {
        lines.add(".TP");
        lines.add(".B " + name);
        lines.add(escape(meaning));
    }

    private void commands(CommandSpec parent) {
        for (CommandLine child : parent.subcommands().values()) {
            CommandSpec command = child.getCommandSpec();
            lines.add(".SS " + escape(synopsis(command)));
            formats(command.usageMessage().description());
            command.positionalParameters().forEach(this::argument);
            command.options().stream().filter(option -> !option.hidden()).forEach(this::argument);
            exitCodes(command.usageMessage());
            examples(command.usageMessage());
            commands(command);
        }
    }

    private static String synopsis(CommandSpec command) {
        StringBuilder text = new StringBuilder(command.qualifiedName());
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            text.append(' ').append(parameter.paramLabel());
        }
        return text.toString();
    }

    private void argument(ArgSpec argument) {
        lines.add(".TP");
        if (argument instanceof OptionSpec option) {
            String label = option.arity().max() == 0 ? "" : " \\fI" + escape(option.paramLabel()) + "\\fR";
            lines.add("\\fB" + escape(String.join(", ", option.names())) + "\\fR" + label);
        } else {
            lines.add("\\fI" + escape(argument.paramLabel()) + "\\fR");
        }
        text(argument.description());
    }

    private void exitCodes(UsageMessageSpec usage) {
        Map<String, String> codes = usage.exitCodeList();
        if (!codes.isEmpty()) {
            lines.add(".PP");
            lines.add("Exit codes:");
            codes.forEach((code, meaning) -> {
                lines.add(".TP");
                lines.add(".B " + escape(code.trim()));
                formats(meaning);
            });
        }
    }

    private void examples(UsageMessageSpec usage) {
        lines.add(".PP");
        lines.add("Examples:");
        lines.add(".PP");
        lines.add(".nf");
        for (String line : usage.footer()) {
            formats(line.replace("./meshlock", "meshlock"));
        }
        lines.add(".fi");
    }

    /** Descriptions of commands are format strings, in which percent signs are doubled; those of flags are not. */
    private void formats(String... paragraphs) {
        for (String paragraph : paragraphs) {
            text(String.format(paragraph));
        }
    }

    private void text(String... paragraphs) {
        for (String paragraph : paragraphs) {
            lines.add(paragraph.isEmpty() ? ".PP" : escape(paragraph));
        }
    }

    /** Escapes dots and apostrophes at the start of a line, backslashes and dashes. */
    private static String escape(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
