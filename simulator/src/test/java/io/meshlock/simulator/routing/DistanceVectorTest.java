package io.meshlock.simulator.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.network.Topology;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistanceVectorTest {

    /** A period so long that only triggered updates are sent. */
    private static final double NEVER = 100_000;

    private static RoutedMesh mesh(Topology topology, int nodes, double period, boolean wait, long seed) {
        RouteProtocol vectors = new RouteProtocol.DistanceVector(Ticks.of(period), Ticks.of(0.5), 64);
        return new RoutedMesh(topology, nodes, new Routing(vectors, wait, 0, 0, 0), true, seed);
    }

    private static void assertAllShortest(RoutedMesh mesh) {
        int nodes = mesh.network.nodes();
        for (int to = 0; to < nodes; to++) {
            int[] distances = mesh.distances(to);
            for (int from = 0; from < nodes; from++) {
                assertThat(Walks.length(mesh.router.routes(), mesh.network, from, to))
                        .as("from %s to %s", from, to)
                        .isEqualTo(distances[from]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void fromNothingToShortestPathsByNewsAlone(long seed) {
        RoutedMesh mesh = mesh(new Topology.Random(0.15), 30, NEVER, false, seed);
        mesh.pass(40);
        assertAllShortest(mesh);
        int told = mesh.controls;
        mesh.pass(1000);
        assertThat(mesh.controls).as("nothing new, nothing told").isEqualTo(told);
    }

    @Test
    void convergenceTakesADelayAndATriggerPerHop() {
        RoutedMesh mesh = mesh(new Topology.Line(), 10, NEVER, false, 1);
        mesh.pass(9 * 1.5 - 0.01);
        assertThat(mesh.router.routes().nextHop(0, 9)).isEqualTo(Routes.NONE);
        mesh.pass(0.01);
        assertThat(mesh.router.routes().nextHop(0, 9)).isEqualTo(1);
    }

    @Test
    void aQuietMeshTellsOneTablePerLinkAndPeriod() {
        RoutedMesh mesh = mesh(new Topology.Random(0.3), 15, 20, false, 1);
        mesh.pass(200);
        int told = mesh.controls;
        mesh.pass(200);
        assertThat(mesh.controls - told).isEqualTo(10 * 2 * mesh.network.links());
        assertAllShortest(mesh);
    }

    @Test
    void aCutIsRoutedAroundWithoutWaitingForAPeriod() {
        RoutedMesh mesh = mesh(new Topology.Ring(), 12, NEVER, false, 1);
        mesh.pass(60);
        mesh.changes.cut(0, 1);
        mesh.pass(60);
        assertAllShortest(mesh);
    }

    @Test
    void aShortcutWithOlderNumbersIsTakenWithoutWaitingForAPeriod() {
        RoutedMesh mesh = mesh(new Topology.Ring(), 12, NEVER, false, 1);
        mesh.pass(60);
        mesh.changes.cut(0, 1);
        mesh.pass(60);
        mesh.changes.form(0, 1);
        mesh.pass(60);
        assertAllShortest(mesh);
    }

    @Test
    void whoIsGoneIsForgottenWithFewWords() {
        RoutedMesh mesh = mesh(new Topology.Full(), 8, NEVER, false, 1);
        mesh.pass(20);
        int told = mesh.controls;
        for (int peer = 1; peer < 8; peer++) {
            mesh.changes.cut(0, peer);
        }
        mesh.pass(20);
        for (int from = 1; from < 8; from++) {
            assertThat(mesh.router.routes().nextHop(from, 0)).isEqualTo(Routes.NONE);
        }
        // Seven nodes tell six others once. Counting to infinity would take hundreds of messages.
        assertThat(mesh.controls - told).isEqualTo(7 * 6);
        told = mesh.controls;
        mesh.pass(1000);
        assertThat(mesh.controls).isEqualTo(told);
    }

    /** Links die with routing messages on them, so nodes know of each change at different times. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void thereIsNeverALoopAndInTheEndAWayForEverybody(long seed) {
        int nodes = 9;
        RoutedMesh mesh = mesh(new Topology.Random(0.35), nodes, 30, false, seed);
        UniformRandomProvider random = new RandomStreams(seed).of(Concern.CHURN);
        mesh.afterEach(() -> walkEverywhere(mesh));
        for (int change = 0; change < 300; change++) {
            int a = random.nextInt(nodes);
            int b = (a + 1 + random.nextInt(nodes - 1)) % nodes;
            if (mesh.network.isUp(a, b)) {
                mesh.changes.cut(a, b);
            } else if (random.nextInt(3) == 0) {
                mesh.changes.form(a, b);
            }
            walkEverywhere(mesh);
            mesh.pass(random.nextDouble() * 4);
        }
        for (int node = 1; node < nodes; node++) {
            if (!mesh.network.isUp(node - 1, node)) {
                mesh.changes.form(node - 1, node);
            }
        }
        mesh.pass(200);
        assertAllShortest(mesh);
    }

    private static void walkEverywhere(RoutedMesh mesh) {
        for (int from = 0; from < mesh.network.nodes(); from++) {
            for (int to = 0; to < mesh.network.nodes(); to++) {
                Walks.length(mesh.router.routes(), mesh.network, from, to);
            }
        }
    }

    @Test
    void messagesAreLostWhileRoutesAreWrongOrWaitUntilTheyAreRight() {
        for (boolean wait : new boolean[] {false, true}) {
            RoutedMesh mesh = mesh(new Topology.Ring(), 6, NEVER, wait, 1);
            mesh.send(0, 2, 1); // before anybody knows anybody
            mesh.pass(30);
            mesh.changes.cut(1, 2);
            mesh.send(0, 2, 2); // 0 has not heard of the cut; 1 has
            mesh.pass(30);
            mesh.send(0, 2, 3);
            mesh.pass(30);
            if (wait) {
                assertThat(mesh.arrived).containsExactly(1, 2, 3);
                assertThat(mesh.lost).isEmpty();
            } else {
                assertThat(mesh.arrived).containsExactly(3);
                assertThat(mesh.lost).containsExactly(1, 2);
            }
            assertThat(mesh.router.inFlight()).isZero();
        }
    }

    @Test
    void aMessageCrossesNoMoreLinksThanItMay() {
        RouteProtocol vectors = new RouteProtocol.DistanceVector(Ticks.of(NEVER), Ticks.of(0.5), 3);
        RoutedMesh mesh = new RoutedMesh(new Topology.Line(), 6, new Routing(vectors, false, 0, 0, 0), true, 1);
        mesh.pass(30);
        mesh.send(0, 3, 1);
        mesh.send(0, 4, 2);
        mesh.pass(30);
        assertThat(mesh.arrived).containsExactly(1);
        assertThat(mesh.lost).containsExactly(2);
    }
}
