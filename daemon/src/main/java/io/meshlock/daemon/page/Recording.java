package io.meshlock.daemon.page;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A recorded run on disk: one journal of the simulator, or those of several nodes, {@code POOL.NODE.jsonl}, merged by time.
 * It is read line by line and may be larger than memory.
 */
public final class Recording {

    private static final Pattern NODES_JOURNAL = Pattern.compile("([^.]+)\\.([^.]+)\\.jsonl(\\.gz)?");
    private static final Pattern JOURNAL = Pattern.compile(".*\\.jsonl(\\.gz)?");

    /**
     * One journal.
     *
     * @param pool the pool's name
     * @param node the node's name; null if the journal is that of a whole mesh
     */
    public record Part(Path file, String pool, @Nullable String node) {}

    /** Takes one line after the other; false to stop. */
    @FunctionalInterface
    public interface Reader {
        boolean line(Part part, String line);
    }

    private final List<Part> parts;

    private Recording(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * The journal itself, the only one in a folder of the simulator, or all those of nodes in a folder.
     *
     * @throws IllegalArgumentException if there is none, or several of the simulator's
     */
    public static Recording find(Path run) throws IOException {
        if (!Files.exists(run)) {
            throw new IllegalArgumentException(run + ": does not exist; expected a folder of 'sim --out' or a journal");
        }
        if (!Files.isDirectory(run)) {
            return new Recording(List.of(part(run)));
        }
        List<Part> parts;
        try (Stream<Path> files = Files.list(run)) {
            parts = files.filter(file -> JOURNAL.matcher(fileName(file)).matches())
                    .sorted()
                    .map(Recording::part)
                    .toList();
        }
        if (!parts.isEmpty() && parts.stream().allMatch(part -> part.node != null)) {
            return new Recording(parts);
        }
        if (parts.size() != 1) {
            throw new IllegalArgumentException(run + ": holds " + parts.size() + " journals; expected one"
                    + (parts.isEmpty() ? "" : ", or the name of one of them, as " + parts.get(0).file));
        }
        return new Recording(parts);
    }

    private static String fileName(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    private static Part part(Path file) {
        Matcher name = NODES_JOURNAL.matcher(fileName(file));
        return name.matches() ? new Part(file, decode(name.group(1)), decode(name.group(2))) : new Part(file, "", null);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** The journals that it consists of. */
    public List<Part> parts() {
        return parts;
    }

    /** How many nodes have journals of their own. */
    int nodes() {
        return (int) parts.stream().map(Part::node).distinct().count();
    }

    /** Only what happened in one pool. */
    public Recording of(String pool) {
        return new Recording(
                parts.stream().filter(part -> part.pool.equals(pool)).toList());
    }

    /**
     * Shows every line in the order of time until the reader has seen enough; returns how many it was shown.
     *
     * @throws IllegalArgumentException naming file and line, if the reader throws one, or a file is broken
     */
    public long read(Reader reader) throws IOException {
        PriorityQueue<Open> heads = new PriorityQueue<>(
                Comparator.comparingDouble((Open open) -> open.time).thenComparingInt(open -> open.place));
        List<Open> all = new ArrayList<>();
        long lines = 0;
        try {
            for (Part part : parts) {
                Open open = new Open(part, all.size());
                all.add(open);
                if (open.next()) {
                    heads.add(open);
                }
            }
            while (!heads.isEmpty()) {
                Open head = heads.remove();
                lines++;
                if (!head.show(reader)) {
                    break;
                }
                if (head.next()) {
                    heads.add(head);
                }
            }
        } finally {
            for (Open open : all) {
                open.close();
            }
        }
        return lines;
    }

    /** A journal that is being read. */
    private static final class Open {

        private final Part part;
        private final int place;
        private final BufferedReader lines;
        private String line = "";
        private long number;
        private double time;

        Open(Part part, int place) throws IOException {
            this.part = part;
            this.place = place;
            InputStream bytes = Files.newInputStream(part.file);
            try {
                InputStream plain = part.file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
                lines = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
            } catch (ZipException | EOFException e) {
                bytes.close();
                throw wrong(part, 1, e);
            }
        }

        boolean next() throws IOException {
            String read;
            try {
                read = lines.readLine();
            } catch (ZipException | EOFException e) {
                throw wrong(part, number + 1, e);
            }
            if (read == null) {
                return false;
            }
            number++;
            line = read;
            time = time(read);
            return true;
        }

        /** Lines begin with their time; what does not is left to the reader to complain about. */
        private static double time(String line) {
            int end = line.indexOf(',');
            if (!line.startsWith("{\"t\":") || end < 0) {
                return Double.NEGATIVE_INFINITY;
            }
            try {
                return Double.parseDouble(line.substring(5, end));
            } catch (NumberFormatException e) {
                return Double.NEGATIVE_INFINITY;
            }
        }

        boolean show(Reader reader) {
            try {
                return reader.line(part, line);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw wrong(part, number, e);
            }
        }

        void close() throws IOException {
            lines.close();
        }
    }

    private static IllegalArgumentException wrong(Part part, long line, Exception cause) {
        return new IllegalArgumentException(
                part.file + ":" + line + ": " + cause.getMessage() + "; expected a journal that Meshlock wrote", cause);
    }
}
