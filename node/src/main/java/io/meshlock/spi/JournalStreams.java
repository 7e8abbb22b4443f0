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
 * Where a node's journals go, and what time it is in them.
 *
 * <p>A journal keeps everything that happens in one pool at one node, as lines of JSON, in the same format as the simulator's, so
 * that the same programs read both. To judge a whole mesh, merge its nodes' journals by time. Journals cost time on the way of
 * every request: they are for finding out, not for every day.
 */
public interface JournalStreams {

    /**
     * Opens the journal of a pool at a node. Every line comes as one write, whole, at the moment at which it happens, on the
     * thread that made it happen: a slow stream slows the pool. It is closed with the pool.
     */
    OutputStream open(String pool, String node) throws IOException;

    /** The time of what happens now, in microseconds; never less than at an earlier call in the same thread. */
    long micros();

    /**
     * Whether messages between nodes are wanted at present, and the steps that handle them. They are most of a journal, and
     * most of its price; without them a journal cannot be judged, but it can be watched.
     */
    default boolean wantsMessages() {
        return true;
    }

    /**
     * One file per pool in this folder, {@code POOL.NODE.jsonl}, continued if it exists; times by the wall clock, in seconds
     * since 1970. Between nodes on different machines, times are as good as their clocks agree.
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
