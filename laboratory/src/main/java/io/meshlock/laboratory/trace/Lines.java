package io.meshlock.laboratory.trace;

import io.meshlock.journal.Ticks;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The lines of a trace, one at a time, taken apart into words. Blank lines and those that begin with # are passed over.
 * Of a line that is very long, {@link #rest} tells piece by piece.
 */
final class Lines implements AutoCloseable {

    /** Times beyond this many units would come near the end of the tick counter. */
    static final double MAX_TIME = 1e10;

    /** A piece ends with the first word behind so many characters. */
    private static final int PIECE = 100_000;

    /** No word is that long. */
    private static final int LONGEST = 10 * PIECE;

    private static final int BUFFER = 1 << 16;

    private final String name;
    private final String separators;
    private final Reader reader;
    private final char[] buffer = new char[BUFFER];
    private int at;
    private int filled;

    private final StringBuilder line = new StringBuilder();
    private final List<String> words = new ArrayList<>();
    private long number;
    private boolean hasRest;

    /** @param separators characters between words; blanks count too unless there is a comma among them */
    Lines(Path file, String separators) {
        this.name = file.toString();
        this.separators = separators;
        this.reader = new InputStreamReader(open(file), StandardCharsets.UTF_8);
    }

    /** A file's bytes, unpacked if its name ends in {@code .gz}. */
    static InputStream open(Path file) {
        String name = file.toString();
        try {
            if (Files.isDirectory(file)) {
                throw TraceException.at(name, 0, "is a folder", "a file");
            }
            InputStream bytes = Files.newInputStream(file);
            return name.endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER) : bytes;
        } catch (NoSuchFileException e) {
            throw TraceException.at(name, 0, "does not exist", "an existing file");
        } catch (ZipException | EOFException e) {
            throw TraceException.at(name, 0, "is not compressed with gzip", "gzip, or a name without .gz");
        } catch (IOException e) {
            throw TraceException.at(name, 0, "cannot be read (" + e.getMessage() + ")", "a readable file");
        }
    }

    /** Goes to the next line that has words; false at the end of the file. */
    boolean next() {
        while (startLine()) {
            split();
            if (!words.isEmpty() && !words.get(0).startsWith("#")) {
                return true;
            }
        }
        return false;
    }

    /** Goes on with the present line, if it is longer than a piece; false at its end. */
    boolean rest() {
        if (!hasRest) {
            return false;
        }
        readPiece();
        split();
        return true;
    }

    int size() {
        return words.size();
    }

    String word(int index) {
        return words.get(index);
    }

    /** The number of the present line, counted from 1. */
    long number() {
        return number;
    }

    double number(int index) {
        String word = words.get(index);
        try {
            double value = Double.parseDouble(word);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong("'" + word + "' is not a number", "a number");
        }
        throw wrong("'" + word + "' is not finite", "a number");
    }

    /** A time, in ticks. */
    long time(int index) {
        double units = number(index);
        if (units < 0 || units > MAX_TIME) {
            throw wrong("time " + word(index) + " is out of range", "a time from 0 to 10000000000");
        }
        return Ticks.of(units);
    }

    TraceException wrong(String what, String expected) {
        return TraceException.at(name, number, what, expected);
    }

    /** About the file as a whole. */
    TraceException wrongFile(String what, String expected) {
        return TraceException.at(name, 0, what, expected);
    }

    /** The present line, shortened, for messages. */
    String quoted() {
        String text = line.toString().strip();
        return "'" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "'";
    }

    private void split() {
        words.clear();
        boolean blanksSeparate = separators.indexOf(',') < 0;
        int start = -1;
        for (int i = 0; i <= line.length(); i++) {
            char c = i < line.length() ? line.charAt(i) : '\n';
            boolean between = c == '\n' || separators.indexOf(c) >= 0 || (blanksSeparate && c <= ' ');
            if (!between && start < 0) {
                start = i;
            } else if (between && start >= 0) {
                words.add(line.substring(start, i).strip());
                start = -1;
            }
        }
    }

    private boolean startLine() {
        while (hasRest) {
            readPiece(); // skips the rest of a line that was not read to its end
        }
        number++;
        return readPiece();
    }

    /** Reads to the end of the line, or of a word far down the line; false if nothing is left. */
    private boolean readPiece() {
        line.setLength(0);
        hasRest = false;
        while (at < filled || fill()) {
            int end = at;
            boolean enough = line.length() >= PIECE;
            while (end < filled && buffer[end] != '\n' && !(enough && buffer[end] == ' ')) {
                end++;
            }
            line.append(buffer, at, end - at);
            at = end;
            if (end < filled) {
                hasRest = buffer[end] != '\n';
                at++;
                return true;
            }
            if (line.length() > LONGEST) {
                throw wrong("is longer than " + LONGEST + " characters", "lines of text");
            }
        }
        return line.length() > 0;
    }

    private boolean fill() {
        try {
            at = 0;
            filled = Math.max(0, reader.read(buffer));
            return filled > 0;
        } catch (IOException e) {
            throw wrong("cannot be read further (" + e.getMessage() + ")", "a complete file");
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw wrong("cannot be closed (" + e.getMessage() + ")", "a readable file");
        }
    }
}
