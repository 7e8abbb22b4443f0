package io.meshlock.benchmark;

import static io.meshlock.benchmark.Measurement.print;

import io.meshlock.benchmark.Measurement.Series;
import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldCheckers;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution.Constant;
import io.meshlock.simulator.engine.Distribution.Exponential;
import io.meshlock.simulator.engine.Distribution.Uniform;
import io.meshlock.simulator.metrics.Metrics;
import io.meshlock.simulator.network.Topology;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/**
 * The prioritized algorithm, checkers and metrics on, on ever larger geometric meshes; an event is an input of a
 * protocol.
 *
 * <p>Every node has a client. All together make the same number of requests per time for every n, so that the queue at
 * the anchor, and hence the work for one decision, stays the same; requests and grants have farther to go in a larger
 * mesh, which makes more events per entry but should not make an event dearer. k = 50, 1 to 3 permits for exponential
 * 1, ten requests per time unit, delay 0.01. Without heirs if {@link Heirs} says so.
 */
public final class ScaleBenchmark {

    private static final long SEED = 1;
    private static final int WARMUPS = 6;
    private static final int TIMES = 5;
    private static final int LARGE = 100_000;
    private static final long MANY = 1_000_000;
    private static final double REQUESTS_PER_UNIT = 10;
    /** How often the programs look at the number of events. */
    private static final long SLICE = Ticks.of(0.05);

    private ScaleBenchmark() {}

    public static void main(String[] args) {
        Measurement.printMachine();
        largeWorld(); // first, while the JVM is cold, as at the start of a simulation
        print("");
        growth();
    }

    private static void largeWorld() {
        long start = System.nanoTime();
        Mesh mesh = new Mesh(LARGE);
        double built = (System.nanoTime() - start) / 1e9;
        long events = mesh.run(MANY);
        double ended = (System.nanoTime() - start) / 1e9;
        double peak = peakHeap() / 1e9;
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        double live = (runtime.totalMemory() - runtime.freeMemory()) / 1e9;
        print("%d nodes, %d events, from a cold start", LARGE, events);
        print("    %.1f s by the clock on the wall: %.1f to build the world, %.1f to run", ended, built, ended - built);
        print("    %.2f GB of heap at most, %.2f GB alive at the end", peak, live);
        mesh.check();
    }

    private static void growth() {
        print("%-24s %s", "checkers, metrics, n =", Series.HEADER);
        for (int nodes = 100; nodes <= LARGE; nodes *= 10) {
            Mesh mesh = new Mesh(nodes);
            print("%24d %s", nodes, new Series(WARMUPS, () -> mesh.run(MANY)).measure(TIMES));
            mesh.check();
        }
    }

    private static long peakHeap() {
        long sum = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                sum += pool.getPeakUsage().getUsed();
            }
        }
        return sum;
    }

    /** A world that goes on for as long as it is watched. */
    private static final class Mesh {

        private final Checkers checkers;
        private final World world;

        Mesh(int nodes) {
            GeometricMesh mesh = new GeometricMesh(nodes, SEED);
            WorldSpec spec = WorldSpec.builder(Algorithms.named("prioritized"))
                    .pool(PoolSettings.permits(50))
                    .options(Heirs.options())
                    .nodes(nodes)
                    .duration(Ticks.of(1e9))
                    .drain(0)
                    .network(new WorldSpec.Network(
                            new Topology.Listed(mesh.links()), new Constant(0.01), null, null, false))
                    .workload(new WorldSpec.Workload(
                            WorldSpec.Arrivals.POISSON,
                            new Exponential(nodes / REQUESTS_PER_UNIT),
                            new Exponential(1),
                            new Uniform(1, 3),
                            new Uniform(1, 10),
                            null,
                            null,
                            1,
                            null,
                            null))
                    .build();
            checkers = WorldCheckers.of(spec);
            world = new World(spec, SEED, Journals.fanOut(checkers, Metrics.of(spec)));
        }

        /** Runs for at least so many events; returns how many they were. */
        long run(long events) {
            long before = world.events();
            while (world.events() - before < events) {
                boolean alive = world.runUntil(world.now() + SLICE);
                if (!alive) {
                    throw new IllegalStateException("the world ended");
                }
            }
            return world.events() - before;
        }

        void check() {
            if (checkers.violations() != 0) {
                throw new IllegalStateException("the checkers found fault: " + checkers.firstViolations());
            }
        }
    }
}
