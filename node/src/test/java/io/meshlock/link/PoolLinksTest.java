package io.meshlock.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Suspect;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many pools over few links, with callbacks that run when the test says so. */
@DisplayName("Pools over links")
class PoolLinksTest {

    private static final PoolTerms DOCKS = PoolTerms.of("docks", "prioritized", PoolSettings.permits(3));
    private static final PoolTerms OTHER_DOCKS = PoolTerms.of("docks", "prioritized", PoolSettings.permits(4));
    private static final PoolTerms LANES = PoolTerms.of("lanes", "prioritized-moving", PoolSettings.permits(1));

    private final Queue<Runnable> callbacks = new ArrayDeque<>();
    private final InProcessNetwork network = new InProcessNetwork(callbacks::add);
    private final Node one = new Node(1);
    private final Node two = new Node(2);

    private void run() {
        for (Runnable next = callbacks.poll(); next != null; next = callbacks.poll()) {
            next.run();
        }
    }

    private final class Node implements PoolOffers {
        final Transport transport;
        final PoolLinks links;
        final List<String> offers = new ArrayList<>();
        long lastRefusal;

        Node(int number) {
            transport = network.join(number, "n" + number);
            links = PoolLinks.over(transport, this);
            links.start();
        }

        Pool open(PoolTerms terms) {
            Pool pool = new Pool();
            pool.port = links.open(terms, pool);
            return pool;
        }

        @Override
        public void offered(Peer peer, PoolTerms terms) {
            offers.add("offered " + terms.name() + " by " + peer.number());
        }

        @Override
        public void refused(Peer peer, PoolTerms ours, PoolTerms theirs, long instance) {
            offers.add("refused " + ours.name() + " with " + peer.number());
            lastRefusal = instance;
        }
    }

    private static class Pool implements PoolReceiver {
        final List<String> events = new ArrayList<>();
        PoolPort port;
        long poolInstance;

        @Override
        public long poolInstance() {
            return poolInstance;
        }

        @Override
        public void linkUp(Peer peer, long theirInstance) {
            events.add("up " + peer.number() + " instance " + theirInstance);
        }

        @Override
        public void linkDown(Peer peer) {
            events.add("down " + peer.number());
        }

        @Override
        public void received(int peer, long theirInstance, Message message) {
            events.add(message + " from " + peer + " instance " + theirInstance);
        }
    }

    private static Message message(int stamp) {
        return new Suspect(new Header(new Height(1, 2), 3, 4), stamp);
    }

    // ---- meeting ----------------------------------------------------------------------------------------------------

    @Test
    void aPoolIsSharedOnceBothHaveIt() {
        network.connect(1, 2);
        Pool here = one.open(DOCKS);
        run();
        assertThat(two.offers).containsExactly("offered docks by 1");
        assertThat(here.port.send(2, 0, message(1))).as("not yet shared").isFalse();

        Pool there = two.open(DOCKS);
        run();
        assertThat(here.port.send(2, 7, message(1))).isTrue();
        assertThat(there.port.send(1, 8, message(2))).isTrue();
        run();
        assertThat(here.events).containsExactly("up 2 instance 0", "SUSPECT stamp 2 from 2 instance 8");
        assertThat(there.events).containsExactly("up 1 instance 0", "SUSPECT stamp 1 from 1 instance 7");
    }

    @Test
    void poolsOpenedBeforeTheLinkMeetWhenItComesUpAndPartWhenItGoes() {
        Pool here = one.open(DOCKS);
        Pool there = two.open(DOCKS);
        here.poolInstance = 5;
        Pool lonely = one.open(LANES);
        network.connect(1, 2);
        run();
        network.cut(1, 2);
        run();
        assertThat(here.port.send(2, 0, message(1))).isFalse();
        network.connect(1, 2);
        run();
        assertThat(here.events).containsExactly("up 2 instance 0", "down 2", "up 2 instance 0");
        assertThat(there.events).containsExactly("up 1 instance 5", "down 1", "up 1 instance 5");
        assertThat(lonely.events).isEmpty();
        assertThat(two.offers).containsExactly("offered lanes by 1", "offered lanes by 1");
    }

