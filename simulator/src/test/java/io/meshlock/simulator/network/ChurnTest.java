package io.meshlock.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ChurnTest {

    private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11);
    private final RecordingEndpoints nodes = new RecordingEndpoints();

    private LinkChanges changes(Topology topology, int size) {
        Graph graph = Topologies.create(topology, size, random);
        Distribution delay = new Distribution.Constant(1);
        return new LinkChanges(new Network(graph, new EventQueue(), 0, delay, random), nodes, false);
    }

    static Set<String> links(Network network) {
        Set<String> links = new TreeSet<>();
        for (int i = 0; i < network.links(); i++) {
            links.add(network.low(network.link(i)) + "-" + network.high(network.link(i)));
        }
        return links;
    }

    static boolean isConnected(Network network) {
        return new Reachability(network).collect(0, new int[network.nodes()], 0, new boolean[network.nodes()])
                == network.nodes();
    }

    @Test
    void everyChangeMovesOneLinkAndKeepsTheMeshConnected() {
        LinkChanges changes = changes(new Topology.Random(0.12), 20);
        Network network = changes.network();
        Churn churn = new Churn(changes, new Split(20), true, random);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            Set<String> before = links(network);
            nodes.told.clear();
            if (churn.change()) {
                Set<String> gone = new TreeSet<>(before);
                gone.removeAll(links(network));
                assertThat(gone).hasSize(1);
                assertThat(nodes.told)
                        .hasSize(2)
                        .first()
                        .isEqualTo("down " + gone.iterator().next());
            }
            assertThat(network.links()).isEqualTo(23);
            assertThat(isConnected(network)).isTrue();
            seen.addAll(links(network));
        }
        assertThat(seen).hasSize(190);
    }

    @Test
    void aTreeHasNoLinkToSpare() {
        LinkChanges changes = changes(new Topology.Line(), 10);
        assertThat(new Churn(changes, new Split(10), true, random).change()).isFalse();
        assertThat(nodes.told).isEmpty();
        assertThat(changes.network().links()).isEqualTo(9);
    }

    @Test
    void withoutCareForConnectionTheTreeFallsApart() {
        LinkChanges changes = changes(new Topology.Line(), 10);
        Churn churn = new Churn(changes, new Split(10), false, random);
        boolean apart = false;
        for (int i = 0; i < 50; i++) {
            assertThat(churn.change()).isTrue();
            assertThat(changes.network().links()).isEqualTo(9);
            apart |= !isConnected(changes.network());
        }
        assertThat(apart).isTrue();
    }

    @Test
    void aFullMeshDoesNotChange() {
        LinkChanges changes = changes(new Topology.Full(), 6);
        assertThat(new Churn(changes, new Split(6), true, random).change()).isFalse();
        assertThat(changes.network().links()).isEqualTo(15);
    }

    @Test
    void theOneMissingLinkIsFoundAmongMany() {
        LinkChanges changes = changes(new Topology.Full(), 40);
        changes.cut(12, 31);
        Churn churn = new Churn(changes, new Split(40), true, random);
        nodes.told.clear();
        assertThat(churn.change()).isTrue();
        assertThat(nodes.told).hasSize(2).last().isEqualTo("up 12-31");
    }

    @Test
    void noLinkIsFormedAcrossASplit() {
        LinkChanges changes = changes(new Topology.Random(0.3), 12);
        Split split = new Split(12);
        Partitions partitions = new Partitions(changes, split, random);
        Churn churn = new Churn(changes, split, false, random);
        int formed = 0;
        for (int round = 0; round < 50; round++) {
            partitions.begin();
            for (int i = 0; i < 20; i++) {
                formed += churn.change() ? 1 : 0;
                for (int link = 0; link < changes.network().links(); link++) {
                    int handle = changes.network().link(link);
                    assertThat(split.apart(
                                    changes.network().low(handle),
                                    changes.network().high(handle)))
                            .isFalse();
                }
            }
            partitions.heal();
        }
        assertThat(formed).isGreaterThan(500);
    }
}
