package io.meshlock.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.result.Results;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioFixtures;
import io.meshlock.simulator.metrics.Metric;
import io.meshlock.simulator.metrics.RunResult.PriorityWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the papers and docs/protocols/prioritized.md claim of the prioritized algorithm, on a few seeds of the scenarios
 * in scenarios/. Runs are deterministic; margins are there for changes of the code only. The same claims are shown step
 * by step in the simulator's narratives: aging in {@code AgingTest}, silence of a cut-off component in
 * {@code StormRuleTest}, each flaw of the printed form in {@code PrintedFlawsTest}.
 *
 * <p>[Jiang-P]: J.-R. Jiang, Prioritized h-out of-k Resource Allocation for Mobile Ad Hoc Networks and Distributed
 * Systems. [Jiang-C]: the same, A Prioritized h-out of-k Mutual Exclusion Algorithm with Maximum Degree of Concurrency.
 */
class ClaimsTest {

    private static final String ANCHORED = "prioritized";
    private static final String MOVING = "prioritized-moving";
    private static final String REPAIRED = "prioritized-minimal-repair";
    private static final String PRINTED = "prioritized-as-printed";

    private static final Map<String, String> SHORT = Map.of("duration", "3000", "warmup", "500");

    // ---- [Jiang-P] Theorem 1: mutual exclusion ----

    @ParameterizedTest
    @ValueSource(strings = {ANCHORED, MOVING, REPAIRED, PRINTED})
    void atMostKPermitsAreOut(String algorithm) {
        for (String file : List.of("jiang-static-30-k1", "jiang-churn-30")) {
            Results results = run(scenario(file, SHORT, Map.of("algorithm", algorithm)), 4);
            assertThat(results.total(Metric.VIOLATIONS)).as(file).isZero();
            assertThat(results.total(Metric.ENTRIES)).as(file).isPositive();
        }
    }

    // ---- [Jiang-P] Theorem 3: bounded delay ----

    @ParameterizedTest
    @ValueSource(strings = {"jiang-static-30", "jiang-churn-30", "printed-deadlock"})
    void asPrintedRequestsAreLostForEver(String file) {
        Results results = run(scenario(file, SHORT, Map.of("algorithm", PRINTED)), 5);
        assertThat(results.metric(Metric.STARVED).min()).isPositive();
    }

    /** The minimal repair keeps the paper's assumption that the mesh is never partitioned. */
    @ParameterizedTest
    @CsvSource({
        "prioritized, partitions-heal",
        "prioritized, lossy-links",
        "prioritized, jiang-churn-30",
        "prioritized-moving, partitions-heal",
        "prioritized-moving, lossy-links",
        "prioritized-moving, jiang-churn-30",
        "prioritized-minimal-repair, jiang-churn-30",
        "prioritized-minimal-repair, printed-deadlock"
    })
    void correctedEverybodyIsServed(String algorithm, String file) {
        Results results = run(scenario(file, SHORT, Map.of("algorithm", algorithm)), 5);
        assertThat(results.total(Metric.STARVED)).isZero();
        assertThat(results.total(Metric.VIOLATIONS)).isZero();
    }

    @Test
    void agingBoundsTheLongestWaitOfTheLowestPriority() {
        double aged = longestWait(run(scenario("aging-bound"), 3), 0);
        double never = longestWait(run(scenario("aging-bound", Map.of("aging", "off")), 3), 0);
        assertThat(aged).isLessThan(never / 3);
        Map<String, String> twiceAsLong = Map.of("duration", "40000");
        assertThat(longestWait(run(scenario("aging-bound", twiceAsLong), 3), 0)).isLessThan(1.3 * aged);
    }

    // ---- [Jiang-P] Theorem 2: highest priority first ----

    @ParameterizedTest
    @ValueSource(strings = {"jiang-static-30", "jiang-churn-30"})
    void higherPrioritiesAreServedSooner(String file) {
        Results results = run(scenario(file, SHORT, Map.of("  priority", "uniform 0 9")), 4);
        assertThat(results.total(Metric.INVERSIONS)).isZero();
        for (Run run : results.runs()) {
            assertThat(waits(run, 9).mean() * 5).isLessThan(waits(run, 0).mean());
            assertThat(waits(run, 9).p99()).isLessThan(waits(run, 0).mean());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"partitions-heal", "lossy-links"})
    void noBetterRequestAtTheAnchorIsEverPassedOver(String file) {
        assertThat(run(scenario(file, SHORT), 5).total(Metric.INVERSIONS)).isZero();
    }

    // ---- [Jiang-C] Theorem 4: smallest first gives the highest concurrency ----

