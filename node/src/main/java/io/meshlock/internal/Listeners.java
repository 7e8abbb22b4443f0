package io.meshlock.internal;

import io.meshlock.LossReason;
import io.meshlock.PoolListener;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who want to know what happens in a pool. They are told in order, one at a time, and never during a step. */
final class Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    /** News beyond this is dropped: a listener that is so far behind must not eat the memory. */
    private static final int MOST_NEWS = 10_000;

    private final SerialExecutor steps;
    private final Executor executor;
    private final List<PoolListener> all = new CopyOnWriteArrayList<>();

    // Guarded by itself.
    private final Queue<Runnable> news = new ArrayDeque<>(0);
    private boolean telling;

    /**
     * @param steps of the pool: listeners are told when the thread has left them
     * @param executor runs the listeners
     */
    Listeners(SerialExecutor steps, Executor executor) {
        this.steps = steps;
        this.executor = executor;
    }

    void add(PoolListener listener) {
        all.add(listener);
    }

    void remove(PoolListener listener) {
        all.remove(listener);
    }

    void granted(HeldGrant grant) {
        tell(listener -> listener.granted(grant));
    }

    void released(HeldGrant grant) {
        tell(listener -> listener.released(grant));
    }

    void lost(HeldGrant grant, LossReason why) {
        tell(listener -> listener.lost(grant, why));
    }

    private void tell(Consumer<PoolListener> what) {
        if (all.isEmpty()) {
            return;
        }
        synchronized (news) {
            if (news.size() < MOST_NEWS) {
                news.add(() -> all.forEach(listener -> call(listener, what)));
            } else if (news.size() == MOST_NEWS) {
                LOG.warn("a pool's listeners are {} events behind; they miss some", MOST_NEWS);
            }
            if (telling) {
                return;
            }
            telling = true;
        }
        steps.later(() -> executor.execute(this::tellAll));
    }

    private void tellAll() {
        while (true) {
            Runnable next;
            synchronized (news) {
                next = news.poll();
                if (next == null) {
                    telling = false;
                    return;
                }
            }
            next.run();
        }
    }

    private static void call(PoolListener listener, Consumer<PoolListener> what) {
        try {
            what.accept(listener);
        } catch (RuntimeException e) {
            LOG.warn("a pool's listener failed", e);
        }
    }
}
