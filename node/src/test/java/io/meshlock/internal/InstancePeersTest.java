package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.Peer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Peers of a pool instance")
class InstancePeersTest {

    private static final long OURS = 17;
    private static final long OTHERS = 18;
    private static final Peer TWO = new Peer(2, "two", 1);

    private static InstancePeers membership(long instance) {
        return new InstancePeers(new Peer(1, "one", 1), "docks", instance);
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
    void haveDifferentIdsInDifferentInstances() {
        long instance = PoolInstanceId.draw();
        assertThat(instance).isBetween(1L, (1L << 48) - 1);
        assertThat(PoolInstanceId.draw()).isNotEqualTo(instance);
    }
}
