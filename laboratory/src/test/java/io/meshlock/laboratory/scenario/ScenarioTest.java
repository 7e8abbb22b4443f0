package io.meshlock.laboratory.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.result.Json;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.mobility.Area;
import io.meshlock.simulator.mobility.GaussMarkov;
import io.meshlock.simulator.mobility.GroupMobility;
import io.meshlock.simulator.mobility.Mobility;
import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.mobility.RandomWalk;
import io.meshlock.simulator.mobility.RandomWaypoint;
import io.meshlock.simulator.mobility.Speeds;
import io.meshlock.simulator.mobility.Stationary;
import io.meshlock.simulator.network.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioTest {

    private static final String EVERYTHING = """
            name: everything
            description: Every key there is.
            algorithm: prioritized-moving
            policy: deadline
            aging: off
            options: {raises: 3}
            nodes: 30
            permits: 5
            duration: 1000.5
            warmup: 0
            drain: 5000
            network:
              topology: random
              links: 87
              delay: uniform 0.5 1.5
              churn: {mean: 50, keepConnected: false}
              linkDeath: lossy
            workload:
              arrivals: poisson
              think: exponential 10
              hold: 2
              permits: uniform 1 3
              priority: uniform -1 10
              deadline: constant 30
              patience: exponential 99.5
              clients: 2
              active: {share: 0.2, load: 0.8}
              only: [29, 3]
            faults:
              partition: {mean: 500, length: uniform 10 20}
            """;

    @Test
    void everyKeyArrivesInTheWorld() {
        WorldSpec spec = ScenarioFixtures.scenario(EVERYTHING).spec();
        assertThat(spec.algorithm().name()).isEqualTo("prioritized-moving");
        assertThat(spec.pool().policy().label()).isEqualTo("deadline");
        assertThat(spec.pool().aging()).isEqualTo(PoolSettings.NO_AGING);
        assertThat(spec.options().given()).containsEntry("raises", 3L);
        assertThat(spec.duration()).isEqualTo(Ticks.of(1000.5));
        assertThat(spec.warmup()).isZero();
        assertThat(spec.drain()).isEqualTo(Ticks.of(5000));
        assertThat(spec.network())
                .isEqualTo(new WorldSpec.Network(
                        new Topology.Random(0.2),
                        new Distribution.Uniform(0.5, 1.5),
                        new WorldSpec.Churn(Ticks.of(50), false),
                        new WorldSpec.Partitions(Ticks.of(500), new Distribution.Uniform(10, 20)),
                        true));
        assertThat(spec.workload())
                .isEqualTo(new WorldSpec.Workload(
                        WorldSpec.Arrivals.POISSON,
                        new Distribution.Exponential(10),
                        new Distribution.Constant(2),
                        new Distribution.Uniform(1, 3),
                        new Distribution.Uniform(-1, 10),
                        new Distribution.Constant(30),
                        new Distribution.Exponential(99.5),
                        2,
                        new WorldSpec.Skew(0.2, 0.8),
                        List.of(29, 3)));
    }

    @Test
    void defaultsAreFilledInAndInAFixedOrder() {
        assertThat(Json.write(ScenarioFixtures.scenario(ScenarioFixtures.SMALL).resolved()))
                .isEqualTo("""
                        {
                          "name" : "mesh",
                          "description" : "",
                          "algorithm" : "prioritized",
                          "policy" : "priority",
                          "aging" : 100,
                          "options" : {
                            "registered" : 4,
                            "migration" : 8,
                            "raises" : 2,
                            "beacon-after" : 0,
                            "overtakes" : 0,
                            "eager" : 0,
                            "ahead" : 6,
                            "steady" : 64,
                            "recovery" : 0,
                            "beacon" : 10000000,
                            "election-timeout" : 0,
                            "holder-lease" : 0,
                            "lease" : 0,
                            "drift-ppm" : 10000,
                            "voters" : 7
                          },
                          "nodes" : 5,
                          "permits" : 2,
                          "duration" : 200,
                          "warmup" : 20,
                          "drain" : 1000,
                          "network" : {
                            "topology" : "line",
                            "delay" : "constant 1",
                            "churn" : "none",
                            "linkDeath" : "drained"
                          },
                          "workload" : {
                            "arrivals" : "closed",
                            "think" : "exponential 10",
                            "hold" : "constant 1",
                            "permits" : "constant 1",
                            "priority" : "constant 0",
                            "deadline" : "none",
                            "patience" : "none",
                            "clients" : 1,
                            "active" : "none",
                            "only" : "all"
                          },
                          "faults" : {
                            "partition" : "none",
                            "doze" : "none",
                            "disconnect" : "none",
                            "outage" : "none",
                            "reboot" : "none"
                          }
                        }
                        """);
    }

    @Test
    void theOrderOfTheFileDoesNotMatter() {
        String shuffled = """
                network: {topology: line}
                duration: 200
                permits: 2
                nodes: 5
                """;
        assertThat(Json.write(ScenarioFixtures.scenario(shuffled).resolved()))
                .isEqualTo(Json.write(
                        ScenarioFixtures.scenario(ScenarioFixtures.SMALL).resolved()));
    }

    @Test
    void theResolvedScenarioReadsBack() {
        for (String yaml : List.of(EVERYTHING, ScenarioFixtures.SMALL)) {
            Scenario scenario = ScenarioFixtures.scenario(yaml);
            Scenario again = ScenarioFixtures.scenario(Json.write(scenario.resolved()));
            assertThat(again.resolved()).isEqualTo(scenario.resolved());
            assertThat(again.spec().network()).isEqualTo(scenario.spec().network());
            assertThat(again.spec().workload()).isEqualTo(scenario.spec().workload());
            assertThat(again.spec().pool()).isEqualTo(scenario.spec().pool());
        }
    }

    @Test
    void settingsChangeByPath() {
        Scenario scenario = ScenarioFixtures.scenario(EVERYTHING);
        Scenario denser = scenario.with(set("network.links=none", "network.density=0.4"));
        assertThat(denser.spec().network().topology()).isEqualTo(new Topology.Random(0.4));
        Scenario calm = scenario.with(set("network.churn=none"));
        assertThat(calm.spec().network().churn()).isNull();
        Scenario restless = calm.with(set("network.churn.mean=9"));
        assertThat(restless.spec().network().churn()).isEqualTo(new WorldSpec.Churn(Ticks.of(9), true));
        assertThat(scenario.with(set("workload.only=[1, 2]")).spec().workload().only())
                .containsExactly(1, 2);
        assertThat(scenario.spec().network().churn()).isNotNull();
    }

    @Test
    void overridesAreBlamedByTheirFlag() {
        Scenario scenario = ScenarioFixtures.scenario(EVERYTHING);
        assertThatThrownBy(() -> scenario.with(set("network.links=3")))
                .hasMessageStartingWith("--set network.links=3: network.links: 3 links, ");
    }

    private static List<Setting> set(String... assignments) {
        return Stream.of(assignments)
                .map(assignment -> Setting.parse("--set", assignment))
                .toList();
    }

    @Test
    void numbersOfLinksAreExact() {
        for (int nodes : new int[] {2, 3, 30, 1000, 99_999}) {
            long pairs = (long) nodes * (nodes - 1) / 2;
            for (long links : new long[] {nodes - 1, nodes, Math.min(pairs, 3L * nodes + 1)}) {
                if (links <= pairs) {
                    String yaml = String.format(
                            Locale.ROOT,
                            "{nodes: %d, permits: 1, duration: 1, network: {topology: random, links: %d}}",
                            nodes,
                            links);
                    Topology topology =
                            ScenarioFixtures.scenario(yaml).spec().network().topology();
                    assertThat(Math.round(((Topology.Random) topology).density() * pairs))
                            .isEqualTo(links);
                }
            }
        }
    }

    @Test
    void linksFromAFileRelativeToTheScenario(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("maps"));
        Files.writeString(folder.resolve("maps/yard.txt"), "# the yard\n0 1\n\n2 1 # the gate\n");
        Path file = folder.resolve("yard.yaml");
        Files.writeString(file, "nodes: 3\npermits: 1\nduration: 10\nnetwork: {topology: file, file: maps/yard.txt}\n");
        Scenario scenario = ScenarioReader.read(file);
        assertThat(scenario.name()).isEqualTo("yard");
        Files.writeString(folder.resolve("maps/ring.txt"), "0 1\n1 2\n2 0\n");
        Topology set = scenario.with(set("network.file=maps/ring.txt"))
                .spec()
                .network()
                .topology();
        assertThat(((Topology.Listed) set).links()).hasSize(3);
        assertThat(scenario.spec().network().topology())
                .isEqualTo(new Topology.Listed(List.of(new Topology.Link(0, 1), new Topology.Link(1, 2))));
    }

    @Test
    void oneNodeIsAMesh() {
        assertThat(ScenarioFixtures.scenario(
                                "{nodes: 1, permits: 1, duration: 9, network: {topology: random, density: 0}}")
                        .spec()
                        .nodes())
                .isEqualTo(1);
    }

    @Test
    void everyTopologyHasItsName() {
        for (String name : List.of("geometric", "line", "ring", "grid", "star", "full", "tree")) {
            Scenario scenario = ScenarioFixtures.scenario(
                    "{nodes: 20, permits: 1, duration: 9, network: {topology: " + name + "}}");
            assertThat(scenario.spec().network().topology().getClass().getSimpleName())
                    .isEqualToIgnoringCase(name);
        }
    }

    @Test
    void mobilityArrivesWithItsDefaults() {
        Scenario scenario = ScenarioFixtures.scenario("""
                nodes: 20
                permits: 2
                duration: 100
                network:
                  mobility: {model: random-waypoint, area: 700, radius: 200, speed: 20, moving: 0.5}
                """);
        Moving moving = (Moving) scenario.spec().network().topology();
        assertThat(moving.radio()).isEqualTo(Radio.of(200, 0.05));
        RandomWaypoint waypoint = (RandomWaypoint) moving.mobility();
        assertThat(waypoint.area()).isEqualTo(new Area(700, 700));
        assertThat(waypoint.speed()).isEqualTo(new Speeds(20, 20));
        assertThat(waypoint.moving()).isEqualTo(0.5);
        assertThat(waypoint.stationary()).isTrue();
        assertThat(Json.write(((Map<?, ?>) scenario.resolved().get("network")).get("mobility")))
                .startsWith("""
                        {
                          "model" : "random-waypoint",
                          "area" : [ 700, 700 ],
                          "radius" : 200,
                          "hysteresis" : 0.05,
                          "loss" : "none",
                          "speed" : [ 20, 20 ],
                          "pause" : "constant 18.2""");
        Scenario again = Scenario.resolve(ScenarioReader.tree("mesh.yaml", Json.write(scenario.resolved())));
        assertThat(again.spec().network()).isEqualTo(scenario.spec().network());
        assertThat(again.resolved()).isEqualTo(scenario.resolved());
    }

    @Test
    void everyModelTakesItsKeys() {
        Map<String, Mobility> models = Map.of(
                "model: random-walk, speed: [1, 2], interval: exponential 5",
                new RandomWalk(new Area(9, 8), new Speeds(1, 2), new Distribution.Exponential(5)),
                "model: gauss-markov, speed: 3, memory: 0.5, interval: 2",
                new GaussMarkov(new Area(9, 8), 3, 0.5, 2),
                "model: group, groups: 4, spread: 2, speed: 10, pause: 7",
                new GroupMobility(
                        new Area(9, 8), 4, 2, new Speeds(10, 10), new Distribution.Constant(7), new Speeds(1, 1)),
                "model: static",
                new Stationary(new Area(9, 8)));
        models.forEach((keys, expected) -> {
            Scenario scenario = ScenarioFixtures.scenario("nodes: 5\npermits: 1\nduration: 10\nnetwork: {mobility: {"
                    + "area: [9, 8], radius: 3, hysteresis: 0, loss: {edge: 0.4}, " + keys + "}}\n");
            assertThat(scenario.spec().network().topology()).isEqualTo(new Moving(expected, new Radio(3, 0, 0.4, 0.5)));
        });
    }

    @Test
    void nodesAndDurationComeFromTheTrace(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("walk.csv"), "0,a,1,2\n9.5,b,1,2\n9,c,1,2\n");
        Path file = Files.writeString(
                folder.resolve("mesh.yaml"), "permits: 1\nnetwork: {trace: {file: walk.csv, radius: 3}}\n");
        Scenario scenario = ScenarioReader.read(file);
        assertThat(scenario.spec().nodes()).isEqualTo(3);
        assertThat(scenario.spec().duration()).isEqualTo(Ticks.of(9.5));
        assertThat(scenario.resolved()).containsEntry("nodes", 3L).containsEntry("duration", 9.5);
        assertThat(Json.write(((Map<?, ?>) scenario.resolved().get("network")).get("trace")))
                .isEqualTo("""
                        {
                          "file" : "walk.csv",
                          "format" : "csv",
                          "radius" : 3,
                          "hysteresis" : 0.05,
                          "loss" : "none"
                        }
                        """);
    }
}
