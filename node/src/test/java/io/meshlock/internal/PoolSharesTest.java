package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Shares of neighbours in a node's pools")
class PoolSharesTest {

    private final PoolShares shares = new PoolShares(10_000);

    private int fill(int neighbour) {
        int taken = 0;
        while (shares.hasRoomFor(neighbour, shares.taken())) {
            shares.take(neighbour + " " + taken++, neighbour);
        }
        return taken;
    }

    @Test
    void shrinkAsRoomDoes() {
        assertThat(fill(1)).isEqualTo(7_125);
        assertThat(fill(2)).isEqualTo(1_782);
        assertThat(fill(3)).isEqualTo(445);
        assertThat(shares.hasRoomFor(1, shares.taken())).isFalse();
        assertThat(shares.hasRoomFor(4, shares.taken())).isTrue();
    }

    @Test
    void leaveRoomForWhatProgramsOpen() {
        for (int neighbour = 0; neighbour < 1_000; neighbour++) {
            fill(neighbour);
        }
        assertThat(shares.taken()).isEqualTo(9_500);
    }

    /** Pools of the node's own program take room that neighbours would have shared. */
    @Test
    void areSmallerWhereProgramsHaveManyPools() {
        int own = 3_000;
        int taken = 0;
        while (shares.hasRoomFor(1, own + taken)) {
            shares.take("1 " + taken++, 1);
        }
        assertThat(taken).isEqualTo(4_875);
        assertThat(shares.hasRoomFor(2, own + taken)).isTrue();
        assertThat(shares.isCrowded("1 0", own + taken)).isTrue();
    }

    @Test
    void growAgainAsPoolsGo() {
        fill(1);
        assertThat(shares.isCrowded("1 0", 7_125)).isTrue();
        for (int i = 0; i < 1_000; i++) {
            shares.giveBack("1 " + i);
            shares.giveBack("1 " + i); // again, which is nothing
        }
        assertThat(shares.of(1)).isEqualTo(6_125);
        assertThat(shares.isCrowded("1 2000", 6_125)).isFalse();
        assertThat(fill(2)).isEqualTo(2_532);
        shares.take("1 2000", 2);
        assertThat(shares.of(2)).as("who had it first keeps it").isEqualTo(2_532);
    }
}
