package io.meshlock.laboratory.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells the format of a trace from its first lines, for files whose names do not tell. */
final class FormatGuess {

    private static final int BYTES = 1 << 16;
    private static final int LINES = 20;

    private static final Pattern NS2 = Pattern.compile("\\$(node_|ns_|god_).*");
    private static final Pattern ONE = Pattern.compile("\\S+\\s+CONN\\s.*");
    private static final Pattern CSV = Pattern.compile("[^,]+,[^,]+,[^,]+,[^,]+");
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");
    private static final Pattern WHOLE = Pattern.compile("[0-9]+");

    private FormatGuess() {}

    /** The format, or null if the beginning looks like none. */
    static @Nullable TraceFormat of(Path file) {
        List<String> lines = beginning(file);
        if (lines.isEmpty()) {
            return null;
        }
        String first = lines.get(0);
        if (first.startsWith("{")) {
            return TraceFormat.GRAPH;
        }
        if (NS2.matcher(first).matches()) {
            return TraceFormat.NS2;
        }
        if (ONE.matcher(first).matches()) {
            return TraceFormat.ONE;
        }
        if (CSV.matcher(first).matches()) {
            return TraceFormat.CSV;
        }
        return lines.stream().allMatch(FormatGuess::isContact)
                ? TraceFormat.CONTACTS
                : lines.stream().allMatch(FormatGuess::isWaypoints) ? TraceFormat.BONNMOTION : null;
    }

    /** {@code a b start end}, or {@code t i j}, where nodes are not halves of anything. */
    private static boolean isContact(String line) {
        String[] words = line.split("\\s+", -1);
        return words.length == 4
                ? isNumber(words[2]) && isNumber(words[3])
                : words.length == 3
                        && isNumber(words[0])
                        && WHOLE.matcher(words[1]).matches()
                        && WHOLE.matcher(words[2]).matches();
    }

    private static boolean isWaypoints(String line) {
        return List.of(line.split("\\s+", -1)).stream().allMatch(FormatGuess::isNumber);
    }

    private static boolean isNumber(String word) {
        return NUMBER.matcher(word).matches();
    }

    /** The first lines that say something, without the last one if it may be cut off. */
    private static List<String> beginning(Path file) {
        List<String> lines = new ArrayList<>();
        try (InputStream stream = Lines.open(file)) {
            byte[] bytes = stream.readNBytes(BYTES);
            String text = new String(bytes, StandardCharsets.UTF_8);
            String whole =
                    bytes.length < BYTES || text.indexOf('\n') < 0 ? text : text.substring(0, text.lastIndexOf('\n'));
            BufferedReader reader = new BufferedReader(new StringReader(whole));
            for (String line = reader.readLine(); line != null && lines.size() < LINES; line = reader.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    lines.add(line.trim());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}
