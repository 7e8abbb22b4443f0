package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Guarantees.Tokens;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Setup;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.network.Topologies;
import io.meshlock.simulator.network.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InitialTokensTest {

    private static final int[][] STAR = {{1, 2, 3}, {0}, {0}, {0}};

    private static InitialTokens initialTokens(Tokens tokens, int permits, int[][] neighbours) {
        Algorithm algorithm =
                new Algorithm("toy", "for tests", "none", new Guarantees(tokens, false, false), List.of(), setup -> {
                    throw new UnsupportedOperationException();
                });
        return new InitialTokens(algorithm, PoolSettings.permits(permits), Options.DEFAULTS, false, neighbours);
    }

    private static int[] each(int nodes, java.util.function.IntUnaryOperator what) {
        return IntStream.range(0, nodes).map(what).toArray();
    }

    @Test
    void oneTokenIsAtTheFirstNode() {
        InitialTokens one = initialTokens(Tokens.ONE, 3, STAR);

        assertThat(each(4, one::tokens)).containsExactly(1, 0, 0, 0);
        assertThat(each(4, node -> one.setup(node).distance())).containsExactly(0, 1, 1, 1);
        assertThat(one.setup(0).bootstrap()).isTrue();
        assertThat(one.setup(1).bootstrap()).isFalse();
    }

    @Test
    void aPoolWithoutTokensIsBootstrappedByTheFirstNode() {
        InitialTokens none = initialTokens(Tokens.NONE, 3, STAR);

        assertThat(each(4, none::tokens)).containsOnly(0);
        assertThat(none.setup(0).bootstrap()).isTrue();
        assertThat(none.setup(1).bootstrap()).isFalse();
        assertThat(each(4, node -> none.setup(node).distance())).containsExactly(0, 1, 1, 1);
    }

    @Test
    void moreTokensThanNodesAreDealtOut() {
        assertThat(each(4, initialTokens(Tokens.ONE_PER_PERMIT, 6, STAR)::tokens))
                .containsExactly(2, 2, 1, 1);
    }

    @Test
    void aHolderBehindHoldersIsBelowThem() {
        InitialTokens three = initialTokens(Tokens.ONE_PER_PERMIT, 3, STAR);

        assertThat(each(4, node -> three.setup(node).distance())).containsExactly(0, -1, -1, 1);
    }

    /** [KRL 4.1]: everybody without a token has a lower neighbour, every holder a higher one. */
    @Test
    void theFirstHeightsAreWhatThePaperAsksFor() {
        for (int seed = 0; seed < 50; seed++) {
            int[][] neighbours = Topologies.create(
                            new Topology.Random(0.2), 20, new RandomStreams(seed).of(Concern.TOPOLOGY))
                    .neighbours();
            InitialTokens five = initialTokens(Tokens.ONE_PER_PERMIT, 5, neighbours);
            for (int node = 0; node < 20; node++) {
                Setup setup = five.setup(node);
                int[] around = setup.links().distances();
                if (setup.tokens() > 0) {
                    assertThat(Arrays.stream(around)).anyMatch(distance -> distance > setup.distance());
                } else {
                    assertThat(Arrays.stream(around)).anyMatch(distance -> distance < setup.distance());
                }
            }
        }
    }
}
