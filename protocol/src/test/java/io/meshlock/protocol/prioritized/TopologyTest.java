package io.meshlock.protocol.prioritized;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is remembered of links, and told, beside a plain list that does the same. */
@DisplayName("Link states that are told")
class TopologyTest {

    private static final int ME = 3;

    /** A link state, and from whom it came. */
    private record Heard(LinkState state, int from) {}

    /** What a plain list would remember, in the order in which it was heard. */
    private static final class Model {
        final List<Heard> known = new ArrayList<>();

        void learn(LinkState state, int from) {
            boolean isOld = known.stream()
                    .anyMatch(each -> each.state.node() == state.node() && each.state.version() >= state.version());
            if (isOld) {
                return;
            }
            known.removeIf(each -> each.state.node() == state.node());
            known.add(new Heard(state, from));
            if (known.size() > Topology.MAX_NODES) {
                known.remove(known.stream()
                        .filter(each -> each.state.node() != ME)
                        .findFirst()
                        .orElseThrow());
            }
        }

        List<LinkState> tellableTo(int neighbour) {
            return known.stream()
                    .filter(each -> each.from != neighbour && each.state.hops() < Topology.MAX_HOPS)
                    .map(each -> each.state.toldOn())
                    .toList();
        }
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    /** More nodes speak than are remembered; whoever comes new is told all of them once, oldest first. */
    @ParameterizedTest
    @MethodSource("seeds")
    void areTheNewestOfThoseHeardOfLast(long seed) {
        Random random = new Random(seed);
        Topology topology = new Topology(ME, 100);
        Model model = new Model();
        Neighbour[] mine = {new Neighbour(1, null), new Neighbour(2, null)};
        topology.change(mine);
        model.learn(new LinkState(ME, 101, NodeList.of(1, 2), 0), ME);
        for (int i = 0; i < 1_500; i++) {
            int node = 10 + random.nextInt(320);
            LinkState state = new LinkState(
                    node, 1 + random.nextInt(8), NodeList.of(node + 1), 1 + random.nextInt(Topology.MAX_HOPS));
            int from = 1 + random.nextInt(2);
            topology.learn(List.of(state), from);
            model.learn(state, from);
        }
        assertThat(topology.size()).isEqualTo(model.known.size()).isEqualTo(Topology.MAX_NODES);
        for (int id : new int[] {1, 2, 7}) {
            assertThat(toldInTurns(topology, id)).containsExactlyElementsOf(model.tellableTo(id));
        }
    }

    private static List<LinkState> toldInTurns(Topology topology, int id) {
        Neighbour neighbour = new Neighbour(id, null);
        List<LinkState> told = new ArrayList<>();
        List<LinkState> some = topology.newsFor(neighbour, Topology.MAX_TOLD);
        while (!some.isEmpty()) {
            assertThat(some).hasSizeLessThanOrEqualTo(Topology.MAX_TOLD);
            told.addAll(some);
            some = topology.newsFor(neighbour, Topology.MAX_TOLD);
        }
        return told;
    }

    /** A neighbour that knows the rest is told what has changed since, and nothing that it said itself. */
    @Test
    void areWhatIsNewSince() {
        Topology topology = new Topology(ME, 100);
        Neighbour neighbour = new Neighbour(1, null);
        LinkState first = new LinkState(20, 1, NodeList.of(21), 1);
        LinkState second = new LinkState(20, 2, NodeList.of(22), 1);
        topology.learn(List.of(first), 2);
        assertThat(topology.newsFor(neighbour, 6)).containsExactly(first.toldOn());
        assertThat(topology.newsFor(neighbour, 6)).isEmpty();
        topology.learn(List.of(second), 2);
        topology.learn(List.of(new LinkState(21, 1, NodeList.of(20), 1)), 1);
        topology.learn(List.of(first), 2);
        assertThat(topology.newsFor(neighbour, 6)).containsExactly(second.toldOn());
        assertThat(topology.newsFor(neighbour, 6)).isEmpty();
    }

    /** A route has so many hops at most, so nobody needs to know what is farther away. */
    @Test
    void areNotToldFartherThanARouteMayBeLong() {
        List<LinkState> told = List.of(new LinkState(20, 1, NodeList.of(21), 0));
        int nodes = 0;
        while (!told.isEmpty()) {
            Topology topology = new Topology(ME, 100);
            topology.learn(told, 1);
            told = topology.newsFor(new Neighbour(2, null), Topology.MAX_TOLD);
            nodes++;
        }
        assertThat(nodes).isEqualTo(Topology.MAX_HOPS + 1);
    }
}
