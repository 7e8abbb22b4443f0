package io.meshlock.laboratory;

import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs a scenario with consecutive seeds, several at a time. The outcome depends on the scenario and the seeds only,
 * not on the number of threads nor on the order in which runs finish.
 *
 * <pre>{@code
 * List<Run> runs = new Experiment(ScenarioReader.read(file)).seeds(1, 100).run();
 * }</pre>
 */
public final class Experiment {

    private final Scenario scenario;
    private long firstSeed = 1;
    private int runs = 1;
    private int threads = Runtime.getRuntime().availableProcessors();
    private int windows;
    private @Nullable Path journalFolder;
    private Progress progress = Progress.NONE;

    public Experiment(Scenario scenario) {
        this.scenario = scenario;
    }

    /** The seeds {@code first} to {@code first + count − 1}. */
    public Experiment seeds(long first, int count) {
        if (count < 1 || first > Long.MAX_VALUE - count) {
            throw new IllegalArgumentException("there are no " + count + " seeds from " + first + " on");
        }
        firstSeed = first;
        runs = count;
        return this;
    }

    /** How many runs go on at a time; as many as there are processors unless said otherwise. */
    public Experiment threads(int count) {
        threads = count;
        return this;
    }

    /**
     * Keeps the journal of every run in this existing folder, as {@code journal-SEED.jsonl.gz}. Journals are written
     * straight to disk and take no memory.
     */
    public Experiment journalsIn(Path folder) {
        journalFolder = folder;
        return this;
    }

    /** Also measures waiting in so many windows of equal length, from the run's beginning to its duration. */
    public Experiment windows(int count) {
        windows = count;
        return this;
    }

    public Experiment progress(Progress watcher) {
        progress = watcher;
        return this;
    }

    /**
     * Runs all seeds and gives their runs in the order of the seeds.
     *
     * @throws ScenarioException if a world cannot be made
     * @throws UncheckedIOException if a journal cannot be written
     * @throws InterruptedException if the caller was interrupted; runs under way stop soon
     */
    public List<Run> run() throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(threads, runs), Experiment::daemon);
        try {
            Trial trial = new Trial(scenario, windows, journalFolder);
            AtomicLong slicesDone = new AtomicLong();
            Runnable slice = () -> progress.advancedTo(slicesDone.incrementAndGet() / ((double) Trial.SLICES * runs));
            List<Future<Run>> futures = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                long seed = firstSeed + i;
                futures.add(workers.submit(() -> trial.run(seed, slice)));
            }
            List<Run> finished = new ArrayList<>();
            for (Future<Run> future : futures) {
                finished.add(future.get());
            }
            return finished;
        } catch (ExecutionException e) {
            // Futures are asked in the order of the seeds, so which failure is reported does not depend on timing.
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    /** Daemon threads: runs must not keep an interrupted process alive. */
    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "experiment");
        thread.setDaemon(true);
        return thread;
    }
}
