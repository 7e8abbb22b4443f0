package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Journal;
import io.meshlock.journal.JournalWriter;
import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.metrics.Metrics;
import io.meshlock.simulator.metrics.RunResult;
import io.meshlock.simulator.network.Topology;
import io.meshlock.simulator.routing.RouteProtocol;
import io.meshlock.simulator.routing.Routing;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The algorithms whose nodes write to anybody and need reliable channels, over the routing layer and under all
 * checkers.
 */
class BaselinesTest {

    private static final Routing VECTORS =
            new Routing(new RouteProtocol.DistanceVector(Ticks.of(15), Ticks.of(0.5), 64), true, 0, 0, 0);

    static List<Algorithm> baselines() {
        return Algorithms.all().stream()
                .filter(each -> each.guarantees().reach() == Guarantees.Reach.ANYBODY
                        && !each.guarantees().survivesLossyLinks())
                .toList();
    }

    /** Varying delays, changing links, partitions and clients that cancel. */
    private static WorldSpec rough(Algorithm algorithm, Routing routing) {
        Toy.Spec spec = new Toy.Spec();
        spec.nodes = 9;
        spec.duration = 1500;
        spec.drain = 3000;
        spec.topology = new Topology.Random(0.3);
        spec.delay = new Distribution.Exponential(1);
        spec.churn = new WorldSpec.Churn(Ticks.of(10), false);
        spec.partitions = new WorldSpec.Partitions(Ticks.of(100), new Distribution.Uniform(5, 30));
        spec.patience = new Distribution.Exponential(60);
        spec.clients = 2;
        spec.think = new Distribution.Exponential(30);
        return of(spec, algorithm, 3, routing);
    }

    private static WorldSpec calm(Algorithm algorithm, int nodes) {
        Toy.Spec spec = new Toy.Spec();
        spec.nodes = nodes;
        spec.duration = 50_000;
        spec.drain = 2000;
        spec.topology = new Topology.Full();
        spec.think = new Distribution.Exponential(400);
        return of(spec, algorithm, 3, Routing.IDEAL);
    }

    private static WorldSpec of(Toy.Spec toys, Algorithm algorithm, int permits, Routing routing) {
        int k = Math.min(permits, algorithm.guarantees().capacity().pool());
        toys.permits = new Distribution.Uniform(1, k);
        WorldSpec spec = toys.build();
        return WorldSpec.builder(algorithm)
                .pool(PoolSettings.permits(k))
                .nodes(spec.nodes())
                .duration(spec.duration())
                .drain(spec.drain())
                .network(spec.network().withRouting(routing))
                .workload(spec.workload())
                .build();
    }

