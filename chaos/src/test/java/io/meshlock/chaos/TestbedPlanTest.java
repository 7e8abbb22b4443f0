package io.meshlock.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioException;
import io.meshlock.laboratory.scenario.ScenarioReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The plan of a testbed")
class TestbedPlanTest {

    private static final String RING = """
            nodes: 4
            permits: 2
            duration: 60
            network: {topology: ring, delay: 0.01}
            """;

    private static Map<String, Object> plan(Scenario scenario, long seed, Duration length) {
        ChaosSettings settings = new ChaosSettings(
                seed,
                length,
                Duration.ofSeconds(2),
                true,
                List.of(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(20),
                1,
                2);
        return TestbedPlan.of(scenario, settings, List.of("java"), List.of());
    }

    private static Scenario scenario(String yaml) {
        return Scenario.resolve(ScenarioReader.tree("test.yaml", yaml));
    }

    @Test
    void hasTheLinksOfAFixedTopologyFromTheStart() {
        Scenario ring = scenario(RING);
        Map<String, Object> plan = plan(ring, 1, Duration.ofMinutes(1));
        assertThat(plan)
                .containsEntry("hosts", 4)
                .containsEntry("seconds", 60.0)
                .containsEntry(
                        "links",
                        List.of(
                                List.of(0.0, 0, 1, true),
                                List.of(0.0, 0, 3, true),
                                List.of(0.0, 1, 2, true),
                                List.of(0.0, 2, 3, true)));
        assertThat(plan.get("pool"))
                .isEqualTo(Map.of(
                        "permits",
                        2,
                        "policy",
                        "priority",
                        "aging",
                        100L,
                        "algorithm",
                        "prioritized",
                        "options",
                        Map.of(
                                "ahead",
                                6L,
                                "beacon-after",
                                0L,
                                "eager",
                                0L,
                                "migration",
                                8L,
                                "overtakes",
                                0L,
                                "raises",
                                2L,
                                "registered",
                                4L,
                                "steady",
                                64L),
                        "lease",
                        2.0,
                        "beacon",
                        0.1,
                        "electionTimeout",
                        1.0,
                        "drift",
                        0.01));
        assertThat(plan.get("network"))
                .isEqualTo(Map.of(
                        "delay", "constant 0.01", "meanDelay", 0.01, "loss", 0.0, "duplicate", 0.0, "reorder", 0.0));
    }

    @Test
    void hasTheOptionsOfTheAlgorithmButNotThoseOfRecovery() {
        Scenario eager = scenario(RING + "options: {eager: 1, recovery: 1, beacon: 100000}\n");
        Map<?, ?> pool = (Map<?, ?>) plan(eager, 1, Duration.ofMinutes(1)).get("pool");
        assertThat(pool.get("options"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Long.class))
                .containsEntry("eager", 1L)
                .doesNotContainKeys("recovery", "beacon");
    }

    @Test
    void needsAnAlgorithmThatRecovers() {
        Scenario central = scenario(RING + "algorithm: central\n");
        assertThatThrownBy(() -> plan(central, 1, Duration.ofMinutes(1)))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("'central' does not recover; expected one with recovery, such as prioritized");
    }

    @Test
    void followsARecordedTraceForAsLongAsTheRun() {
        Scenario trace = ScenarioReader.read(Path.of("../scenarios/trace-field-walk.yaml"));
        Object half = plan(trace, 1, Duration.ofSeconds(30)).get("links");
        Object whole = plan(trace, 2, Duration.ofMinutes(2)).get("links");
        assertThat(whole).asInstanceOf(InstanceOfAssertFactories.LIST).startsWith(((List<?>) half).toArray());
        assertThat((List<?>) whole).hasSizeGreaterThan(((List<?>) half).size());
    }

    @Test
    void movesAsTheSeedSays() {
        Scenario roaming = ScenarioReader.read(Path.of("../scenarios/mobility-random-waypoint.yaml"));
        Duration minute = Duration.ofMinutes(1);
        assertThat(plan(roaming, 3, minute)).isEqualTo(plan(roaming, 3, minute));
        assertThat(plan(roaming, 3, minute).get("links"))
                .isNotEqualTo(plan(roaming, 4, minute).get("links"));
    }

    @Test
    void refusesWhatRealHostsCannotPlay() {
        Scenario churn =
                scenario("nodes: 4\npermits: 1\nduration: 60\nnetwork:\n  topology: ring\n  churn: {mean: 5}\n");
        assertThatThrownBy(() -> plan(churn, 1, Duration.ofMinutes(1)))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("test.yaml:6: network.churn: links of real hosts do not change at random; "
                        + "expected a topology, mobility or a trace");
    }
}
