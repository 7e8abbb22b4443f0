package io.meshlock.laboratory.sweep;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs units on the threads of this process.
 *
 * @param threads how many at a time
 */
public record LocalEngine(int threads) implements Engine {

    @Override
    public void work(Work work) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads, LocalEngine::daemon);
        try {
            CompletionService<Boolean> ends = new ExecutorCompletionService<>(workers);
            for (int i = 0; i < threads; i++) {
                ends.submit(() -> drain(work));
            }
            for (int i = 0; i < threads; i++) {
                ends.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private static boolean drain(Work work) throws InterruptedException {
        for (Unit unit = work.next(); unit != null; unit = work.next()) {
            work.finished(unit.run(work::sliced));
        }
        return true;
    }

    /** A sweep must not keep the process alive when the user has had enough. */
    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "sweep");
        thread.setDaemon(true);
        return thread;
    }
}
