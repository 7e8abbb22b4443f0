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

/** The listeners of a pool. They are called in order, one event at a time, and never during a step. */
final class Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    /** Events beyond this are dropped, so that a slow listener does not use up the memory. */
    private static final int MAX_EVENTS = 10_000;

    private final SerialExecutor steps;
    private final Executor executor;
    private final List<PoolListener> all = new CopyOnWriteArrayList<>();

    // Both are guarded by the queue's monitor.
    private final Queue<Runnable> events = new ArrayDeque<>(0);
    private boolean draining;

    /**
     * @param steps the pool's executor: listeners are called when the thread has left it
     * @param executor runs the listeners
     */
    Listeners(SerialExecutor steps, Executor executor) {
        this.steps = steps;
        this.executor = executor;
    }

    void add(PoolListener listener) {
        all.add(listener);
    }

    /** Adds the listeners of a runtime that this one takes the place of. */
    void addAll(Listeners others) {
        all.addAll(others.all);
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
        synchronized (events) {
            if (events.size() < MAX_EVENTS) {
                events.add(() -> all.forEach(listener -> call(listener, what)));
            } else if (events.size() == MAX_EVENTS) {
                LOG.warn("a pool's listeners are {} events behind; events are dropped", MAX_EVENTS);
            }
            if (draining) {
                return;
            }
            draining = true;
        }
        steps.later(() -> executor.execute(this::drain));
    }

    private void drain() {
        while (true) {
            Runnable next;
            synchronized (events) {
                next = events.poll();
                if (next == null) {
                    draining = false;
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
