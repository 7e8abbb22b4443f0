package io.meshlock.daemon.time;

import io.meshlock.daemon.Timeouts;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Time that stands still until a test lets it pass: nobody waits for real seconds, however busy the machine is. */
public final class VirtualTime implements TimeSource {

    /** A waiter: a task, or a thread that waits on a monitor. */
    private static final class Due {
        private final long at;
        private final FutureTask<?> task;
        private final Object monitor;

        private Due(long at, FutureTask<?> task, Object monitor) {
            this.at = at;
            this.task = task;
            this.monitor = monitor;
        }
    }

    // Guarded by this.
    private final Set<Due> dues = new LinkedHashSet<>();
    private long now;

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public synchronized Future<?> schedule(Runnable task, long nanos) {
        FutureTask<?> future = new FutureTask<>(task, null);
        dues.add(new Due(now + nanos, future, future));
        return future;
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // await() has the loop
    public void pause(Object monitor, long nanos) throws InterruptedException {
        Due due;
        synchronized (this) {
            due = new Due(now + nanos, null, monitor);
            dues.add(due);
        }
        try {
            monitor.wait(); // advance() cannot have notified yet: it needs the monitor, which is ours until here
        } finally {
            synchronized (this) {
                dues.remove(due);
            }
        }
    }

    /** Waits, in real time, until somebody waits for exactly this. Then time may pass. */
    public VirtualTime awaitSomebodyWaits(Duration exactly) {
        Timeouts.await().until(() -> somebodyWaits(exactly));
        return this;
    }

    public synchronized boolean somebodyWaits(Duration exactly) {
        return dues.stream().anyMatch(due -> isWanted(due) && due.at == now + exactly.toNanos());
    }

    private static boolean isWanted(Due due) {
        return due.task == null || !due.task.isDone();
    }

    /**
     * Lets time pass. Tasks that fall due run here, each in its moment, before this returns; threads that wait are
     * woken.
     */
    public void advance(Duration by) {
        long end;
        synchronized (this) {
            end = now + by.toNanos();
        }
        for (Due next = next(end); next != null; next = next(end)) {
            if (next.task != null) {
                next.task.run();
            } else {
                synchronized (next.monitor) {
                    next.monitor.notifyAll();
                }
            }
        }
    }

    /** The machine is suspended for so long: nobody runs until it resumes, and then everybody who was due, late. */
    public void suspend(Duration by) {
        synchronized (this) {
            now += by.toNanos();
        }
        advance(Duration.ZERO);
    }

    /** Goes on to the next moment at which somebody is due, or to the end: null. */
    private synchronized Due next(long end) {
        dues.removeIf(due -> !isWanted(due));
        Due first = dues.stream()
                .filter(due -> due.at <= end)
                .min(Comparator.comparingLong(due -> due.at))
                .orElse(null);
        now = first == null ? end : Math.max(now, first.at);
        if (first != null) {
            dues.remove(first);
        }
        return first;
    }

    @Override
    public synchronized void close() {
        dues.clear();
    }
}
