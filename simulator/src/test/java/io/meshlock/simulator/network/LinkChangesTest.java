package io.meshlock.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.RecordingEndpoints.Note;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class LinkChangesTest {

    private static final int DELIVERY = 4;

    private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(9);
    private final EventQueue queue = new EventQueue();
    private final RecordingEndpoints nodes = new RecordingEndpoints();
    private Network network = network(new Distribution.Constant(1));

    private Network network(Distribution delay) {
        Graph line = Topologies.create(new Topology.Line(), 4, random);
        return new Network(line, queue, DELIVERY, delay, random);
    }

    private void send(int from, int to, String text) {
        network.send(from, to, new Note(text));
    }

    private void runUntil(double units) {
        long limit = Ticks.of(units);
        while (queue.take(limit, (kind, from, to, payload) -> {
            assertThat(kind).isEqualTo(DELIVERY);
            network.arrived();
            nodes.deliver(from, to, Network.message(payload));
        })) {}
    }

    @Test
    void linksNeverReorderHoweverDelaysFall() {
        network = network(new Distribution.Exponential(5));
        int[] next = new int[2];
        RecordingEndpoints overtaking = new RecordingEndpoints();
        for (int i = 0; i < 2000; i++) {
            network.send(1, 2, new Note("f" + i));
            network.send(2, 1, new Note("b" + i));
            long limit = queue.now() + Ticks.of(0.2);
            while (queue.take(limit, (kind, from, to, payload) -> {
                overtaking.deliver(from, to, Network.message(payload));
                network.arrived();
            })) {}
        }
        for (String told : overtaking.told) {
            boolean forth = told.startsWith("1>2");
            assertThat(told).isEqualTo((forth ? "1>2 f" : "2>1 b") + next[forth ? 0 : 1]++);
        }
        assertThat(next[0]).isGreaterThan(1500);
        assertThat(next[1]).isGreaterThan(1500);
        assertThat(network.inFlight()).isEqualTo(4000 - next[0] - next[1]);
    }

    @Test
    void aReliableLinkDeliversWhatIsInFlightInOrderOfArrivalBeforeItGoesDown() {
        send(2, 1, "first");
        send(1, 2, "second");
        send(2, 3, "elsewhere");
        runUntil(0.5);
        send(1, 2, "third");
        send(2, 1, "fourth");
        new LinkChanges(network, nodes, false).cut(2, 1);
        assertThat(nodes.told).containsExactly("2>1 first", "1>2 second", "1>2 third", "2>1 fourth", "down 1-2");
        nodes.told.clear();
        runUntil(9);
        assertThat(nodes.told).containsExactly("2>3 elsewhere");
        assertThat(network.isUp(1, 2)).isFalse();
        assertThat(network.inFlight()).isZero();
    }

    @Test
    void answersOverAReliableDyingLinkArriveToo() {
        RecordingEndpoints answering = new RecordingEndpoints() {
            @Override
            public void deliver(int from, int to, Message message) {
                super.deliver(from, to, message);
                if (message.toString().length() < 3) {
                    send(to, from, message + "!");
                }
            }
        };
        send(1, 2, "a");
        send(1, 2, "b");
        new LinkChanges(network, answering, false).cut(1, 2);
        assertThat(answering.told)
                .containsExactly("1>2 a", "1>2 b", "2>1 a!", "2>1 b!", "1>2 a!!", "1>2 b!!", "down 1-2");
    }

    @Test
    void nodesThatNeverStopAnsweringAreFound() {
        Endpoints endless = new RecordingEndpoints() {
            @Override
            public void deliver(int from, int to, Message message) {
                send(to, from, "and you?");
            }
        };
        send(0, 1, "how are you?");
        assertThatIllegalStateException()
                .isThrownBy(() -> new LinkChanges(network, endless, false).cut(0, 1))
                .withMessageContaining("nodes 0 and 1");
    }

    @Test
    void aLossyLinkLosesWhatIsInFlightBeforeItGoesDown() {
        send(1, 2, "a");
        send(2, 1, "b");
        send(1, 0, "elsewhere");
        new LinkChanges(network, nodes, true).cut(1, 2);
        assertThat(nodes.told).containsExactly("lost 1>2 a", "lost 2>1 b", "down 1-2");
        assertThat(network.inFlight()).isEqualTo(1);
        runUntil(9);
        assertThat(nodes.told).endsWith("down 1-2", "1>0 elsewhere");
    }

    @Test
    void nothingOfADeadLinkArrivesOverItsSuccessor() {
        LinkChanges changes = new LinkChanges(network, nodes, true);
        send(1, 2, "old");
        changes.cut(1, 2);
        changes.form(2, 1);
        send(1, 2, "new");
        runUntil(9);
        assertThat(nodes.told).containsExactly("lost 1>2 old", "down 1-2", "up 1-2", "1>2 new");
    }

    @Test
    void aNewLinkDoesNotWaitForTheTrafficOfTheOldOne() {
        network = network(new Distribution.Uniform(1, 1000));
        LinkChanges changes = new LinkChanges(network, nodes, true);
        long total = 0;
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 50; i++) {
                send(1, 2, "old");
            }
            changes.cut(1, 2);
            changes.form(1, 2);
            long sentAt = queue.now();
            send(1, 2, "new");
            assertThat(queue.take(Long.MAX_VALUE, (kind, from, to, payload) -> network.arrived()))
                    .isTrue();
            total += queue.now() - sentAt;
        }
        assertThat(total / 100).isBetween(Ticks.of(400), Ticks.of(600));
    }

    @Test
    void handlesOfDeadLinksServeNewOnesWithoutMixingThemUp() {
        LinkChanges changes = new LinkChanges(network, nodes, true);
        changes.cut(0, 1);
        changes.cut(2, 3);
        changes.form(3, 0);
        changes.form(1, 3);
        changes.form(0, 2);
        send(3, 0, "x");
        send(2, 0, "y");
        send(1, 3, "z");
        nodes.told.clear();
        runUntil(2);
        assertThat(nodes.told).containsExactly("3>0 x", "2>0 y", "1>3 z");
        assertThat(network.links()).isEqualTo(4);
        assertThat(network.peer(3, 0)).isZero();
        assertThat(network.peer(3, 1)).isEqualTo(1);
        assertThat(network.degree(3)).isEqualTo(2);
    }

    @Test
    void sendingWithoutALinkIsAnError() {
        assertThatIllegalStateException()
                .isThrownBy(() -> send(0, 3, "x"))
                .withMessageContaining("no link from node 0 to node 3");
    }
}
