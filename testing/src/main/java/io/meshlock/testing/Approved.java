package io.meshlock.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Texts that somebody has read and approved, kept in files beside the tests. What is produced now must be the same;
 * with {@code -Dapproved.rewrite=true} it becomes the file, and the diff is what there is to read.
 */
public final class Approved {

    private static final String FLAG = "approved.rewrite";

    private Approved() {}

    /** The whole of a file. */
    public static void check(Path file, String current) throws IOException {
        String approved = Files.exists(file) ? Files.readString(file) : "";
        if (approved.equals(current)) {
            return;
        }
        if (Boolean.getBoolean(FLAG)) {
            Files.writeString(file, current);
            return;
        }
        throw new AssertionError(
                difference(file, approved.lines().toList(), current.lines().toList()));
    }

    /**
     * A part of a file, between the lines {@code <!-- NAME -->} and {@code <!-- end of NAME -->}.
     *
     * @param current ends with a line feed
     */
    public static void checkPart(Path file, String name, String current) throws IOException {
        String begin = "<!-- " + name + " -->\n";
        String end = "<!-- end of " + name + " -->\n";
        String whole = Files.readString(file);
        int from = whole.indexOf(begin);
        int to = whole.indexOf(end);
        if (from < 0 || to < from) {
            throw new AssertionError(file + " has no part '" + name + "'");
        }
        check(file, whole.substring(0, from + begin.length()) + current + whole.substring(to));
    }

    private static String difference(Path file, List<String> approved, List<String> current) {
        int line = 0;
        while (line < Math.min(approved.size(), current.size())
                && approved.get(line).equals(current.get(line))) {
            line++;
        }
        return file + ":" + (line + 1) + " differs; accept it with -D" + FLAG + "=true, after reading the diff"
                + "\napproved: " + at(approved, line) + "\n     now: " + at(current, line);
    }

    private static String at(List<String> lines, int line) {
        return line < lines.size() ? lines.get(line) : "(the end)";
    }
}
