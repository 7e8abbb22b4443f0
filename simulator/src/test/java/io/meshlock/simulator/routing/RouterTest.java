package io.meshlock.simulator.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshlock.simulator.network.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RouterTest {

    private static Routing faulty(double loss, double duplicate, double reorder) {
        return new Routing(new RouteProtocol.ShortestPath(), true, loss, duplicate, reorder);
    }

    private static RoutedMesh line(int nodes, Routing routing) {
        return new RoutedMesh(new Topology.Line(), nodes, routing, false, 1);
    }

    @Test
    void aMessageTakesOneDelayPerLink() {
        RoutedMesh mesh = line(5, Routing.IDEAL);
        mesh.send(0, 4, 1);
        mesh.pass(3.999);
        assertThat(mesh.arrived).isEmpty();
        assertThat(mesh.router.inFlight()).isEqualTo(1);
        mesh.pass(0.001);
        assertThat(mesh.arrived).containsExactly(1);
        assertThat(mesh.hops).isEqualTo(4);
        assertThat(mesh.router.inFlight()).isZero();
    }

    @Test
    void messagesWithoutAWayWaitInTheirOrderUntilThereIsOne() {
        RoutedMesh mesh = line(4, Routing.IDEAL);
        mesh.changes.cut(2, 3);
        mesh.send(0, 3, 1);
        mesh.send(0, 3, 2);
        mesh.send(0, 2, 3);
        mesh.pass(10);
        assertThat(mesh.arrived).containsExactly(3);
        assertThat(mesh.router.inFlight()).isEqualTo(2);
        mesh.changes.form(1, 3); // not at the node where they wait
        mesh.pass(10);
        assertThat(mesh.arrived).containsExactly(3, 1, 2);
        assertThat(mesh.lost).isEmpty();
    }

    @Test
    void messagesWithoutAWayAreLostIfTheScenarioSaysSo() {
        RoutedMesh mesh = line(4, new Routing(new RouteProtocol.ShortestPath(), false, 0, 0, 0));
        mesh.changes.cut(2, 3);
        mesh.send(0, 3, 1);
        assertThat(mesh.lost).containsExactly(1);
        assertThat(mesh.router.inFlight()).isZero();
    }

    @Test
    void aMessageUnderWayIsReroutedFromWhereItIs() {
        RoutedMesh mesh = new RoutedMesh(new Topology.Ring(), 6, Routing.IDEAL, false, 1);
        mesh.send(0, 2, 1);
        mesh.pass(0.5);
        mesh.changes.cut(1, 2);
        mesh.pass(4.5); // to 1, back over 0, 5, 4, 3
        assertThat(mesh.arrived).isEmpty();
        mesh.pass(1);
        assertThat(mesh.arrived).containsExactly(1);
        assertThat(mesh.hops).isEqualTo(6);
    }

    @Test
    void aLinkThatDiesTakesItsMessagesWithItIfLinksDoThat() {
        RoutedMesh lossy = new RoutedMesh(new Topology.Line(), 4, Routing.IDEAL, true, 1);
        lossy.send(0, 3, 1);
        lossy.pass(1.5);
        lossy.changes.cut(1, 2);
        assertThat(lossy.lost).containsExactly(1);

        RoutedMesh drained = new RoutedMesh(new Topology.Line(), 4, Routing.IDEAL, false, 1);
        drained.send(0, 3, 1);
        drained.pass(1.5);
        drained.changes.cut(1, 2);
        drained.pass(1);
        assertThat(drained.arrived).containsExactly(1);
    }

    @Test
    void laterMessagesOvertakeOverAShorterWay() {
        RoutedMesh mesh = line(6, Routing.IDEAL);
        mesh.send(0, 5, 1);
        mesh.pass(1);
        mesh.changes.form(0, 5);
        mesh.send(0, 5, 2);
        mesh.pass(10);
        assertThat(mesh.arrived).containsExactly(2, 1);
    }

    @Test
    void faultsHappenAsOftenAsTheScenarioSaysHoweverLongTheWay() {
        for (int nodes : new int[] {2, 8}) {
            RoutedMesh mesh = line(nodes, faulty(0.1, 0.05, 0));
            int all = 20_000;
            for (int i = 0; i < all; i++) {
                mesh.send(0, nodes - 1, i);
            }
            mesh.pass(100);
            double lost = mesh.lost.size() / (double) all;
            double twice = (mesh.arrived.size() - new HashSet<>(mesh.arrived).size()) / (double) all;
            assertThat(lost).isCloseTo(0.1, within(0.01));
            assertThat(twice).isCloseTo(0.9 * 0.05, within(0.008));
            assertThat(new HashSet<>(mesh.arrived)).hasSize(all - mesh.lost.size());
            assertThat(mesh.router.inFlight()).isZero();
        }
    }

    @Test
    void reorderedMessagesAreOvertakenAndNeverLost() {
        RoutedMesh mesh = line(3, faulty(0, 0, 0.2));
        for (int i = 0; i < 1000; i++) {
            mesh.send(0, 2, i);
            mesh.pass(0.5);
        }
        mesh.pass(50);
        List<Integer> inOrder = IntStream.range(0, 1000).boxed().toList();
        assertThat(mesh.arrived).containsExactlyInAnyOrderElementsOf(inOrder).isNotEqualTo(inOrder);
        long overtaken = IntStream.range(1, 1000)
                .filter(i -> mesh.arrived.get(i) < mesh.arrived.get(i - 1))
                .count();
        assertThat(overtaken).isBetween(100L, 300L);
    }

    @Test
    void aHealedChannelOnlyCarries() {
        RoutedMesh mesh = line(3, faulty(0.5, 0.5, 0.5));
        mesh.router.heal();
        for (int i = 0; i < 100; i++) {
            mesh.send(0, 2, i);
        }
        mesh.pass(10);
        assertThat(mesh.arrived).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void theSameSeedGivesTheSameFate() {
        List<List<Integer>> fates = IntStream.range(0, 2)
                .mapToObj(run -> {
                    RoutedMesh mesh = line(4, faulty(0.2, 0.2, 0.2));
                    for (int i = 0; i < 200; i++) {
                        mesh.send(0, 3, i);
                    }
                    mesh.pass(100);
                    return List.copyOf(mesh.arrived);
                })
                .toList();
        assertThat(fates.get(0)).isEqualTo(fates.get(1)).isNotEmpty();
    }

    @Test
    void nobodyWritesToItselfOrToNobody() {
        RoutedMesh mesh = line(3, Routing.IDEAL);
        assertThatThrownBy(() -> mesh.send(1, 1, 0)).hasMessageContaining("node 1 writes to node 1");
        assertThatThrownBy(() -> mesh.send(1, 3, 0)).hasMessageContaining("the others are 0 to 2 without itself");
    }
}