    @Test
    void manyPoolsDoNotMix() {
        List<Pool> here = new ArrayList<>();
        List<Pool> there = new ArrayList<>();
        int pools = 100;
        for (int i = 0; i < pools; i++) {
            here.add(one.open(PoolTerms.of("pool-" + i, "prioritized", PoolSettings.permits(1 + i))));
        }
        for (int i = pools - 1; i >= 0; i--) {
            there.add(0, two.open(PoolTerms.of("pool-" + i, "prioritized", PoolSettings.permits(1 + i))));
        }
        network.connect(1, 2);
        run();
        for (int i = 0; i < pools; i++) {
            assertThat(here.get(i).port.send(2, 0, message(i))).isTrue();
        }
        run();
        for (int i = 0; i < pools; i++) {
            assertThat(there.get(i).events)
                    .containsExactly("up 1 instance 0", "SUSPECT stamp " + i + " from 1 instance 0");
        }
    }

    // ---- disagreement -----------------------------------------------------------------------------------------------

    @Test
    void otherTermsAreRefusedAtBothEndsUntilOneGivesIn() {
        network.connect(1, 2);
        Pool here = one.open(DOCKS);
        Pool wrong = two.open(OTHER_DOCKS);
        run();
        assertThat(one.offers).containsExactly("refused docks with 2");
        assertThat(two.offers).containsExactly("refused docks with 1");
        assertThat(here.events).isEmpty();
        assertThat(wrong.events).isEmpty();

        wrong.port.close();
        Pool right = two.open(DOCKS);
        run();
        assertThat(here.events).containsExactly("up 2 instance 0");
        assertThat(right.events).containsExactly("up 1 instance 0");
    }

    @Test
    void oneEndThatDoesNotAgreeIsEnough() {
        network.connect(1, 2);
        Pool here = one.open(DOCKS);
        PoolReceiver stubborn = new Pool() {
            @Override
            public boolean agrees(PoolTerms ours, PoolTerms theirs) {
                return false;
            }
        };
        two.links.open(DOCKS, stubborn);
        run();
        assertThat(here.events).isIn(List.of(), List.of("up 2 instance 0", "down 2"));
        assertThat(here.port.send(2, 0, message(1))).isFalse();
        assertThat(one.offers).contains("refused docks with 2");
    }

    // ---- closing ----------------------------------------------------------------------------------------------------

    @Test
    void messagesUnderWayToAPoolThatWasOpenedAgainAreDropped() {
        network.connect(1, 2);
        Pool here = one.open(DOCKS);
        Pool there = two.open(DOCKS);
        run();
        assertThat(here.port.send(2, 0, message(1))).isTrue();
        there.port.close();
        Pool again = two.open(DOCKS);
        run();
        assertThat(there.events).endsWith("down 1");
        assertThat(again.events).containsExactly("up 1 instance 0");
        assertThat(here.events).containsExactly("up 2 instance 0", "down 2", "up 2 instance 0");
        assertThat(here.port.send(2, 0, message(2))).isTrue();
        run();
        assertThat(again.events)
                .contains("SUSPECT stamp 2 from 1 instance 0")
                .doesNotContain("SUSPECT stamp 1 from 1 instance 0");
    }

    /** The neighbour's announcement comes between: the new pool must not be announced before the old one is withdrawn. */
    @Test
    void aPoolThatIsOpenedAgainWhileTheNeighbourOpensItIsAnnouncedInOrder() {
        network.connect(1, 2);
        Pool before = one.open(DOCKS);
        run();
        Pool there = two.open(DOCKS);
        callbacks.remove().run(); // its announcement is under way
        before.port.close();
        Pool again = one.open(DOCKS);
        run();
        assertThat(there.events).endsWith("up 1 instance 0");
        assertThat(again.events).endsWith("up 2 instance 0");
    }

    @Test
    void aNeighbourWithOtherTermsIsToldOnceTheInstanceIsKnown() {
        network.connect(1, 2);
        Pool here = one.open(DOCKS);
        two.open(OTHER_DOCKS);
        run();
        two.offers.clear();
        here.poolInstance = 9;
        here.port.announceAgain();
        run();
        assertThat(two.offers).containsExactly("refused docks with 1");
        assertThat(two.lastRefusal).isEqualTo(9);
    }

