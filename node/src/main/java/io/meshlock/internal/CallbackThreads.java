package io.meshlock.internal;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a node that run callbacks into user code, if the program gave none: some for futures and listeners, and
 * others for losses, so that a callback that blocks does not keep anybody from hearing of a lost grant. They do not depend
 * on the common pool, which may have no thread at all. Threads begin when they are needed and end when they are idle;
 * what waits for one is bounded by what the node's clients have asked for.
 */
final class CallbackThreads implements Executor {

    private static final int MAX_THREADS = 16;
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final Executor usual;
    private final Executor losses;

    CallbackThreads(String node) {
        usual = threads("meshlock-callback-" + node);
        losses = threads("meshlock-loss-" + node);
    }

    private static Executor threads(String name) {
        AtomicInteger last = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                MAX_THREADS, MAX_THREADS, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name + "-" + last.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Override
    public void execute(Runnable callback) {
        usual.execute(callback);
    }

    /** The executor for losses: threads of their own, unless the program gave an executor. */
    static Executor forLosses(Executor given) {
        return given instanceof CallbackThreads ours ? ours.losses : given;
    }
}