    private static RunResult play(WorldSpec spec, long seed) {
        Checkers checkers = new Checkers(
                spec.pool().permits(), spec.mayLoseMessages(), spec.algorithm().guarantees());
        Metrics metrics = Metrics.of(spec);
        World world = new World(spec, seed, Journals.fanOut(checkers, metrics));
        world.run();
        assertThat(checkers.firstViolations()).isEmpty();
        assertThat(checkers.firstStarved()).isEmpty();
        return metrics.result(new RunResult.Tally(0, 0, 0, world.events()));
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void safeAndLiveOverShortestPathsThatChange(Algorithm algorithm) {
        Routing reordering = new Routing(new RouteProtocol.ShortestPath(), true, 0, 0, 0.2);
        for (long seed = 1; seed <= 20; seed++) {
            RunResult result = play(rough(algorithm, reordering), seed);
            assertThat(result.entries()).isGreaterThan(100);
            assertThat(result.routingPerEntry()).isZero();
            assertThat(result.hopsPerEntry()).isGreaterThan(result.messagesPerEntry());
        }
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void safeAndLiveOverDistanceVectorsThatConverge(Algorithm algorithm) {
        for (long seed = 1; seed <= 10; seed++) {
            RunResult result = play(rough(algorithm, VECTORS), seed);
            assertThat(result.entries()).isGreaterThan(100);
            assertThat(result.routingPerEntry()).isPositive();
            assertThat(result.routingBytesPerEntry()).isGreaterThan(result.routingPerEntry());
        }
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void theSameSeedGivesTheSameJournal(Algorithm algorithm) {
        assertThat(journal(rough(algorithm, VECTORS), 7)).isEqualTo(journal(rough(algorithm, VECTORS), 7));
    }

    private static String journal(WorldSpec spec, long seed) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalWriter writer = new JournalWriter(bytes)) {
            new World(spec, seed, writer).run();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Ricart and Agrawala: 2 (n − 1). */
    @Test
    void ricartAgrawalaCostsTwoMessagesPerOther() {
        RunResult result = play(calm(Algorithms.named("ricart-agrawala"), 8), 1);
        assertThat(result.messagesPerEntry()).isBetween(13.5, 14.5);
    }

    /** Suzuki and Kasami: n messages, or none where the token is. */
    @Test
    void suzukiKasamiCostsAMessagePerNodeAtMost() {
        RunResult result = play(calm(Algorithms.named("suzuki-kasami"), 8), 1);
        assertThat(result.messagesPerEntry()).isBetween(6.0, 8.1);
    }

    /** REQUEST, GRANT and RELEASE for seven of eight nodes. */
    @Test
    void aCoordinatorCostsThreeMessagesForEverybodyElse() {
        RunResult result = play(calm(Algorithms.named("central"), 8), 1);
        assertThat(result.messagesPerEntry()).isBetween(2.4, 2.8);
    }

    /** Raynal: at least 2 (n − 1), at most 3 (n − 1), and here mostly nobody is inside. */
    @Test
    void raynalCostsTwoToThreeMessagesPerOther() {
        RunResult result = play(calm(Algorithms.named("raynal"), 8), 1);
        assertThat(result.messagesPerEntry()).isBetween(13.5, 21.0);
    }

    /** [Raynal D1]: node 1 asks again and again while node 0 stays inside with 1 of 2 permits. */
    @Test
    void anAskerSupposesTheUseOfALongHolderOnce() {
        Toy.Spec toys = new Toy.Spec();
        toys.nodes = 2;
        toys.drain = 100;
        toys.topology = new Topology.Line();
        toys.hold = new Distribution.Constant(30);
        toys.think = new Distribution.Constant(0);
        WorldSpec spec = of(toys, Algorithms.named("raynal"), 2, Routing.IDEAL);
        WorldSpec ones = WorldSpec.builder(spec.algorithm())
                .pool(spec.pool())
                .options(spec.options())
                .nodes(2)
                .duration(spec.duration())
                .drain(spec.drain())
                .network(spec.network())
                .workload(new WorldSpec.Workload(
                        WorldSpec.Arrivals.CLOSED,
                        toys.think,
                        new Distribution.Uniform(1, 60),
                        new Distribution.Constant(1),
                        toys.priority,
                        null,
                        null,
                        1,
                        null,
                        null))
                .build();
        for (long seed = 1; seed <= 5; seed++) {
            // Both hold nearly all the time: a wait is only a round trip.
            assertThat(play(ones, seed).waitMax()).isLessThanOrEqualTo(2.0);
        }
    }

    @Test
    void nodesOverARouterHearNothingOfLinks() {
        Algorithm deaf = new Algorithm(
                "deaf",
                "for tests",
                "none",
                new Guarantees(Guarantees.Tokens.NONE, true, true).withReach(Guarantees.Reach.ANYBODY),
                List.of(),
                setup -> new Toy(setup) {
                    @Override
                    public void linkUp(long now, int peer, Effects out) {
                        throw new IllegalStateException("told of a link");
                    }

                    @Override
                    public void linkDown(long now, int peer, Effects out) {
                        throw new IllegalStateException("told of a link");
                    }
                });
        int[] links = new int[1];
        Journal counting = new Journal() {
            @Override
            public void linkDown(long time, int a, int b) {
                links[0]++;
            }

            @Override
            public void sent(long time, int from, int to, Message message) {
                throw new IllegalStateException("toys send nothing");
            }
        };
        new World(rough(deaf, Routing.IDEAL), 1, counting).run();
        assertThat(links[0]).isPositive();
    }
}
