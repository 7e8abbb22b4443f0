package io.meshlock.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.laboratory.Run;
import io.meshlock.laboratory.scenario.ScenarioFixtures;
import io.meshlock.simulator.metrics.Metric;
import io.meshlock.simulator.metrics.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ResultsTest {

    @Test
    void theDocumentHasTheKeysOfTheContractInOrder() {
        List<String> metrics = metrics(metric -> metric.pools() == Metric.Pools.ALL);
        List<String> keys = new ArrayList<>(List.of("scenario", "seed", "version"));
        keys.addAll(metrics);
        keys.add(keys.indexOf("messagesPerEntry") + 1, "messagesByType");
        keys.addAll(List.of("waitByPriority", "findings"));
        assertThat(results(run(1, 10, Map.of("TOKEN", 2.0))).document("0.1.0").keySet())
                .containsExactlyElementsOf(keys);
    }

    @Test
    void poolsWithRecoveryHaveItsMetricsToo() {
        Results results = results(run(1, 10, Map.of()), recovering(2));
        assertThat(results.metrics().keySet()).containsExactly(Metric.values());
        assertThat(results.metric(Metric.RECOVERIES)).isEqualTo(Summary.of(List.of(3.0)));
        assertThat(results.metric(Metric.BEACONS_PER_ENTRY).n()).isZero(); // nobody entered
        assertThat(results.document("0.1.0")).containsKeys("beaconsPerEntry", "grantsLost");
    }

    private static List<String> metrics(Predicate<Metric> which) {
        return Arrays.stream(Metric.values()).filter(which).map(Metric::label).toList();
    }

    @Test
    void severalSeedsAreListed() {
        Map<String, Object> document =
                results(run(4, 1, Map.of()), run(5, 1, Map.of())).document("0.2.0");
        assertThat(document).doesNotContainKey("seed").containsEntry("seeds", List.of(4L, 5L));
    }

    @Test
    void aTypeThatARunNeverSentCountsAsNone() {
        Results results = results(run(1, 10, Map.of("TOKEN", 2.0)), run(2, 10, Map.of("GRANT", 3.0)));
        assertThat(results.messagesByType().keySet()).containsExactly("GRANT", "TOKEN");
        assertThat(results.messagesByType().get("TOKEN").mean()).isEqualTo(1);
        assertThat(results.messagesByType().get("TOKEN").n()).isEqualTo(2);
    }

    @Test
    void waitsByPriorityAscend() {
        assertThat(results(run(1, 10, Map.of()), run(2, 10, Map.of())).waitsByPriority())
                .extracting(Statistics.WaitByPriority::priority)
                .containsExactly("-2", "9", "10..11");
    }

    @Test
    void totalsAddUpOverRuns() {
        assertThat(results(run(1, 10, Map.of()), run(2, 20, Map.of())).total(Metric.ENTRIES))
                .isEqualTo(30);
    }

    private static Results results(Run... runs) {
        return new Results(ScenarioFixtures.scenario(ScenarioFixtures.SMALL), List.of(runs));
    }

    private static Run run(long seed, long entries, Map<String, Double> byType) {
        return run(seed, entries, byType, null);
    }

    private static Run recovering(long seed) {
        return run(seed, 0, Map.of(), new RunResult.Recovery(Double.NaN, Double.NaN, 3, 4));
    }

    private static Run run(long seed, long entries, Map<String, Double> byType, RunResult.Recovery recovery) {
        List<RunResult.PriorityWait> waits = List.of(
                new RunResult.PriorityWait(-2, -2, 1, 5, 5, 5),
                new RunResult.PriorityWait(9, 9, 1, 3, 3, 3),
                new RunResult.PriorityWait(10, 11, 1, 1, 1, 1));
        RunResult result = new RunResult(
                entries,
                1,
                2,
                3,
                4,
                5,
                new TreeMap<>(byType),
                5,
                0,
                0,
                6,
                7,
                8,
                0.5,
                1,
                0.25,
                0.1,
                waits,
                recovery,
                new RunResult.Tally(0, 0, 0, 100));
        return new Run(seed, result, 0, 100, List.of());
    }
}
