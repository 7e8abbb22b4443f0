package io.meshlock.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class PeerTableTest {

    private static final int NODE = 1;

    private final PeerTable peers = new PeerTable(3);

    private int latest(int peer) {
        int place = PeerTable.find(peers.of(NODE), peer);
        return place == PeerTable.NONE ? PeerTable.NONE : PeerTable.latest(peers.of(NODE), place);
    }

    private void setLatest(int peer, int event) {
        PeerTable.setLatest(peers.of(NODE), PeerTable.find(peers.of(NODE), peer), event);
    }

    @Test
    void findsNeighboursAndNobodyElse() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3);
        for (int degree = 0; degree < 300; degree += 1 + degree / 8) {
            int[] others = random.ints(0, 100_000).distinct().limit(600).toArray();
            peers.fill(NODE, others, degree);
            for (int i = 0; i < others.length; i++) {
                boolean found = PeerTable.find(peers.of(NODE), others[i]) != PeerTable.NONE;
                assertThat(found).isEqualTo(i < degree);
            }
        }
    }

    @Test
    void neighboursThatStayKeepTheirEvents() {
        peers.fill(NODE, new int[] {0, 5, 9}, 3);
        setLatest(0, 70);
        setLatest(5, 75);
        setLatest(9, 79);
        peers.fill(NODE, new int[] {0, 2, 5, 7}, 4);
        assertThat(latest(0)).isEqualTo(70);
        assertThat(latest(2)).isEqualTo(PeerTable.NONE);
        assertThat(latest(5)).isEqualTo(75);
        peers.fill(NODE, new int[] {0, 5, 9}, 3);
        assertThat(latest(9)).isEqualTo(PeerTable.NONE);
    }

    @Test
    void nodesHaveTablesOfTheirOwn() {
        peers.fill(NODE, new int[] {0}, 1);
        assertThat(PeerTable.find(peers.of(0), 1)).isEqualTo(PeerTable.NONE);
        assertThat(PeerTable.find(peers.of(2), 0)).isEqualTo(PeerTable.NONE);
    }
}
