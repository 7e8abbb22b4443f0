package io.meshlock.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Messages that may get lost")
class DatagramsTest {

    private static final PoolTerms TERMS =
            PoolTerms.of("docks", "prioritized", PoolSettings.permits(3), Options.of(Map.of("recovery", 1L)));

    private final Queue<Runnable> callbacks = new ArrayDeque<>();
    private final InProcessNetwork network = new InProcessNetwork(callbacks::add);
    private final Transport one = network.join(1, "one");
    private final List<Message> arrived = new ArrayList<>();
    private PoolPort port;

    private static final PoolOffers NO_OFFERS = new PoolOffers() {
        @Override
        public void offered(Peer peer, PoolTerms terms) {}

        @Override
        public void refused(Peer peer, PoolTerms ours, PoolTerms theirs, long instance) {}
    };

    private final PoolReceiver receiver = new PoolReceiver() {
        @Override
        public void linkUp(Peer peer, long instance) {}

        @Override
        public void linkDown(Peer peer) {}

        @Override
        public void received(int peer, long instance, Message message) {
            arrived.add(message);
        }
    };

    @BeforeEach
    void connect() {
        PoolLinks here = PoolLinks.over(one, NO_OFFERS);
        PoolLinks there = PoolLinks.over(network.join(2, "two"), NO_OFFERS);
        here.start();
        there.start();
        port = here.open(TERMS, receiver);
        there.open(TERMS, receiver);
        network.connect(1, 2);
        run();
    }

    private void run() {
        for (Runnable next = callbacks.poll(); next != null; next = callbacks.poll()) {
            next.run();
        }
    }

    private static PeerState peerState(int node) {
        return new PeerState(
                node,
                1L << 60,
                Seat.FIRST,
                3,
                1L << 50,
                Epoch.NONE,
                Epoch.NONE,
                0,
                false,
                false,
                List.of(),
                List.of(),
                null,
                null,
                null);
    }

    private static Beacon beacon(int nodes) {
        return new Beacon(
                1L << 60,
                1L << 50,
                null,
                -1,
                List.of(),
                IntStream.range(0, nodes).mapToObj(DatagramsTest::peerState).toList());
    }

    @Test
    void comeInSeveralFramesIfTheyAreTooLong() {
        Beacon all = beacon(100_000);
        assertThat(port.send(2, 0, all)).isTrue();
        run();
        assertThat(arrived).hasSizeGreaterThan(1);
        assertThat(arrived.stream().flatMap(part -> ((Beacon) part).peerStates().stream()))
                .containsExactlyElementsOf(all.peerStates());
    }

    @Test
    void areLeftOutWhileTheNeighbourIsSlow() {
        assertThat(port.send(2, 0, beacon(10_000))).as("nothing waits yet").isTrue();
        assertThat(port.send(2, 0, beacon(1))).isFalse();
        assertThat(one.counters().get(LinkCounter.DATAGRAMS_DROPPED)).isEqualTo(1);
        Join important = new Join(new Epoch(1, 2), 0);
        assertThat(port.send(2, 0, important)).isTrue();
        run();
        assertThat(arrived).contains(important).doesNotContain(beacon(1));
        assertThat(port.send(2, 0, beacon(1))).as("the neighbour has caught up").isTrue();
    }
}
