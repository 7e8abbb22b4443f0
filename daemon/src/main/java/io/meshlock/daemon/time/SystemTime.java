package io.meshlock.daemon.time;

import io.meshlock.spi.BootClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The machine's monotonic clock, time asleep included: leases go on while a machine is suspended, so those who hold
 * them and those who give them out count that time. Tasks run on one thread, which is there once something was
 * scheduled. Java's timers stand still in suspension; therefore long delays are waited for in short steps, and a task is
 * at most one step late after a suspension.
 */
final class SystemTime implements TimeSource {

    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(500);

    private final BootClock clock = BootClock.ofThisMachine();

    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "meshlock-leases");
        thread.setDaemon(true);
        return thread;
    });

    SystemTime() {
        scheduler.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanos() {
        return clock.getAsLong();
    }

    @Override
    public Future<?> schedule(Runnable task, long nanos) {
        if (nanos <= STEP) {
            return scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
        }
        CompletableFuture<Void> handle = new CompletableFuture<>();
        step(task, nanos() + nanos, handle);
        return handle;
    }

    private void step(Runnable task, long end, CompletableFuture<Void> handle) {
        if (handle.isCancelled()) {
            return;
        }
        long left = end - nanos();
        if (left <= 0) {
            task.run();
        } else if (!scheduler.isShutdown()) {
            var unused = scheduler.schedule(() -> step(task, end, handle), Math.min(left, STEP), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void pause(Object monitor, long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(monitor, Math.min(nanos, STEP));
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