    @Test
    void aClosedPoolNoLongerSends() {
        network.connect(1, 2);
        Pool here = one.open(DOCKS);
        Pool there = two.open(DOCKS);
        run();
        here.port.close();
        run();
        assertThat(here.port.send(2, 0, message(1))).isFalse();
        assertThat(there.port.send(1, 0, message(1))).isFalse();
        assertThat(here.events).containsExactly("up 2 instance 0", "down 2");
        assertThat(there.events).containsExactly("up 1 instance 0", "down 1");
    }

    // ---- bad use, bad peers -----------------------------------------------------------------------------------------

    @Test
    void whatCannotBeOpenedIsRefusedInWords() {
        one.open(DOCKS);
        assertThatThrownBy(() -> one.open(DOCKS)).hasMessage("pool 'docks' is open already");
        assertThatThrownBy(() -> one.open(PoolTerms.of("x", "prioritized-as-printed", PoolSettings.permits(1))))
                .hasMessage("algorithm 'prioritized-as-printed' does not run on real links; "
                        + "expected one of prioritized, prioritized-moving, krl, krlf, krl-adaptive, rl, lookahead");
        assertThatThrownBy(() -> PoolTerms.of("", "prioritized", PoolSettings.permits(1)))
                .hasMessage("a pool's name has 1 to 200 characters, not 0");
    }

    @Test
    void aReceiverThatThrowsCostsItsLinkAndNothingElse() {
        network.connect(1, 2);
        Pool here = one.open(DOCKS);
        PoolReceiver broken = new Pool() {
            @Override
            public void received(int peer, long poolInstance, Message message) {
                throw new IllegalStateException("a bug");
            }
        };
        two.links.open(DOCKS, broken);
        run();
        assertThat(here.port.send(2, 0, message(1))).isTrue();
        run();
        assertThat(here.events).containsExactly("up 2 instance 0", "down 2");
        assertThat(two.transport.counters().get(LinkEnd.FAILED)).isEqualTo(1);
    }

    @Test
    void aPoolThatFailsDoesNotKeepOthersFromBeingTold() {
        List<Pool> good = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            PoolTerms terms = PoolTerms.of(name, "prioritized", PoolSettings.permits(1));
            two.open(terms);
            if (name.equals("b")) {
                one.links.open(terms, new Pool() {
                    @Override
                    public void linkUp(Peer peer, long poolInstance) {
                        throw new IllegalStateException("a bug");
                    }

                    @Override
                    public void linkDown(Peer peer) {
                        throw new IllegalStateException("another");
                    }
                });
            } else {
                good.add(one.open(terms));
            }
        }
        network.connect(1, 2);
        run();
        good.forEach(pool -> assertThat(pool.events).isIn(List.of(), List.of("up 2 instance 0", "down 2")));
        assertThat(good).anyMatch(pool -> !pool.events.isEmpty());
        assertThat(one.links.peers()).isEmpty();
        assertThat(one.transport.counters().get(LinkEnd.FAILED)).isEqualTo(1);
    }

    @Test
    void framesThatMakeNoSenseCostTheLink() {
        Transport wild = network.join(3, "wild");
        List<LinkEnd> ends = new ArrayList<>();
        byte[][] nonsense = {
            {1, 2, 3}, // not protobuf
            {0x1A, 2, 0x42, 0}, // a message without a body
            {0x1A, 6, 0x08, 99, 0x42, 2, 0x2A, 0}, // for a pool that never existed
            {0x0A, 0}, // a pool without a name
        };
        for (byte[] frame : nonsense) {
            long before = one.transport.counters().get(LinkCounter.MALFORMED_FRAMES);
            network.connect(1, 3);
            if (ends.isEmpty()) {
                wild.start(link -> {
                    link.send(nonsense[ends.size()], 0, nonsense[ends.size()].length);
                    return new io.meshlock.spi.LinkReceiver() {
                        @Override
                        public void received(byte[] bytes, int offset, int length) {}

                        @Override
                        public void linkDown(LinkEnd why) {
                            ends.add(why);
                        }
                    };
                });
            }
            run();
            assertThat(one.transport.counters().get(LinkCounter.MALFORMED_FRAMES))
                    .as(java.util.Arrays.toString(frame))
                    .isEqualTo(before + 1);
        }
        assertThat(ends).hasSize(nonsense.length).containsOnly(LinkEnd.CLOSED_BY_PEER);
    }
}
