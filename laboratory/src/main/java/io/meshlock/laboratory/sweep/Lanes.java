package io.meshlock.laboratory.sweep;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Threads that take units one after the other until nothing is left; for engines. The first failure ends all of them.
 *
 * @param count how many units are under way at a time
 */
public record Lanes(int count) {

    /** Runs a unit, here or elsewhere, and waits for its outcome. */
    @FunctionalInterface
    public interface Runner {
        Outcome run(Unit unit) throws InterruptedException;
    }

    /** Returns when all is done. */
    public void drain(Work work, Runner runner) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(count, Lanes::daemon);
        try {
            CompletionService<Boolean> ends = new ExecutorCompletionService<>(threads);
            for (int i = 0; i < count; i++) {
                ends.submit(() -> follow(work, runner));
            }
            for (int i = 0; i < count; i++) {
                ends.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean follow(Work work, Runner runner) throws InterruptedException {
        for (Unit unit = work.next(); unit != null; unit = work.next()) {
            work.finished(runner.run(unit));
        }
        return true;
    }

    /** Daemon threads: a sweep must not keep an interrupted process alive. */
    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "sweep");
        thread.setDaemon(true);
        return thread;
    }
}
