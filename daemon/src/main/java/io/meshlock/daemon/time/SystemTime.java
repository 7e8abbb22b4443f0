package io.meshlock.daemon.time;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's monotonic clock. Tasks run on one thread, which is there once something was scheduled. */
final class SystemTime implements TimeSource {

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
        return System.nanoTime();
    }

    @Override
    public Future<?> schedule(Runnable task, long nanos) {
        return scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void pause(Object monitor, long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(monitor, nanos);
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
