package io.meshlock.simulator.hunt;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.metrics.Metric;
import io.meshlock.simulator.metrics.Metrics;
import io.meshlock.simulator.metrics.RunResult;
import io.meshlock.simulator.network.Topology;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What heirs are for: short waits, few messages, and hardly anybody who is overtaken, where everybody wants a permit and
 * links come and go. Hunts judge none of it. Compared with the algorithm itself, with the same requests and links.
 */
final class HandOverProbe {

    private static final int SEEDS = 3;

    private HandOverProbe() {}

    /** Waits longer by 3 %, messages more by 3 %, or overtakes more by 10 %; null if there is none of it. */
    static @Nullable String handOver(Algorithm algorithm) {
        for (int permits : new int[] {1, 3}) {
            for (int think : new int[] {10, 100}) {
                List<RunResult> before = run(spec(Algorithms.named("prioritized"), permits, think));
                List<RunResult> after = run(spec(algorithm, permits, think));
                for (Metric metric : List.of(Metric.WAIT_MEAN, Metric.MESSAGES_PER_ENTRY, Metric.OVERTAKES_PER_ENTRY)) {
                    double limit = metric == Metric.OVERTAKES_PER_ENTRY ? 1.1 : 1.03;
                    if (mean(metric, after) > limit * mean(metric, before)) {
                        return "hand-over of " + permits + " permits, think " + think + ": " + metric + " "
                                + mean(metric, after) + " instead of " + mean(metric, before);
                    }
                }
            }
        }
        return null;
    }

    private static double mean(Metric metric, List<RunResult> results) {
        return results.stream().mapToDouble(metric::of).average().orElseThrow();
    }

    private static List<RunResult> run(WorldSpec spec) {
        return LongStream.rangeClosed(1, SEEDS)
                .mapToObj(seed -> run(spec, seed))
                .toList();
    }

    private static RunResult run(WorldSpec spec, long seed) {
        Metrics metrics = Metrics.of(spec);
        new World(spec, seed, metrics).run();
        return metrics.result(new RunResult.Tally(0, 0, 0, 0));
    }

    private static WorldSpec spec(Algorithm algorithm, int permits, int think) {
        WorldSpec.Network network = new WorldSpec.Network(
                new Topology.Random(0.2),
                new Distribution.Constant(1),
                new WorldSpec.Churn(Ticks.of(50), true),
                null,
                false);
        WorldSpec.Workload workload = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(think),
                new Distribution.Constant(1),
                new Distribution.Constant(1),
                new Distribution.Constant(0),
                null,
                null,
                1,
                null,
                null);
        return WorldSpec.builder(algorithm)
                .pool(PoolSettings.permits(permits).withPolicy(Policy.FIFO))
                .nodes(30)
                .warmup(Ticks.of(500))
                .duration(Ticks.of(5_000))
                .network(network)
                .workload(workload)
                .build();
    }
}
