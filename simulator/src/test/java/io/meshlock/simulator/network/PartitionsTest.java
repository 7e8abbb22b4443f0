package io.meshlock.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class PartitionsTest {

    private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(12);
    private final RecordingEndpoints nodes = new RecordingEndpoints();

    private LinkChanges changes(Topology topology, int size) {
        Graph graph = Topologies.create(topology, size, random);
        Distribution delay = new Distribution.Constant(1);
        return new LinkChanges(new Network(graph, new EventQueue(), 0, delay, random), nodes, false);
    }

    @Test
    void aSplitCutsExactlyTheFrontierAndHealsExactlyThat() {
        LinkChanges changes = changes(new Topology.Random(0.2), 25);
        Network network = changes.network();
        Split split = new Split(25);
        Partitions partitions = new Partitions(changes, split, random);
        Set<String> whole = ChurnTest.links(network);
        Set<Long> sizes = new TreeSet<>();
        for (int i = 0; i < 200; i++) {
            partitions.begin();
            sizes.add(split.pairsTogether());
            assertThat(split.isActive()).isTrue();
            assertThat(ChurnTest.isConnected(network)).isFalse();
            Set<String> together = new TreeSet<>(whole);
            together.removeIf(link -> split.apart(low(link), high(link)));
            assertThat(ChurnTest.links(network)).isEqualTo(together);
            partitions.heal();
            assertThat(split.isActive()).isFalse();
            assertThat(ChurnTest.links(network)).isEqualTo(whole);
        }
        // Sizes 1 to 24, two of which leave as many pairs together each.
        assertThat(sizes).hasSize(12);
    }

    private static int low(String link) {
        return Integer.parseInt(link.substring(0, link.indexOf('-')));
    }

    private static int high(String link) {
        return Integer.parseInt(link.substring(link.indexOf('-') + 1));
    }

    @Test
    void oneSideOfASplitIsConnected() {
        LinkChanges changes = changes(new Topology.Grid(), 36);
        Split split = new Split(36);
        Partitions partitions = new Partitions(changes, split, random);
        Reachability reachability = new Reachability(changes.network());
        for (int i = 0; i < 100; i++) {
            partitions.begin();
            boolean whole = false;
            for (int node = 0; node < 36; node++) {
                int source = node;
                long side = IntStream.range(0, 36)
                        .filter(other -> !split.apart(source, other))
                        .count();
                whole |= reachability.collect(node, new int[36], 0, new boolean[36]) == side;
            }
            assertThat(whole).isTrue();
            partitions.heal();
        }
    }

    @Test
    void onASingleNodeNothingCanBeSplit() {
        LinkChanges changes = changes(new Topology.Line(), 1);
        Partitions partitions = new Partitions(changes, new Split(1), random);
        partitions.begin();
        partitions.heal();
        assertThat(nodes.told).isEmpty();
    }

    @Test
    void reconnectionJoinsAllPartsWithAsFewLinksAsPossible() {
        LinkChanges changes = changes(new Topology.Ring(), 30);
        for (int node = 0; node < 30; node += 3) {
            changes.cut(node, node + 1);
        }
        assertThat(ChurnTest.isConnected(changes.network())).isFalse();
        assertThat(Reconnection.reconnect(changes, new Split(changes.network().nodes()), random))
                .isEqualTo(9);
        assertThat(ChurnTest.isConnected(changes.network())).isTrue();
        assertThat(Reconnection.reconnect(changes, new Split(changes.network().nodes()), random))
                .isZero();
    }
}
