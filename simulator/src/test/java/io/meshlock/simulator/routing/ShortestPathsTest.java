package io.meshlock.simulator.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.network.Topology;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortestPathsTest {

    private static final int NODES = 25;

    /** Room for all trees, for three of them, and for one. */
    @ParameterizedTest
    @CsvSource({"1, 100000", "2, 100000", "3, 75", "4, 1"})
    void everyPairIsAsFarApartAsBreadthFirstSearchSaysWhateverLinksDo(long seed, int room) {
        RoutedMesh mesh = new RoutedMesh(new Topology.Random(0.1), NODES, Routing.IDEAL, false, seed);
        ShortestPaths paths = new ShortestPaths(mesh.network, new NobodyWaits(), room);
        UniformRandomProvider random = new RandomStreams(seed).of(Concern.CHURN);
        for (int change = 0; change < 30; change++) {
            assertAllShortest(mesh, paths);
            int a = random.nextInt(NODES);
            int b = (a + 1 + random.nextInt(NODES - 1)) % NODES;
            if (mesh.network.isUp(a, b)) {
                mesh.changes.cut(a, b);
                paths.linkDown(Math.min(a, b), Math.max(a, b));
            } else {
                mesh.changes.form(a, b);
                paths.linkUp(Math.min(a, b), Math.max(a, b));
            }
        }
    }

    private static void assertAllShortest(RoutedMesh mesh, ShortestPaths paths) {
        for (int to = 0; to < NODES; to++) {
            int[] distances = mesh.distances(to);
            for (int from = 0; from < NODES; from++) {
                assertThat(Walks.length(paths, mesh.network, from, to))
                        .as("from %s to %s", from, to)
                        .isEqualTo(distances[from]);
            }
        }
    }

    private static final class NobodyWaits implements Routes.Carrier {
        @Override
        public void tell(int from, int neighbour, Message control) {
            throw new IllegalStateException("shortest paths cost no messages");
        }

        @Override
        public void wake(long delay, int node, int what) {
            throw new IllegalStateException("shortest paths take no time");
        }

        @Override
        public void foundWay(int node) {}

        @Override
        public void foundWays() {}
    }
}
