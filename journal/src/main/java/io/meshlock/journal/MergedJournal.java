package io.meshlock.journal;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.zip.ZipException;

/**
 * The journals of several nodes, merged in order of time; at one instant, in the order in which they are given. They
 * are read line by line and may be larger than memory.
 *
 * @param <S> the source of a journal
 */
public final class MergedJournal<S extends MergedJournal.Source> {

    private static final String START = "{\"" + Field.TIME.label() + "\":";

    /** A journal that can be read; its {@code toString} is its name in error messages. */
    @FunctionalInterface
    public interface Source {
        InputStream open() throws IOException;
    }

    /** Takes lines one by one; false to stop. */
    @FunctionalInterface
    public interface LineReader<S> {
        boolean line(S source, String line);
    }

    private final List<S> sources;

    public MergedJournal(List<S> sources) {
        this.sources = List.copyOf(sources);
    }

    /**
     * Passes lines to the reader until it stops; returns how many were passed.
     *
     * @throws IllegalArgumentException naming the source and the line, if the reader throws one, or a source is broken
     */
    public long read(LineReader<? super S> reader) throws IOException {
        List<Open<S>> all = new ArrayList<>();
        try {
            PriorityQueue<Open<S>> heads = new PriorityQueue<>(
                    Comparator.comparingDouble((Open<S> open) -> open.time).thenComparingInt(open -> open.place));
            for (S source : sources) {
                Open<S> open = new Open<>(source, all.size());
                all.add(open);
                if (open.next()) {
                    heads.add(open);
                }
            }
            return read(heads, reader);
        } finally {
            for (Open<S> open : all) {
                open.lines.close();
            }
        }
    }

    private static <S extends Source> long read(PriorityQueue<Open<S>> heads, LineReader<? super S> reader)
            throws IOException {
        long lines = 0;
        while (!heads.isEmpty()) {
            Open<S> head = heads.remove();
            lines++;
            if (!head.show(reader)) {
                break;
            }
            if (head.next()) {
                heads.add(head);
            }
        }
        return lines;
    }

    /** A journal that is being read. */
    private static final class Open<S extends Source> {

        private final S source;
        private final int place;
        private final BufferedReader lines;
        private String line = "";
        private long number;
        private double time;

        Open(S source, int place) throws IOException {
            this.source = source;
            this.place = place;
            try {
                lines = new BufferedReader(new InputStreamReader(source.open(), StandardCharsets.UTF_8));
            } catch (ZipException | EOFException e) {
                throw wrong(1, e);
            }
        }

        boolean next() throws IOException {
            String read;
            try {
                read = lines.readLine();
            } catch (ZipException | EOFException e) {
                throw wrong(number + 1, e);
            }
            if (read == null) {
                return false;
            }
            number++;
            line = read;
            time = time(read);
            return true;
        }

        /** The time at the beginning of a line. A line without a time is left to the reader, which reports it. */
        private static double time(String line) {
            int end = line.indexOf(',');
            if (!line.startsWith(START) || end < 0) {
                return Double.NEGATIVE_INFINITY;
            }
            try {
                return Double.parseDouble(line.substring(START.length(), end));
            } catch (NumberFormatException e) {
                return Double.NEGATIVE_INFINITY;
            }
        }

        boolean show(LineReader<? super S> reader) {
            try {
                return reader.line(source, line);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw wrong(number, e);
            }
        }

        private IllegalArgumentException wrong(long at, Exception cause) {
            return new IllegalArgumentException(
                    source + ":" + at + ": " + cause.getMessage() + "; expected a journal that Meshlock wrote", cause);
        }
    }
}
