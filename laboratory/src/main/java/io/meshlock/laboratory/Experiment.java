package io.meshlock.laboratory;

import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioException;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.WorldSpec.Topology;
import io.meshlock.simulator.journal.Journal;
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
 * Runs a scenario with consecutive seeds, several at a time. The outcome depends on the scenario and the seeds only, not
 * on the number of threads nor on who finishes first.
 *
 * <pre>{@code
 * List<Run> runs = new Experiment(ScenarioReader.read(file)).seeds(1, 100).run();
 * }</pre>
 */
public final class Experiment {

    /** A run reports its progress, and can be stopped, this many times. */
    private static final int SLICES = 100;

    private final Scenario scenario;
    private long firstSeed = 1;
    private int runs = 1;
    private int threads = Runtime.getRuntime().availableProcessors();
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
     * Keeps the journal of every run in this existing folder, as {@code journal-SEED.jsonl.gz}. Journals go straight to
     * disk and take no memory, whatever their length.
     */
    public Experiment journalsIn(Path folder) {
        journalFolder = folder;
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
            AtomicLong slicesDone = new AtomicLong();
            List<Future<Run>> futures = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                long seed = firstSeed + i;
                futures.add(workers.submit(() -> run(seed, slicesDone)));
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

    private Run run(long seed, AtomicLong slicesDone) throws InterruptedException {
        try (Observation observation = Observation.of(scenario.spec(), journalFolder, seed)) {
            World world = world(seed, observation.journal());
            try {
                play(world, slicesDone);
            } catch (UncheckedIOException e) {
                throw e; // the disk's fault, not the protocol's
            } catch (RuntimeException e) {
                return observation.brokenOff(seed, world, e);
            }
            return observation.finished(seed, world);
        }
    }

    private World world(long seed, Journal journal) {
        WorldSpec spec = scenario.spec();
        try {
            return new World(spec, seed, journal);
        } catch (IllegalArgumentException e) {
            boolean geometric = spec.network().topology() instanceof Topology.Geometric;
            String wrong = e.getMessage() + " (seed " + seed + ")";
            throw scenario.impossible(geometric ? "network.range" : "network", wrong, "a network that can be made");
        }
    }

    private void play(World world, AtomicLong slicesDone) throws InterruptedException {
        long duration = scenario.spec().duration();
        for (int slice = 1; slice <= SLICES; slice++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            // The last slice includes the drain, which is usually short.
            world.runUntil(slice == SLICES ? Long.MAX_VALUE : duration / SLICES * slice);
            progress.advancedTo(slicesDone.incrementAndGet() / ((double) SLICES * runs));
        }
    }

    /** Runs must not keep the process alive when the user has had enough. */
    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "experiment");
        thread.setDaemon(true);
        return thread;
    }
}
