package io.meshlock.internal.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a {@link LogFile} on a thread of its own. Whatever is to be written while one sync runs shares the next, so
 * that many pools wait for few syncs. Thread-safe.
 *
 * <p>The thread waits for the disk and for nothing else, so that everybody may wait for it; it ends when it has nothing
 * to do.
 */
final class StateLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateLog.class);
    private static final long IDLE_SECONDS = 10;

    private final LogFile file;
    private final Map<String, String> known;
    private final ThreadPoolExecutor writer;

    /** What waits for the next sync. */
    private List<Change> queue = new ArrayList<>();

    private record Change(Map<String, String> values, Told told) {}

    /** Is told of the end of a change: null if it is on disk. Must not wait, nor throw. */
    interface Told {
        void told(@Nullable IOException failure);
    }

    /** @param file has been read */
    StateLog(LogFile file) {
        this.file = file;
        this.known = new ConcurrentHashMap<>(file.values());
        this.writer = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), StateLog::diskThread);
        writer.allowCoreThreadTimeOut(true);
    }

    private static Thread diskThread(Runnable work) {
        Thread thread = new Thread(work, "meshlock-disk");
        thread.setDaemon(true);
        return thread;
    }

    /** The value of a key, as far as it is on disk. */
    @Nullable
    String get(String key) {
        return known.get(key);
    }

    /** Changes values, an empty one takes the key away, and returns when that is on disk. */
    void put(Map<String, String> changes) throws IOException {
        CompletableFuture<@Nullable IOException> end = new CompletableFuture<>();
        put(changes, end::complete);
        IOException failure = end.join(); // an interrupt does not end it
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    /**
     * Changes values, and tells when that is on disk, or cannot be; in the order of the calls.
     */
    void put(Map<String, String> changes, Told told) {
        boolean first;
        synchronized (this) {
            first = queue.isEmpty();
            queue.add(new Change(changes, told));
        }
        if (first) {
            try {
                writer.execute(this::writeQueue);
            } catch (RejectedExecutionException e) {
                end(taken(), new IOException("the state folder is closed"));
            }
        }
    }

    private synchronized List<Change> taken() {
        List<Change> all = queue;
        queue = new ArrayList<>();
        return all;
    }

    /** Writes what has been queued until now, with one sync for all of it. */
    private void writeQueue() {
        List<Change> batch = taken();
        Map<String, String> all = new TreeMap<>();
        batch.forEach(change -> all.putAll(change.values()));
        IOException failure = null;
        try {
            file.write(all);
            all.forEach(this::know);
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            LOG.error("cannot write promises", e);
            failure = new IOException(e);
        }
        end(batch, failure);
    }

    private void know(String key, String value) {
        if (value.isEmpty()) {
            known.remove(key);
        } else {
            known.put(key, value);
        }
    }

    private static void end(List<Change> batch, @Nullable IOException failure) {
        batch.forEach(change -> change.told().told(failure));
    }

    /** Waits until what is queued is on disk, and writes nothing more. */
    @Override
    public void close() throws IOException {
        writer.shutdown();
        boolean interrupted = false;
        while (!writer.isTerminated()) {
            try {
                interrupted |= !writer.awaitTermination(1, TimeUnit.SECONDS) && Thread.interrupted();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        file.close();
    }
}
