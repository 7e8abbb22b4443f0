package io.meshlock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How help is laid out: as wide as the terminal, broken at spaces only (picocli breaks after any colon or dot, so that
 * addresses and file names fall apart), commands in groups.
 */
final class HelpLayout {

    private final IntSupplier columns;

    HelpLayout(IntSupplier columns) {
        this.columns = columns;
    }

    /** Lays out the help of a command and of all its subcommands. Only who prints help asks for the terminal's width. */
    void applyTo(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.sectionKeys(List.of(UsageMessageSpec.SECTION_KEY_DESCRIPTION));
        usage.sectionMap(Map.of(
                UsageMessageSpec.SECTION_KEY_DESCRIPTION,
                help -> page(help.commandSpec()).text(columns.getAsInt())));
        command.getSubcommands().values().forEach(this::applyTo);
    }

    /** The help of a command. */
    static HelpPage page(CommandSpec command) {
        List<String> lines = new ArrayList<>();
        add(lines, HelpPage.SYNOPSIS, synopsis(command));
        formats(lines, command.usageMessage().description());
        arguments(lines, command);
        commands(lines, command);
        exitCodes(lines, command.usageMessage().exitCodeList());
        String heading = command.usageMessage().footerHeading();
        if (!heading.isEmpty()) {
            add(lines, HelpPage.HEADING, String.format(heading).strip());
        }
        formats(lines, command.usageMessage().footer());
        return new HelpPage(command.qualifiedName(), List.copyOf(lines));
    }

    private static void add(List<String> lines, char mark, String words) {
        if (words.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("'" + words + "' has several lines; expected one");
        }
        lines.add(mark + words);
    }

    private static void addRow(List<String> lines, String name, String meaning) {
        add(lines, HelpPage.ROW, name + "\t" + meaning);
    }

    private static String synopsis(CommandSpec command) {
        StringBuilder text = new StringBuilder(command.qualifiedName()).append(" [OPTIONS]");
        for (OptionSpec option : command.options()) {
            if (option.required()) {
                text.append(' ').append(option.longestName()).append('=').append(option.paramLabel());
            }
        }
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            String label = label(parameter);
            text.append(' ').append(parameter.required() ? label : "[" + label + "]");
        }
        if (!command.subcommands().isEmpty()) {
            text.append(" COMMAND");
        }
        return text.toString();
    }

    /** Descriptions of commands are format strings, in which percent signs are doubled; those of flags are not. */
    private static void formats(List<String> lines, String... formats) {
        for (String format : formats) {
            add(lines, HelpPage.TEXT, String.format(format));
        }
    }

    private static void arguments(List<String> lines, CommandSpec command) {
        List<String> rows = new ArrayList<>();
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            addRow(rows, "    " + label(parameter), meaning(parameter));
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                addRow(rows, label(option), meaning(option));
            }
        }
        if (!rows.isEmpty()) {
            add(lines, HelpPage.HEADING, "");
            lines.addAll(rows);
        }
    }

    private static String label(PositionalParamSpec parameter) {
        return parameter.paramLabel() + (parameter.arity().isVariable() ? "..." : "");
    }

    private static String label(OptionSpec option) {
        String names = option.names()[0].startsWith("--") ? "    " : "";
        String value = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
        return names + String.join(", ", option.names()) + value;
    }

    private static String meaning(ArgSpec argument) {
        return String.join(" ", argument.description());
    }

    private static void commands(List<String> lines, CommandSpec command) {
        Map<String, CommandLine> children = command.subcommands();
        if (children.isEmpty()) {
            return;
        }
        if (command.parent() != null) {
            add(lines, HelpPage.HEADING, "Commands:");
            children.forEach((name, child) -> addRow(lines, name, summary(child)));
            return;
        }
        for (Commands.Group group : Commands.Group.values()) {
            add(lines, HelpPage.HEADING, group.title() + ":");
            for (Commands each : group.commands()) {
                CommandLine child = children.get(each.word());
                if (child != null) {
                    addRow(lines, each.word(), summary(child));
                }
            }
        }
    }

    private static String summary(CommandLine command) {
        return String.format(command.getCommandSpec().usageMessage().description()[0]);
    }

    private static void exitCodes(List<String> lines, Map<String, String> codes) {
        if (!codes.isEmpty()) {
            add(lines, HelpPage.HEADING, "Exit codes:");
            codes.forEach((code, meaning) -> addRow(lines, code.trim(), String.format(meaning)));
        }
    }
}
