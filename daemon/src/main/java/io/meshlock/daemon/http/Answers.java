package io.meshlock.daemon.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the answers to calls that waited. A client that does not read its answer holds a thread until Jetty gives up on
 * it, so others must not wait for that thread: as long as there are not too many, an answer that finds none idle gets one
 * of its own. And nobody may hold them all: each caller has a share, and its further answers wait for its earlier ones.
 */
final class Answers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    private static final int THREADS = 4;

    private static final int MOST_THREADS = 800;

    /** The most threads of one caller: a user of this machine, or an address. */
    static final int SHARE = 200;

    private final ThreadPoolExecutor threads;

    /** The answers that are being written, and those that wait, by caller. Guarded by this. */
    private final Map<String, Share> shares = new HashMap<>();

    private static final class Share {
        private int writing;
        private final Deque<Runnable> waiting = new ArrayDeque<>();
    }

    Answers() {
        LinkedTransferQueue<Runnable> tasks = new LinkedTransferQueue<>() {
            private static final long serialVersionUID = 1;

            @Override
            public boolean offer(Runnable task) {
                return tryTransfer(task); // false, so that the pool grows, if no thread waits for it
            }
        };
        threads = new ThreadPoolExecutor(
                THREADS,
                MOST_THREADS,
                10,
                TimeUnit.SECONDS,
                tasks,
                task -> {
                    Thread thread = new Thread(task, "meshlock-answers");
                    thread.setDaemon(true);
                    return thread;
                },
                (task, pool) -> {
                    if (!pool.isShutdown()) {
                        tasks.put(task);
                    }
                });
    }

    /** Writes an answer as soon as the caller's share allows it. */
    void write(String caller, Runnable answer) {
        synchronized (this) {
            Share share = shares.computeIfAbsent(caller, unused -> new Share());
            if (share.writing == SHARE) {
                share.waiting.add(answer);
                return;
            }
            share.writing++;
        }
        threads.execute(() -> {
            for (Runnable next = answer; next != null; next = after(caller, next)) {}
        });
    }

    /** Writes an answer, and takes the next one that waits for this thread; null if there is none. */
    private @Nullable Runnable after(String caller, Runnable answer) {
        try {
            answer.run();
        } catch (RuntimeException e) {
            LOG.warn("an answer to {} could not be written", caller, e); // the next ones are to be written all the same
        }
        return next(caller);
    }

    private synchronized @Nullable Runnable next(String caller) {
        Share share = shares.get(caller);
        if (share == null) {
            return null;
        }
        Runnable next = share.waiting.poll();
        if (next == null && --share.writing == 0) {
            shares.remove(caller);
        }
        return next;
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
