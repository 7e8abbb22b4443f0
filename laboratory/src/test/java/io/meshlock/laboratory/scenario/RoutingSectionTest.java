package io.meshlock.laboratory.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.routing.RouteProtocol;
import io.meshlock.simulator.routing.Routing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutingSectionTest {

    private static Scenario scenario(String algorithm, String network, String faults) {
        return ScenarioFixtures.scenario("nodes: 10\npermits: 1\nduration: 100\nalgorithm: " + algorithm
                + "\nnetwork: {topology: line" + network + "}\nfaults: {" + faults + "}\n");
    }

    private static Routing routing(String network, String faults) {
        return scenario("central", network, faults).spec().network().routing();
    }

    @Test
    void shortestPathsThatLoseNothingUnlessSaidOtherwise() {
        assertThat(routing("", "")).isEqualTo(Routing.IDEAL);
        assertThat(routing(", routing: shortest-path", "loss: 0, duplicate: 0")).isEqualTo(Routing.IDEAL);
        assertThat(routing("", "reorder: 0.1").reorder()).isEqualTo(0.1);
    }

    @Test
    void distanceVectorsHaveDefaultsAndSettings() {
        assertThat(routing(", routing: distance-vector", ""))
                .isEqualTo(
                        new Routing(new RouteProtocol.DistanceVector(Ticks.of(15), Ticks.of(0.5), 64), true, 0, 0, 0));
        assertThat(routing(", routing: {protocol: distance-vector, period: 5, trigger: 1, ttl: 7}", "")
                        .protocol())
                .isEqualTo(new RouteProtocol.DistanceVector(Ticks.of(5), Ticks.of(1), 7));
    }

    @Test
    void whatIsResolvedReadsBackToTheSame() {
        Scenario scenario = scenario("central", ", routing: distance-vector", "reorder: 0.1");
        assertThat(scenario.resolved().toString())
                .contains("routing={protocol=distance-vector, noRoute=wait, period=15, trigger=0.5, ttl=64}")
                .contains("loss=0, duplicate=0, reorder=0.1");
        assertThat(scenario("prioritized", "", "").resolved().toString()).doesNotContain("routing", "loss");
    }

    @Test
    void neighboursDoWithoutRoutingAndLossesIfNoneAreAsked() {
        assertThat(scenario("prioritized", "", "loss: 0, reorder: 0").spec().mayLoseMessages())
                .isFalse();
    }

    /** The words are in {@code mistakes/scenarios.txt}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "central | , routing: {period: 3} | `` | 5 | network.routing.period",
                "central | , routing: {noRoute: drop} | `` | 5 | network.routing.noRoute",
                "central | `` | loss: 0.02 | 6 | faults.loss",
                "raymond | `` | duplicate: 0.1 | 6 | faults.duplicate",
                "prioritized | , routing: shortest-path | `` | 5 | network.routing",
                "prioritized | `` | loss: 0.02 | 6 | faults.loss",
            })
    void whatAnAlgorithmDoesNotSurviveIsRefused(String algorithm, String network, String faults, int line, String key) {
        assertThatThrownBy(() -> scenario(algorithm, network, faults))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith("mesh.yaml:" + line + ": " + key + ": ");
    }
}
