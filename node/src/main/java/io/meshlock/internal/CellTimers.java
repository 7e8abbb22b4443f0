package io.meshlock.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A cell's timers, on the node's one scheduler thread. Called from steps; what runs out comes back as a step. */
final class CellTimers {

    private final Cell cell;
    private final ScheduledExecutorService scheduler;
    private @Nullable Map<Integer, Future<?>> running;
    private @Nullable Future<?> leases;

    CellTimers(Cell cell, ScheduledExecutorService scheduler) {
        this.cell = cell;
        this.scheduler = scheduler;
    }

    /** Starts a timer of the protocol, or starts it again. */
    void set(int timer, long delayNanos) {
        Map<Integer, Future<?>> all = running == null ? new HashMap<>() : running;
        running = all;
        Future<?> before = all.remove(timer);
        if (before != null) {
            before.cancel(false);
        }
        Future<?> started = schedule(() -> cell.timerFired(timer), delayNanos);
        if (started != null) {
            all.put(timer, started);
        }
    }

    /** Looks after leases soon, unless there are none, or that will be done anyway. */
    void attendToLeasesIn(long nanos) {
        if (nanos > 0 && leases == null) {
            leases = schedule(
                    () -> {
                        leases = null;
                        cell.desk().attendToLeases();
                    },
                    nanos);
        }
    }

    private @Nullable Future<?> schedule(Steps.Step step, long nanos) {
        try {
            return scheduler.schedule(() -> cell.submit(step), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null; // the node is being closed
        }
    }

    void cancel() {
        if (running != null) {
            running.values().forEach(timer -> timer.cancel(false));
        }
        if (leases != null) {
            leases.cancel(false);
        }
    }
}
