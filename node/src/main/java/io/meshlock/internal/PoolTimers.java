package io.meshlock.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A pool's timers, on the node's scheduler thread. Called from steps; a timer that fires is submitted as a step. */
final class PoolTimers {

    private final PoolRuntime runtime;
    private final ScheduledExecutorService scheduler;
    private Map<Integer, Running> running = Map.of();
    private @Nullable Future<?> leases;

    PoolTimers(PoolRuntime runtime, ScheduledExecutorService scheduler) {
        this.runtime = runtime;
        this.scheduler = scheduler;
    }

    /** A timer of the protocol that is running. */
    private final class Running implements SerialExecutor.Step {
        private final int timer;
        private final long end;
        private final @Nullable Future<?> future;

        Running(int timer, long delayNanos) {
            this.timer = timer;
            end = runtime.now() + delayNanos;
            future = schedule(this, delayNanos);
        }

        @Override
        public void perform() {
            if (running.remove(timer, this)) {
                runtime.timerFired(timer);
            }
        }

        void cancel() {
            if (future != null) {
                future.cancel(false);
            }
        }
    }

    /** Starts or restarts a timer of the protocol. */
    void set(int timer, long delayNanos) {
        if (running.isEmpty()) {
            running = new HashMap<>(2); // lazily: most pools have no timer most of the time
        }
        Running before = running.put(timer, new Running(timer, delayNanos));
        if (before != null) {
            before.cancel();
        }
    }

    /** Adjusts the timers after the machine was suspended: the scheduler's clock stood still. */
    void catchUp() {
        long now = runtime.now();
        Map.copyOf(running).forEach((timer, late) -> set(timer, Math.max(0, late.end - now)));
        if (leases != null) {
            leases.cancel(false);
            leases = null;
        }
        runtime.checkLeases();
    }

    /** Makes a call in a step, once, unless the pool has stopped. */
    void callIn(long nanos, SerialExecutor.Step call) {
        schedule(call, nanos);
    }

    /** Schedules a check of leases, unless the pool has no leases or a check is scheduled already. */
    void checkLeasesIn(long nanos) {
        if (nanos > 0 && leases == null) {
            leases = schedule(
                    () -> {
                        leases = null;
                        runtime.checkLeases();
                    },
                    nanos);
        }
    }

    /** Runs a step after so long, instead of the one that was to run for this grant. */
    void replace(HeldGrant grant, SerialExecutor.Step step, long nanos) {
        cancel(grant);
        grant.timer = schedule(step, nanos);
    }

    /** Cancels what was to run for this grant. */
    void cancel(HeldGrant grant) {
        if (grant.timer != null) {
            grant.timer.cancel(false);
            grant.timer = null;
        }
    }

    private @Nullable Future<?> schedule(SerialExecutor.Step step, long nanos) {
        try {
            return scheduler.schedule(() -> runtime.submit(step), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null; // the node is being closed
        }
    }

    void cancel() {
        running.values().forEach(Running::cancel);
        if (leases != null) {
            leases.cancel(false);
        }
    }
}
