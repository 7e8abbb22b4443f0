package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.Distribution.Constant;
import io.meshlock.simulator.engine.Distribution.Exponential;
import io.meshlock.simulator.engine.Distribution.Uniform;
import io.meshlock.simulator.metrics.Metric;
import io.meshlock.simulator.metrics.Metrics;
import io.meshlock.simulator.metrics.RunResult;
import io.meshlock.simulator.network.RecordedLinks;
import io.meshlock.simulator.network.Topology;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permits that go from holder to holder, where sizes and times are as small or as large as they get. */
@DisplayName("Heirs at the edges")
class HeirEdgesTest {

    /** No message about heirs and ways is longer. */
    private static final int MAX_BYTES = 16 * 1024;

    /** What a run sent: how often each type of message, and the longest. */
    private static final class Sent implements Journal {
        final Map<String, Integer> types = new TreeMap<>();
        int longest;

        @Override
        public void sent(long time, int from, int to, Message message) {
            types.merge(message.type(), 1, Integer::sum);
            longest = Math.max(longest, message.bytes());
        }
    }

    private record Outcome(RunResult result, Map<String, Integer> sent) {
        double get(Metric metric) {
            return metric.of(result);
        }
    }

    private static Outcome run(WorldSpec spec) {
        Checkers checkers = WorldCheckers.of(spec);
        Metrics metrics = Metrics.of(spec);
        Sent sent = new Sent();
        new World(spec, 1, Journals.fanOut(checkers, metrics, sent)).run();
        assertThat(checkers.violations()).isZero();
        assertThat(checkers.starved()).isZero();
        assertThat(sent.longest).isLessThanOrEqualTo(MAX_BYTES);
        return new Outcome(metrics.result(new RunResult.Tally(0, 0, 0, 0)), sent.types);
    }

    private static WorldSpec.Builder world(int nodes, int permits, Distribution think, Distribution hold, int h) {
        WorldSpec.Workload workload = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED, think, hold, new Constant(h), new Uniform(0, 3), null, null, 1, null, null);
        return WorldSpec.builder(Algorithms.named("prioritized"))
                .pool(PoolSettings.permits(permits).withPolicy(Policy.FIFO))
                .nodes(nodes)
                .duration(Ticks.of(2_000))
                .drain(Ticks.of(20_000))
                .network(new WorldSpec.Network(
                        new Topology.Random(Math.min(1, 6.0 / nodes + 0.1)),
                        new Constant(1),
                        new WorldSpec.Churn(Ticks.of(50), true),
                        null,
                        true))
                .workload(workload);
    }

    @Test
    void twoNodesHandThePermitToAndFro() {
        Outcome outcome = run(world(2, 1, new Constant(0), new Constant(1), 1).build());
        assertThat(outcome.get(Metric.ENTRIES_PER_TIME)).isGreaterThan(0.3);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void everyPolicyServesEverybody(Policy policy) {
        Outcome outcome = run(world(12, 1, new Exponential(5), new Constant(1), 1)
                .pool(PoolSettings.permits(1).withPolicy(policy))
                .options(Options.of(Map.of("steady", 1L)))
                .build());
        assertThat(outcome.sent()).containsKey("PASS");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_000, 1_000_000})
    void whoWantsAllPermitsGetsThemFromWhoHadThem(int permits) {
        int duration = permits > 1_000 ? 60 : 2_000; // the judges look at every slot
        Outcome outcome = run(world(6, permits, new Exponential(1), new Constant(1), permits)
                .duration(Ticks.of(duration))
                .build());
        assertThat(outcome.sent()).containsKey("PASS");
    }

    @Test
    void permitsThatAreHeldForNoTimeArePassedOn() {
        Outcome outcome =
                run(world(8, 1, new Exponential(1), new Constant(0), 1).build());
        assertThat(outcome.sent()).containsKey("PASS");
    }

    /** Holds differ much: another permit is often free before that of one's line. {@code RecallProbes} has one without end. */
    @Test
    void whoWaitsBehindALongHoldIsRecalled() {
        Outcome outcome = run(world(12, 3, new Exponential(25), new Exponential(8), 1)
                .duration(Ticks.of(10_000))
                .build());
        assertThat(outcome.sent()).containsKeys("HEIRS", "RECALL");
        Outcome home = run(world(12, 3, new Exponential(25), new Exponential(8), 1)
                .duration(Ticks.of(10_000))
                .options(Options.of(Map.of("ahead", 0L)))
                .build());
        assertThat(outcome.get(Metric.WAIT_MEAN)).isLessThan(home.get(Metric.WAIT_MEAN));
    }

    @Test
    void aThousandWaitForOneNode() {
        WorldSpec.Workload thousandEach = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Constant(0),
                new Constant(0.01),
                new Constant(1),
                new Constant(0),
                null,
                null,
                1_000,
                null,
                null);
        Outcome outcome = run(world(4, 1, new Constant(0), new Constant(0), 1)
                .workload(thousandEach)
                .duration(Ticks.of(500))
                .build());
        assertThat(outcome.sent()).containsKey("PASS");
    }

    @Test
    void threeHundredNodesSendNoLongMessages() {
        Outcome outcome = run(world(300, 1, new Exponential(100), new Constant(1), 1)
                .duration(Ticks.of(500))
                .build());
        assertThat(outcome.sent()).containsKeys("PASS", "HEIRS");
    }

    /** Eight nodes of which two meet at a time, in pairs that change: the mesh is never whole, and requests travel for long. */
    @Test
    void nodesThatOnlyMeetInPairsServeEachOther() {
        RecordedLinks.Builder contacts = new RecordedLinks.Builder();
        int nodes = 8;
        for (int round = 0; round < 400; round++) {
            int low = round % nodes;
            int high = (low + 1 + round / nodes % 3) % nodes;
            contacts.add(Ticks.of(round * 5), Math.min(low, high), Math.max(low, high), true);
            contacts.add(Ticks.of(round * 5 + 8), Math.min(low, high), Math.max(low, high), false);
        }
        Topology.Recorded meetings =
                new Topology.Recorded(contacts.build(IntStream.range(0, nodes).toArray(), 0));
        Outcome outcome = run(world(nodes, 1, new Exponential(20), new Constant(1), 1)
                .network(new WorldSpec.Network(meetings, new Constant(0.5), null, null, true))
                .build());
        assertThat(outcome.get(Metric.ENTRIES_PER_TIME)).isGreaterThan(0.02);
        assertThat(outcome.sent()).containsKey("HEIRS");
    }
}
