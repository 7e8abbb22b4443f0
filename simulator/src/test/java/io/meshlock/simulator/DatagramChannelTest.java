package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.Failures.Datagrams;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Endpoints;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Topologies;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Datagrams between two neighbours, one per time unit. */
class DatagramChannelTest {

    private static final int SENT = 10_000;

    private record Datagram(int number) implements Message {
        @Override
        public String type() {
            return "DATAGRAM";
        }

        @Override
        public int bytes() {
            return 1;
        }

        @Override
        public boolean isDatagram() {
            return true;
        }
    }

    private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(7);
    private final EventQueue queue = new EventQueue();
    private boolean heal;

    /** The numbers of the datagrams that arrive, in order. */
    private List<Integer> arrivals(Datagrams faults) {
        Distribution delay = new Distribution.Constant(0.5);
        Network network = new Network(
                Topologies.create(new Topology.Line(), 2, random), queue, EventKind.DELIVERY, delay, random);
        List<Integer> arrived = new ArrayList<>();
        DatagramChannel channel = new DatagramChannel(faults, delay, queue, network, receiver(arrived), random);
        if (heal) {
            channel.heal();
        }
        for (int number = 0; number < SENT; number++) {
            queue.add(Ticks.of(number), EventKind.REQUEST, number, 0, null);
        }
        while (queue.take(Long.MAX_VALUE, (kind, number, b, payload) -> {
            if (kind == EventKind.REQUEST) {
                channel.send(0, 1, new Datagram(number));
            } else {
                channel.handle(EventKind.DATAGRAM, 0, 1, payload);
            }
        })) {}
        return arrived;
    }

    /** The link is up all the time, so no datagram is lost with it. */
    private static Endpoints receiver(List<Integer> arrived) {
        return new Endpoints() {
            @Override
            public void deliver(int from, int to, Message message) {
                arrived.add(((Datagram) message).number);
            }

            @Override
            public void lost(int from, int to, Message message) {
                throw new AssertionError(message);
            }

            @Override
            public void linkUp(int low, int high) {
                throw new AssertionError();
            }

            @Override
            public void linkDown(int low, int high) {
                throw new AssertionError();
            }
        };
    }

    @Test
    void reliableOnesArriveOnceAndInOrder() {
        assertThat(arrivals(Datagrams.RELIABLE)).hasSize(SENT).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void someAreLost() {
        assertThat(arrivals(new Datagrams(0.2, 0, 0, 0)))
                .hasSizeBetween(7800, 8200)
                .isSorted();
    }

    @Test
    void someArriveTwice() {
        assertThat(arrivals(new Datagrams(0, 0.2, 0, 0))).hasSizeBetween(11_800, 12_200);
    }

    @Test
    void someAreOvertaken() {
        List<Integer> arrived = arrivals(new Datagrams(0, 0, 0.2, 0));
        assertThat(arrived).hasSize(SENT).doesNotHaveDuplicates();
        long overtaken = 0;
        for (int i = 1; i < arrived.size(); i++) {
            overtaken += arrived.get(i) < arrived.get(i - 1) ? 1 : 0;
        }
        assertThat(overtaken).isPositive();
    }

    @Test
    void aDeafDirectionMissesManyInARow() {
        List<Integer> arrived = arrivals(new Datagrams(0, 0, 0, 0.2));
        assertThat(arrived).hasSizeBetween(7000, 9000).isSorted();
        int gaps = 0;
        for (int i = 1; i < arrived.size(); i++) {
            gaps += arrived.get(i) - arrived.get(i - 1) > 10 ? 1 : 0;
        }
        assertThat(gaps).isGreaterThan(50);
    }

    @Test
    void nothingIsWrongAfterHealing() {
        heal = true;
        assertThat(arrivals(new Datagrams(0.5, 0.5, 0.5, 0.5)))
                .hasSize(SENT)
                .isSorted()
                .doesNotHaveDuplicates();
    }
}
