package io.meshlock.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The help of one command, apart from how wide it is shown. Reading the flags of a command takes the JVM longer than
 * everything else that {@code --help} does, so the build writes the pages of all commands into one file (see {@link
 * HelpPages}), and this class, which knows nothing of picocli, shows them.
 *
 * @param name the command as it is typed, as in {@code meshlock keys issue}
 * @param lines each begins with one of the marks below
 */
record HelpPage(String name, List<String> lines) {

    /** The pages of all commands, beside this class. */
    static final String FILE = "help.txt";

    /** Begins a page in the file. */
    static final char NAME = '=';

    static final char SYNOPSIS = 'u';
    /** A line of a paragraph; one that begins with a space, or is empty, stands as it is. */
    static final char TEXT = 'p';

    static final char HEADING = 'h';
    /** The name, a tab and the meaning. */
    static final char ROW = 'r';

    private static final String INDENT = "  ";
    private static final int NAMES_AT_MOST = 26;
    private static final int NARROWEST_COLUMN = 20;

    /**
     * The name of the page that the arguments ask for, if they ask for one and nothing else: {@code COMMAND --help},
     * {@code help COMMAND}, or no arguments at all.
     */
    static @Nullable String asked(String... args) {
        int from = 0;
        int to = args.length;
        if (to > 0 && (args[to - 1].equals("--help") || args[to - 1].equals("-h"))) {
            to--;
        } else if (to > 0 && args[0].equals(Commands.HELP_WORD)) {
            from = 1;
        } else if (to > 0) {
            return null;
        }
        StringBuilder name = new StringBuilder("meshlock");
        for (int i = from; i < to; i++) {
            name.append(' ').append(args[i]);
        }
        return name.toString();
    }

    /** The page of this name that the build wrote, or null if there is none. */
    static @Nullable HelpPage built(String name) {
        try (InputStream file = HelpPage.class.getResourceAsStream(FILE)) {
            return file == null ? null : find(name, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable HelpPage find(String name, InputStream file) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
        String begin = NAME + name;
        String line = reader.readLine();
        while (line != null && !line.equals(begin)) {
            line = reader.readLine();
        }
        if (line == null) {
            return null;
        }
        List<String> lines = new ArrayList<>();
        for (line = reader.readLine(); line != null && line.charAt(0) != NAME; line = reader.readLine()) {
            lines.add(line);
        }
        return new HelpPage(name, lines);
    }

    /** The page as text, for a terminal of this width. */
    String text(int width) {
        StringBuilder text = new StringBuilder();
        StringBuilder paragraph = new StringBuilder();
        List<String> rows = new ArrayList<>();
        for (String line : lines) {
            char mark = line.charAt(0);
            String words = line.substring(1);
            if (mark != ROW) {
                table(rows, width, text);
            }
            if (mark != TEXT || words.isEmpty() || words.startsWith(" ")) {
                flow(paragraph, width, text);
            }
            switch (mark) {
                case SYNOPSIS -> synopsis(words, width, text);
                case HEADING -> text.append('\n').append(words).append(words.isEmpty() ? "" : "\n");
                case ROW -> rows.add(words);
                default -> {
                    if (words.isEmpty() || words.startsWith(" ")) {
                        text.append(words).append('\n');
                    } else {
                        paragraph.append(paragraph.isEmpty() ? "" : " ").append(words);
                    }
                }
            }
        }
        table(rows, width, text);
        flow(paragraph, width, text);
        return text.toString();
    }

    private static void synopsis(String words, int width, StringBuilder text) {
        List<String> broken = wrap(words, width - "Usage: ".length());
        text.append("Usage: ").append(String.join("\n           ", broken)).append("\n\n");
    }

    private static void flow(StringBuilder paragraph, int width, StringBuilder text) {
        if (!paragraph.isEmpty()) {
            for (String line : wrap(paragraph.toString(), width)) {
                text.append(line).append('\n');
            }
            paragraph.setLength(0);
        }
    }

    /** Names on the left, their meanings on the right; a name that is too long has a line of its own. */
    private static void table(List<String> rows, int width, StringBuilder text) {
        int widest = 0;
        for (String row : rows) {
            int length = row.indexOf('\t');
            widest = length <= NAMES_AT_MOST ? Math.max(widest, length) : widest;
        }
        if (widest == 0) {
            widest = NAMES_AT_MOST;
        }
        String margin = " ".repeat(INDENT.length() + widest + INDENT.length());
        for (String row : rows) {
            int tab = row.indexOf('\t');
            text.append(INDENT).append(row, 0, tab);
            if (tab > widest) {
                text.append('\n').append(margin);
            } else {
                text.append(" ".repeat(widest - tab)).append(INDENT);
            }
            List<String> meaning = wrap(row.substring(tab + 1), Math.max(NARROWEST_COLUMN, width - margin.length()));
            text.append(String.join("\n" + margin, meaning)).append('\n');
        }
        rows.clear();
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
