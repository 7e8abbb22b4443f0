package io.meshlock.benchmark;

import static io.meshlock.benchmark.Measurement.print;

import io.meshlock.benchmark.Measurement.Series;
import io.meshlock.journal.Journal;
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

/**
 * The prioritized algorithm in the setting of scenarios/jiang-static-30.yaml, longer: 30 nodes, 87 random links, delay
 * 1, k = 5, closed loops that think for exponential 10 and hold 1 to 3 permits for 1. An event is an input of a
 * protocol: a message, a request, a release. One measurement is a world from beginning to end. Without
 * heirs if {@link Heirs} says so.
 */
public final class ProtocolBenchmark {

    private static final long SEED = 1;
    private static final int WARMUPS = 2;
    private static final int TIMES = 7;
    private static final double DURATION = 500_000;

    private ProtocolBenchmark() {}

    public static void main(String[] args) {
        Measurement.printMachine();
        print("%-24s %s", "30 nodes, k = 5", Series.HEADER);
        // In turns, so that other load disturbs all alike.
        Series checked = new Series(WARMUPS, () -> runChecked(spec()));
        Series measured = new Series(WARMUPS, () -> run(spec(), Metrics.of(spec())));
        Series bare = new Series(WARMUPS, () -> run(spec(), Journals.none()));
        for (int i = 0; i < TIMES; i++) {
            checked.measure(1);
            measured.measure(1);
            bare.measure(1);
        }
        print("%-24s %s", "checkers and metrics", checked);
        print("%-24s %s", "metrics", measured);
        print("%-24s %s", "no journal", bare);
        print("%d events each", checked.median().events());
    }

    private static long runChecked(WorldSpec spec) {
        Checkers checkers = WorldCheckers.of(spec);
        long events = run(spec, Journals.fanOut(checkers, Metrics.of(spec)));
        if (checkers.violations() != 0 || checkers.starved() != 0) {
            throw new IllegalStateException("the checkers found fault: " + checkers.firstViolations());
        }
        return events;
    }

    private static long run(WorldSpec spec, Journal journal) {
        World world = new World(spec, SEED, journal);
        world.run();
        return world.events();
    }

    private static WorldSpec spec() {
        int nodes = 30;
        int links = 87;
        return WorldSpec.builder(Algorithms.named("prioritized"))
                .pool(PoolSettings.permits(5))
                .options(Heirs.options())
                .nodes(nodes)
                .duration(Ticks.of(DURATION))
                .warmup(Ticks.of(1000))
                .drain(Ticks.of(10_000))
                .network(new WorldSpec.Network(
                        new Topology.Random(2.0 * links / (nodes * (nodes - 1))), new Constant(1), null, null, false))
                .workload(new WorldSpec.Workload(
                        WorldSpec.Arrivals.CLOSED,
                        new Exponential(10),
                        new Constant(1),
                        new Uniform(1, 3),
                        new Uniform(1, 10),
                        null,
                        null,
                        1,
                        null,
                        null))
                .build();
    }
}
