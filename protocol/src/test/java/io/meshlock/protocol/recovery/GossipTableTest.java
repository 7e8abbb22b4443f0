package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the table keeps when many nodes that do not vote have something to say. */
class GossipTableTest {

    private static final long FRESHNESS = 1_000;
    private static final Epoch EPOCH = new Epoch(0, 0);
    private static final View VIEW = new View(EPOCH, 0, List.of(new Seat(0, 0), new Seat(500, 0)), PoolSize.initial(1));

    private final GossipTable table = new GossipTable(FRESHNESS);

    private boolean take(int node, long serial, boolean leaves, long now) {
        return take(0, node, serial, leaves, now);
    }

    private boolean take(long incarnation, int node, long serial, boolean leaves, long now) {
        List<Integer> departures = leaves ? List.of(node) : List.of();
        PeerState peerState = new PeerState(
                node,
                incarnation,
                Seat.NONE,
                serial,
                0,
                EPOCH,
                EPOCH,
                1,
                true,
                false,
                List.of(),
                departures,
                null,
                null,
                null);
        return table.take(peerState, VIEW, now);
    }

    private void fill(long now) {
        for (int node = 1; node <= GossipTable.MAX_NON_MEMBERS; node++) {
            assertThat(take(node, 1, false, now)).isTrue();
        }
    }

    @Test
    void aFullTableTakesNoEqualAndDropsNothing() {
        fill(0);
        assertThat(take(100, 1, false, 10)).isFalse();
        assertThat(table.all()).hasSize(GossipTable.MAX_NON_MEMBERS);
        assertThat(take(7, 2, false, 10)).as("news of a known one").isTrue();
    }

    @Test
    void voters() {
        fill(0);
        assertThat(take(500, 1, false, 10)).isTrue();
        assertThat(table.all()).hasSize(GossipTable.MAX_NON_MEMBERS + 1);
    }

    @Test
    void whoHasMoreToSayGetsThePlaceOfAnother() {
        fill(0);
        assertThat(take(100, 1, true, 10)).isTrue();
        assertThat(table.peerState(100)).isNotNull();
        assertThat(table.all()).hasSize(GossipTable.MAX_NON_MEMBERS);
    }

    @Test
    void whoIsProbablyGoneMakesRoom() {
        fill(0);
        for (int node = 2; node <= GossipTable.MAX_NON_MEMBERS; node++) {
            assertThat(take(node, 2, false, FRESHNESS)).isTrue();
        }
        assertThat(take(100, 1, false, FRESHNESS + 1)).isTrue();
        assertThat(table.peerState(1)).isNull();
        assertThat(take(101, 1, false, FRESHNESS + 1)).isFalse();
    }

    /** A copy of a disk may have counted further than its original, and be gone. */
    @Test
    void anEarlierStartIsHeardOnceTheLaterOneIsSilent() {
        assertThat(take(5, 1, 1, false, 0)).isTrue();
        assertThat(take(2, 1, 7, false, FRESHNESS)).isFalse();
        assertThat(take(2, 1, 8, false, FRESHNESS)).isFalse();
        assertThat(take(2, 1, 9, false, FRESHNESS + 1)).isTrue();
        assertThat(take(2, 1, 8, false, 3 * FRESHNESS))
                .as("an older word of the same start")
                .isFalse();
        assertThat(take(5, 1, 2, false, 3 * FRESHNESS)).as("the later start").isTrue();
    }

    /** What starts that are gone once said goes round: none of it may be news again and again. */
    @Test
    void wordsOfStartsThatAreGoneDoNotTakeTurns() {
        assertThat(take(5, 1, 1, false, 0)).isTrue();
        assertThat(take(2, 1, 7, false, 2 * FRESHNESS))
                .as("one word is not enough")
                .isFalse();
        assertThat(take(2, 1, 7, false, 4 * FRESHNESS)).as("nor twice the same").isFalse();
        assertThat(take(2, 1, 8, false, 6 * FRESHNESS)).isTrue();
        assertThat(take(5, 1, 1, false, 8 * FRESHNESS))
                .as("nothing new of the later one")
                .isFalse();
        assertThat(take(3, 1, 1, false, 8 * FRESHNESS))
                .as("one word between the two")
                .isFalse();
        assertThat(take(2, 1, 8, false, 10 * FRESHNESS)).isFalse();
    }
}
