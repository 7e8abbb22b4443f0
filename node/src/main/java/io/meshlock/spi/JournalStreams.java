package io.meshlock.spi;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Where a node writes its journals, and the clock that it uses for them.
 *
 * <p>A journal records everything that happens in one pool at one node, as lines of JSON, in the same format as the
 * simulator's, so that the same programs read both. To check a whole mesh, merge the journals of its nodes by time.
 * Journals slow down every request: they are for debugging and tests, not for production.
 */
public interface JournalStreams {

    /**
     * Opens the journal of a pool at a node. Every line is one write, made on the thread on which the event happens, so
     * a slow stream slows the pool down. The stream is closed with the pool.
     */
    OutputStream open(String pool, String node) throws IOException;

    /** The current time in microseconds; never less than at an earlier call in the same thread. */
    long micros();

    /**
     * Whether the journal should currently contain messages between nodes and the steps that handle them. They are most
     * of a journal's size and cost. Without them a journal can be displayed, but not checked.
     */
    default boolean wantsMessages() {
        return true;
    }

    /**
     * Writes one file per pool in this folder, {@code POOL.NODE.jsonl}, and appends to it if it exists. Times are of
     * the wall clock, since 1970. Times of different machines are comparable only as far as their clocks agree.
     */
    static JournalStreams in(Path folder) {
        long start = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        long begin = System.nanoTime();
        return new JournalStreams() {
            @Override
            public OutputStream open(String pool, String node) throws IOException {
                Files.createDirectories(folder);
                Path file = folder.resolve(safe(pool) + "." + safe(node) + ".jsonl");
                return new BufferedOutputStream(
                        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
            }

            @Override
            public long micros() {
                return start + TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
            }

            private String safe(String name) {
                return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("*", "%2A");
            }
        };
    }
}
