package io.meshlock.laboratory;

import io.meshlock.journal.Journal;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioException;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.network.Topology;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Runs a scenario with one seed: the smallest piece of work of experiments and sweeps. The result depends only on the
 * scenario and the seed.
 */
public final class Trial {

    /** A run reports its progress, and can be stopped, this many times. */
    public static final int SLICES = 100;

    private final Scenario scenario;
    private final int windows;
    private final @Nullable Path journalFolder;

    public Trial(Scenario scenario) {
        this(scenario, 0, null);
    }

    /**
     * @param windows into how many windows to cut the run's duration; 0 for none
     * @param journalFolder where to keep the journal, or null for nowhere
     */
    Trial(Scenario scenario, int windows, @Nullable Path journalFolder) {
        this.scenario = scenario;
        this.windows = windows;
        this.journalFolder = journalFolder;
    }

    /**
     * @param slice called after every hundredth of the run
     * @throws ScenarioException if the world cannot be made
     * @throws UncheckedIOException if the journal cannot be written
     * @throws InterruptedException if the thread was interrupted
     */
    public Run run(long seed, Runnable slice) throws InterruptedException {
        try (Observation observation = Observation.of(scenario.spec(), windows, journalFolder, seed)) {
            World world = world(seed, observation.journal());
            try {
                play(world, slice);
            } catch (UncheckedIOException e) {
                throw e; // a failure of the disk, not of the protocol
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

    private void play(World world, Runnable slice) throws InterruptedException {
        long duration = scenario.spec().duration();
        for (int number = 1; number <= SLICES; number++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            // The last slice includes the drain, which is usually short.
            world.runUntil(number == SLICES ? Long.MAX_VALUE : duration / SLICES * number);
            slice.run();
        }
    }
}
