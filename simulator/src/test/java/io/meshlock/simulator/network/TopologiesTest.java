package io.meshlock.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologiesTest {

    private static UniformRandomProvider random(int seed) {
        return RandomSource.XO_SHI_RO_256_PP.create(seed);
    }

    private static Graph create(Topology topology, int nodes) {
        return Topologies.create(topology, nodes, random(1));
    }

    private static int[] degrees(Graph graph) {
        int[] degrees = new int[graph.nodes()];
        Arrays.setAll(degrees, graph::degree);
        return degrees;
    }

    private static String links(Graph graph) {
        StringBuilder text = new StringBuilder();
        for (int link = 0; link < graph.links(); link++) {
            text.append(graph.low(link)).append('-').append(graph.high(link)).append(' ');
        }
        return text.toString().trim();
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5, 0", "2, 0, 1", "30, 0.2, 87", "30, 0, 29", "30, 0.9, 392", "30, 1, 435", "10000, 0.002, 99990"
    })
    void randomGraphsAreConnectedAndHaveExactlyTheirShareOfLinks(int nodes, double density, int links) {
        for (int seed = 0; seed < 5; seed++) {
            Graph graph = Topologies.create(new Topology.Random(density), nodes, random(seed));
            assertThat(graph.links()).isEqualTo(links);
            assertThat(graph.isConnected()).isTrue();
        }
    }

    /** Four labelled nodes have 16 trees, 12 paths and 4 stars; each must be as likely as the others. */
    @Test
    void randomTreesAreUniform() {
        UniformRandomProvider random = random(3);
        int stars = 0;
        for (int i = 0; i < 16_000; i++) {
            Graph tree = Topologies.create(new Topology.Random(0), 4, random);
            stars += Arrays.stream(degrees(tree)).max().getAsInt() == 3 ? 1 : 0;
        }
        assertThat(stars).isBetween(3750, 4250);
    }

    @Test
    void furtherLinksAreSpreadEvenly() {
        UniformRandomProvider random = random(4);
        int[] degrees = new int[10];
        for (int i = 0; i < 2000; i++) {
            int[] these = degrees(Topologies.create(new Topology.Random(i % 2 == 0 ? 0.4 : 0.8), 10, random));
            Arrays.setAll(degrees, node -> degrees[node] + these[node]);
        }
        // 18 and 36 links make 108 link ends per two draws, over ten nodes.
        assertThat(Arrays.stream(degrees).boxed()).allMatch(degree -> Math.abs(degree - 10_800) < 150);
    }

    @Test
    void largeRandomGraphsHaveAllTheirLinks() {
        Graph graph = create(new Topology.Random(0.01), 10_000);
        assertThat(graph.links()).isEqualTo(499_950);
        assertThat(graph.isConnected()).isTrue();
    }

    @Test
    void geometricGraphsLinkExactlyThoseInRange() {
        // As the generator places them: x then y, node by node.
        int nodes = 60;
        double range = 300;
        Graph graph = Topologies.create(new Topology.Geometric(range), nodes, random(5));
        UniformRandomProvider again = random(5);
        double[] xs = new double[nodes];
        double[] ys = new double[nodes];
        for (int node = 0; node < nodes; node++) {
            xs[node] = again.nextDouble() * 1000;
            ys[node] = again.nextDouble() * 1000;
        }
        StringBuilder expected = new StringBuilder();
        for (int a = 0; a < nodes; a++) {
            for (int b = a + 1; b < nodes; b++) {
                if (Math.hypot(xs[a] - xs[b], ys[a] - ys[b]) <= range) {
                    expected.append(a).append('-').append(b).append(' ');
                }
            }
        }
        assertThat(links(graph)).isEqualTo(expected.toString().trim());
    }

    @Test
    void aHundredThousandNodesInTheSquareAreConnectedAtTheRangeThatErrorsSuggest() {
        double range = GeometricGraphs.sufficientRange(100_000);
        Graph graph = create(new Topology.Geometric(range), 100_000);
        assertThat(graph.isConnected()).isTrue();
        double expectedDegree = Math.PI * range * range / 10;
        assertThat(2.0 * graph.links() / 100_000).isBetween(expectedDegree * 0.95, expectedDegree * 1.05);
    }

    @Test
    void aRangeThatCannotConnectIsRefusedWithOneThatCan() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> create(new Topology.Geometric(20), 100))
                .withMessageContaining("100 nodes")
                .withMessageContaining("range 20")
                .withMessageContaining("about 175 would do");
        assertThat(create(new Topology.Geometric(175), 100).isConnected()).isTrue();
    }

    @Test
    void regularShapes() {
        assertThat(links(create(new Topology.Line(), 4))).isEqualTo("0-1 1-2 2-3");
        assertThat(links(create(new Topology.Ring(), 4))).isEqualTo("0-1 0-3 1-2 2-3");
        assertThat(links(create(new Topology.Ring(), 2))).isEqualTo("0-1");
        assertThat(links(create(new Topology.Star(), 4))).isEqualTo("0-1 0-2 0-3");
        assertThat(links(create(new Topology.Full(), 4))).isEqualTo("0-1 0-2 0-3 1-2 1-3 2-3");
        assertThat(links(create(new Topology.Tree(2), 6))).isEqualTo("0-1 0-2 1-3 1-4 2-5");
        assertThat(links(create(new Topology.Grid(), 8))).isEqualTo("0-1 0-3 1-2 1-4 2-5 3-4 3-6 4-5 4-7 6-7");
        assertThat(create(new Topology.Full(), 1).links()).isZero();
    }

    @Test
    void distancesAndNeighbours() {
        Graph ring = create(new Topology.Ring(), 6);
        assertThat(ring.distancesFrom(0)).containsExactly(0, 1, 2, 3, 2, 1);
        assertThat(ring.neighbours(0)).containsExactly(1, 5);
        assertThat(ring.neighbours(3)).containsExactly(2, 4);
    }

    @Test
    void listedLinksAreTakenInAnyOrderAndDirection() {
        Topology.Listed listed = new Topology.Listed(List.of(new Topology.Link(2, 1), new Topology.Link(0, 2)));
        assertThat(links(create(listed, 3))).isEqualTo("0-2 1-2");
    }

    @Test
    void impossibleShapesAreRefused() {
        refuse(new Topology.Random(1.5), 3, "density");
        refuse(new Topology.Random(Double.NaN), 3, "density");
        refuse(new Topology.Geometric(0), 3, "range");
        refuse(new Topology.Tree(0), 3, "child");
        refuse(new Topology.Line(), 0, "at least 1 node");
        refuse(new Topology.Full(), 1_000_000, "more than this simulator can hold");
        refuse(listed(0, 3), 3, "0-3");
        refuse(listed(1, 1), 3, "1-1");
        refuse(listed(0, 1), 3, "node 2");
        refuse(listed(0, 1, 1, 0), 2, "0-1 is listed twice");
    }

    private static Topology listed(int... ends) {
        Topology.Link[] links = new Topology.Link[ends.length / 2];
        Arrays.setAll(links, i -> new Topology.Link(ends[2 * i], ends[2 * i + 1]));
        return new Topology.Listed(List.of(links));
    }

    private static void refuse(Topology topology, int nodes, String because) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> create(topology, nodes))
                .withMessageContaining(because);
    }

    @Test
    void sameSeedSameGraphOtherSeedOtherGraph() {
        for (Topology topology : List.of(new Topology.Random(0.2), new Topology.Geometric(300))) {
            String once = links(Topologies.create(topology, 50, random(1)));
            assertThat(links(Topologies.create(topology, 50, random(1)))).isEqualTo(once);
            assertThat(links(Topologies.create(topology, 50, random(2)))).isNotEqualTo(once);
        }
    }
}
