package io.meshlock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Help;
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

    private static final String INDENT = "  ";
    private static final int NAMES_AT_MOST = 26;

    private final IntSupplier columns;
    private int width;

    HelpLayout(IntSupplier columns) {
        this.columns = columns;
    }

    /** Lays out the help of a command and of all its subcommands. */
    void applyTo(CommandLine command) {
        Map<String, CommandLine.IHelpSectionRenderer> sections = command.getHelpSectionMap();
        sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING, help -> "");
        sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, help -> synopsis(help.commandSpec()));
        sections.put(
                UsageMessageSpec.SECTION_KEY_DESCRIPTION,
                help -> paragraphs(help.commandSpec().usageMessage().description()));
        sections.put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> "");
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> arguments(help.commandSpec()));
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, this::commands);
        sections.put(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING, help -> "");
        sections.put(
                UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST,
                help -> exitCodes(help.commandSpec().usageMessage().exitCodeList()));
        sections.put(
                UsageMessageSpec.SECTION_KEY_FOOTER,
                help -> paragraphs(help.commandSpec().usageMessage().footer()));
        command.setHelpSectionMap(sections);
        command.getSubcommands().values().forEach(this::applyTo);
    }

    // ---- sections ---------------------------------------------------------------------------------------------------

    /** The first section: whoever prints help comes by here, and only then the terminal is asked for its width. */
    private String synopsis(CommandSpec command) {
        width = columns.getAsInt();
        StringBuilder text = new StringBuilder(command.qualifiedName()).append(" [OPTIONS]");
        for (OptionSpec option : command.options()) {
            if (option.required()) {
                text.append(' ').append(option.longestName()).append('=').append(option.paramLabel());
            }
        }
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            String label = parameter.paramLabel() + (parameter.arity().isVariable() ? "..." : "");
            text.append(' ').append(parameter.required() ? label : "[" + label + "]");
        }
        if (!command.subcommands().isEmpty()) {
            text.append(" COMMAND");
        }
        List<String> lines = wrap(text.toString(), width - "Usage: ".length());
        return "Usage: " + String.join("\n           ", lines) + "\n\n";
    }

    /** Lines that begin with a space stand as they are; others are one paragraph up to the next empty line. */
    private String paragraphs(String... formats) {
        StringBuilder text = new StringBuilder();
        StringBuilder paragraph = new StringBuilder();
        for (String format : formats) {
            String line = String.format(format);
            if (line.isEmpty() || line.startsWith(" ")) {
                flow(paragraph, text);
                text.append(line).append('\n');
            } else {
                paragraph.append(paragraph.isEmpty() ? "" : " ").append(line);
            }
        }
        flow(paragraph, text);
        return text.toString();
    }

    private void flow(StringBuilder paragraph, StringBuilder text) {
        if (!paragraph.isEmpty()) {
            wrap(paragraph.toString(), width).forEach(line -> text.append(line).append('\n'));
            paragraph.setLength(0);
        }
    }

    private String arguments(CommandSpec command) {
        List<Row> rows = new ArrayList<>();
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            rows.add(new Row("    " + label(parameter), meaning(parameter)));
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                rows.add(new Row(label(option), meaning(option)));
            }
        }
        return rows.isEmpty() ? "" : "\n" + table(rows);
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

    private String commands(Help help) {
        CommandSpec command = help.commandSpec();
        if (command.subcommands().isEmpty()) {
            return "";
        }
        if (command.parent() != null) {
            return "\nCommands:\n"
                    + table(command.subcommands().entrySet().stream()
                            .map(entry -> new Row(entry.getKey(), summary(entry.getValue())))
                            .toList());
        }
        StringBuilder text = new StringBuilder();
        for (Commands.Group group : Commands.Group.values()) {
            text.append('\n').append(group.title()).append(":\n");
            List<Row> rows = new ArrayList<>();
            for (Commands each : group.commands()) {
                CommandLine child = command.subcommands().get(each.word());
                if (child != null) {
                    rows.add(new Row(each.word(), summary(child)));
                }
            }
            text.append(table(rows));
        }
        return text.toString();
    }

    private static String summary(CommandLine command) {
        return String.format(command.getCommandSpec().usageMessage().description()[0]);
    }

    private String exitCodes(Map<String, String> codes) {
        return codes.isEmpty()
                ? ""
                : "\nExit codes:\n"
                        + table(codes.entrySet().stream()
                                .map(code -> new Row(code.getKey().trim(), String.format(code.getValue())))
                                .toList());
    }

    // ---- text -------------------------------------------------------------------------------------------------------

    private record Row(String name, String meaning) {}

    /** Names on the left, their meanings on the right; a name that is too long has a line of its own. */
    private String table(List<Row> rows) {
        int widest = rows.stream()
                .mapToInt(row -> row.name().length())
                .filter(length -> length <= NAMES_AT_MOST)
                .max()
                .orElse(NAMES_AT_MOST);
        String margin = " ".repeat(INDENT.length() + widest + INDENT.length());
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            List<String> lines = wrap(row.meaning(), Math.max(20, width - margin.length()));
            text.append(INDENT).append(row.name());
            if (row.name().length() > widest) {
                text.append('\n').append(margin);
            } else {
                text.append(" ".repeat(widest - row.name().length())).append(INDENT);
            }
            text.append(String.join("\n" + margin, lines)).append('\n');
        }
        return text.toString();
    }

    /** Breaks a text at spaces; a word that is longer than a line stays whole. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
