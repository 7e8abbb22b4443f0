package io.meshlock.laboratory.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Algorithms;
import io.meshlock.protocol.Promises.Reach;
import io.meshlock.simulator.WorldSpec.RouteProtocol;
import io.meshlock.simulator.WorldSpec.Routing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutingSectionTest {

    private static final String REACHING_ANYBODY = String.join(
            ", ",
            Algorithms.all().stream()
                    .filter(each -> each.promises().reach() == Reach.ANYBODY)
                    .map(Algorithm::name)
                    .toList());

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "central | , routing: dijkstra | `` | network.routing.protocol: unknown protocol 'dijkstra'; expected one of shortest-path, distance-vector",
                "central | , routing: {period: 3} | `` | network.routing.period: means nothing with shortest-path; expected period only with distance-vector",
                "central | , routing: {protocol: distance-vector, ttl: 0} | `` | network.routing.ttl: 0 is too small; expected a whole number from 1 to 1000000",
                "central | , routing: {hops: 3} | `` | network.routing.hops: unknown key; expected one of protocol, noRoute, period, trigger, ttl",
                "central | `` | loss: 1 | faults.loss: 1 is too large; expected a number from 0 to 0.95",
            })
    void whatIsWrongIsSaidInOneLine(String algorithm, String network, String faults, String expected) {
        assertRefused(algorithm, network, faults, expected);
    }

    @Test
    void algorithmsThatNeedReliableChannelsGetThem() {
        String survivors = Algorithms.all().stream()
                .filter(each -> each.promises().reach() == Reach.ANYBODY
                        && each.promises().survivesLossyLinks())
                .map(Algorithm::name)
                .reduce((one, other) -> one + ", " + other)
                .map(names -> ": " + names)
                .orElse("");
        assertRefused(
                "central",
                "",
                "loss: 0.02",
                "faults.loss: 0.02 is more than algorithm central survives; expected 0, or an algorithm that does"
                        + survivors);
        assertRefused(
                "raymond",
                "",
                "duplicate: 0.1",
                "faults.duplicate: 0.1 is more than algorithm raymond survives; expected 0, or an algorithm that does"
                        + survivors);
        assertRefused(
                "central",
                ", routing: {noRoute: drop}",
                "",
                "network.routing.noRoute: drop is more than algorithm central survives; expected wait, or an algorithm"
                        + " that does" + survivors);
    }

    @Test
    void algorithmsAmongNeighboursHaveNoRoutingAndReliableLinks() {
        assertRefused(
                "prioritized",
                ", routing: shortest-path",
                "",
                "network.routing: means nothing to algorithm prioritized, whose nodes write to neighbours only; "
                        + "expected no routing, or an algorithm that needs it: " + REACHING_ANYBODY);
        assertRefused(
                "prioritized",
                "",
                "loss: 0.02",
                "faults.loss: links are reliable, and algorithm prioritized relies on that; expected 0, "
                        + "network.linkDeath: lossy, options.recovery: 1 with prioritized, or an algorithm over routing: "
                        + REACHING_ANYBODY);
        assertThat(scenario("prioritized", "", "loss: 0, reorder: 0").spec().mayLoseMessages())
                .isFalse();
    }

    @Test
    void distanceVectorsOfHugeMeshesAreRefused() {
        assertThatThrownBy(() -> ScenarioFixtures.scenario("""
                        nodes: 3000
                        permits: 1
                        duration: 100
                        algorithm: central
                        network: {topology: line, routing: distance-vector}
                        """))
                .hasMessageContaining("network.routing.protocol: distance-vector keeps a route per pair of 3000 nodes; "
                        + "expected at most 2000 nodes, or shortest-path");
    }

    private static void assertRefused(String algorithm, String network, String faults, String expected) {
        assertThatThrownBy(() -> scenario(algorithm, network, faults))
                .isInstanceOf(ScenarioException.class)
                .hasMessageEndingWith(expected)
                .hasMessageMatching("mesh\\.yaml:[56]: .*");
    }
}
