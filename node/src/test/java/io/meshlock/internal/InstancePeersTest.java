package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.Peer;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Peers of a pool instance")
class InstancePeersTest {

    private static final long OURS = 17;
    private static final long OTHERS = 18;
    private static final Peer TWO = new Peer(2, "two", 1);

    private static InstancePeers membership(long instance) {
        return new InstancePeers(new Peer(1, "one", 1), "docks", instance, () -> 0);
    }

    @Test
    void belongToTheFirstInstanceTheyHearOf() {
        InstancePeers news = membership(PoolInstanceId.UNKNOWN);
        assertThat(news.isPartOfAMesh()).isFalse();
        assertThat(news.admits(TWO, PoolInstanceId.UNKNOWN)).isTrue();
        assertThat(news.accepts(2, OURS)).isTrue();
        assertThat(news.instance()).isEqualTo(OURS);
        assertThat(news.accepts(2, PoolInstanceId.UNKNOWN))
                .as("a peer that knows no instance yet takes part")
                .isTrue();
    }

    @Test
    void learnTheInstanceFromANewPeer() {
        InstancePeers news = membership(PoolInstanceId.UNKNOWN);
        assertThat(news.admits(TWO, OURS)).isTrue();
        assertThat(news.instance()).isEqualTo(OURS);
    }

    @Test
    void rejectPeersOfAnotherInstance() {
        InstancePeers ours = membership(OURS);
        assertThat(ours.admits(TWO, OTHERS)).isFalse();
        assertThat(ours.has(2)).isFalse();
        assertThat(ours.leaves(2)).as("it never took part").isFalse();
        assertThat(ours.instance()).isEqualTo(OURS);
    }

    @Test
    void dropAPeerThatTurnsOutToBelongToAnotherInstance() {
        InstancePeers ours = membership(OURS);
        assertThat(ours.admits(TWO, PoolInstanceId.UNKNOWN)).isTrue();
        assertThat(ours.accepts(2, OTHERS)).isFalse();
        assertThat(ours.has(2)).isFalse();
        assertThat(ours.isEmpty()).isTrue();
    }

    @Test
    void knowWhetherTheOtherInstanceIsOlder() {
        InstancePeers older = membership(OURS);
        assertThat(older.admits(TWO, OTHERS)).isFalse();
        assertThat(older.older()).isEqualTo(PoolInstanceId.UNKNOWN);
        InstancePeers younger = membership(OTHERS);
        assertThat(younger.admits(TWO, OURS)).isFalse();
        assertThat(younger.older()).isEqualTo(OURS);
        InstancePeers byMessage = membership(OTHERS);
        byMessage.admits(TWO, PoolInstanceId.UNKNOWN);
        assertThat(byMessage.accepts(2, OURS)).isFalse();
        assertThat(byMessage.older()).isEqualTo(OURS);
    }

    @Test
    void haveIdsInTheOrderOfTheirBootstraps() {
        Instant now = Instant.parse("2026-11-15T10:00:00Z");
        long first = PoolInstanceId.draw(() -> now);
        long second = PoolInstanceId.draw(() -> now.plusMillis(125));
        assertThat(first).isPositive().isNotEqualTo(PoolInstanceId.draw(() -> now));
        assertThat(PoolInstanceId.isOlder(first, second)).isTrue();
        assertThat(PoolInstanceId.isOlder(second, first)).isFalse();
        long wrongClock = PoolInstanceId.draw(() -> Instant.EPOCH);
        assertThat(wrongClock).isPositive();
        assertThat(PoolInstanceId.isOlder(wrongClock, first)).isTrue();
        assertThat(PoolInstanceId.draw(() -> Instant.parse("3000-01-01T00:00:00Z")))
                .isPositive();
    }
}