    @Test
    void smallestFirstHasMoreGrantsAtOnceThanFifo() {
        Map<String, String> brief = Map.of("duration", "5000", "warmup", "500");
        Results fifo = run(scenario("concurrency-fifo", brief), 4);
        Results smallest = run(scenario("concurrency-smallest-first", brief), 4);
        assertThat(smallest.metric(Metric.CONCURRENCY_MEAN).min())
                .isGreaterThan(1.2 * fifo.metric(Metric.CONCURRENCY_MEAN).max());
    }

    // ---- ours: throughput and messages ----

    @Test
    void fivePermitsAmongThirtyNodes() {
        Results results = run(scenario("jiang-static-30"), 10);
        assertThat(results.metric(Metric.ENTRIES_PER_TIME).mean()).isGreaterThanOrEqualTo(0.45);
        assertThat(results.metric(Metric.MESSAGES_PER_ENTRY).mean()).isLessThanOrEqualTo(6);
    }

    @Test
    void fiftyPermitsAmongThirtyNodes() {
        Results results = run(scenario("jiang-static-30-k50", Map.of("duration", "6000")), 10);
        assertThat(results.metric(Metric.ENTRIES_PER_TIME).mean()).isGreaterThanOrEqualTo(1.9);
        assertThat(results.metric(Metric.MESSAGES_PER_ENTRY).mean()).isLessThanOrEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jiang-static-30-k1", "jiang-static-30", "jiang-churn-30", "jiang-churn-30-k50"})
    void fewerMessagesThanTheMinimalRepairOnEverySeed(String file) {
        Results anchored = run(scenario(file, SHORT), 4);
        Results repaired = run(scenario(file, SHORT, Map.of("algorithm", REPAIRED)), 4);
        assertThat(anchored.metric(Metric.MESSAGES_PER_ENTRY).max() * 2)
                .isLessThan(repaired.metric(Metric.MESSAGES_PER_ENTRY).min());
    }

    @ParameterizedTest
    @ValueSource(strings = {ANCHORED, MOVING})
    void whoAsksAloneEndsUpPayingNothing(String algorithm) {
        Results results = run(scenario("alone", Map.of("algorithm", algorithm)), 2);
        assertThat(results.metric(Metric.MESSAGES_PER_ENTRY).max()).isZero();
        assertThat(results.metric(Metric.WAIT_MAX).max()).isZero();
        assertThat(results.metric(Metric.ENTRIES).min()).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {ANCHORED, MOVING})
    void whereTheTokenIsAskingCostsNothingFromTheStart(String algorithm) {
        Map<String, String> founderOnly = Map.of("algorithm", algorithm, "warmup", "0", "  only", "[0]");
        Results results = run(scenario("alone", Map.of("duration", "5000"), founderOnly), 2);
        assertThat(results.metric(Metric.MESSAGES_PER_ENTRY).max()).isZero();
    }

    // ---- ours: same scenario, same seed, same bytes ----

    @ParameterizedTest
    @ValueSource(strings = {ANCHORED, MOVING, REPAIRED, PRINTED})
    void sameSeedSameBytes(String algorithm) {
        Scenario scenario = scenario("jiang-churn-30", SHORT, Map.of("algorithm", algorithm));
        assertThat(document(scenario, 1)).isEqualTo(document(scenario, 1)).isNotEqualTo(document(scenario, 2));
    }

    // ---- the tools ----

    /** A scenario of the repository, with the values of some keys changed; a key stands with its indentation. */
    @SafeVarargs
    private static Scenario scenario(String name, Map<String, String>... changes) {
        String yaml;
        try {
            yaml = Files.readString(Path.of("..", "scenarios", name + ".yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Map<String, String> some : changes) {
            for (Map.Entry<String, String> change : some.entrySet()) {
                String key = change.getKey() + ": ";
                assertThat(yaml).as(name).contains("\n" + key);
                yaml = yaml.replaceFirst("(?m)^" + key + ".*$", key + change.getValue());
            }
        }
        return ScenarioFixtures.scenario(yaml);
    }

    private static Results run(Scenario scenario, int seeds) {
        return run(scenario, 1, seeds);
    }

    private static Results run(Scenario scenario, long first, int seeds) {
        try {
            return new Results(
                    scenario, new Experiment(scenario).seeds(first, seeds).run());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String document(Scenario scenario, long seed) {
        return Json.write(run(scenario, seed, 1).document("test"));
    }

    private static PriorityWait waits(Run run, int priority) {
        return Objects.requireNonNull(run.result()).waitsByPriority().stream()
                .filter(waits -> waits.from() == priority)
                .findFirst()
                .orElseThrow();
    }

    private static double longestWait(Results results, int priority) {
        return results.runs().stream()
                .mapToDouble(run -> waits(run, priority).max())
                .max()
                .orElseThrow();
    }
}
