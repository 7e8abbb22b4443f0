package io.meshlock.link.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.link.PoolLinks;
import io.meshlock.link.PoolOffers;
import io.meshlock.link.wire.LinkStateAdvert;
import io.meshlock.link.wire.LinkStateAdverts;
import io.meshlock.link.wire.PoolClaim;
import io.meshlock.link.wire.PoolReport;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nodes that exchange adverts, with a clock that the test controls. */
@DisplayName("Link-state flooding")
class LinkStateFloodingTest {

    private record Task(long at, int order, Runnable work) {}

    private final Queue<Runnable> callbacks = new ArrayDeque<>();
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingInt(Task::order));
    private final InProcessNetwork network = new InProcessNetwork(callbacks::add);
    private final List<Node> nodes = new ArrayList<>();
    private long now = 1_000_000;
    private int order;

    private final class Node implements PoolOffers {
        final Transport transport;
        final LinkStateFlooding flooding;
        List<PoolReport> pools = List.of();

        Node(int number) {
            transport = network.join(number, "n" + number);
            flooding = new LinkStateFlooding(
                    transport.self(),
                    (millis, work) -> tasks.add(new Task(now + millis, order++, work)),
                    () -> now,
                    () -> pools,
                    transport.counters());
            flooding.start();
            PoolLinks.over(transport, this, flooding).start();
        }

        @Override
        public void offered(Peer peer, PoolTerms terms) {}

        @Override
        public void refused(Peer peer, PoolTerms ours, PoolTerms theirs, long instance) {}

        int hops(int node) {
            return flooding.database().routes().hops(node);
        }

        List<PoolReport> reportsOf(int node) {
            return flooding.database().adverts().get(node).pools();
        }

        long sent() {
            return transport.counters().get(LinkCounter.ADVERTS_SENT);
        }
    }

    private void start(int size) {
        IntStream.range(0, size).forEach(i -> nodes.add(new Node(i)));
    }

    private void line(int size) {
        start(size);
        for (int i = 1; i < size; i++) {
            network.connect(i - 1, i);
        }
        pass(2_000);
    }

    private void pass(long millis) {
        long until = now + millis;
        deliver();
        while (!tasks.isEmpty() && tasks.element().at() <= until) {
            Task next = tasks.remove();
            now = Math.max(now, next.at());
            next.work().run();
            deliver();
        }
        now = until;
    }

    private void deliver() {
        for (Runnable next = callbacks.poll(); next != null; next = callbacks.poll()) {
            next.run();
        }
    }

    private long allSent() {
        return nodes.stream().mapToLong(Node::sent).sum();
    }

    // ---- links ------------------------------------------------------------------------------------------------------

    @Test
    void everyNodeKnowsTheWholeMesh() {
        line(6);
        for (Node node : nodes) {
            int self = node.transport.self().number();
            for (int other = 0; other < 6; other++) {
                assertThat(node.hops(other)).isEqualTo(Math.abs(self - other));
            }
        }
    }

    @Test
    void changesOfLinksReachAllNodes() {
        line(6);
        network.connect(0, 5);
        pass(1_000);
        assertThat(nodes.get(1).hops(4)).isEqualTo(3);
        network.cut(2, 3);
        pass(1_000);
        assertThat(nodes.get(2).hops(3)).isEqualTo(5);
        network.cut(0, 1);
        pass(1_000);
        assertThat(nodes.get(1).hops(4)).isEqualTo(Routes.NONE);
        assertThat(nodes.get(1).hops(2)).isEqualTo(1);
    }

    @Test
    void twoMeshesThatMeetExchangeAllAdverts() {
        start(6);
        network.connect(0, 1);
        network.connect(1, 2);
        network.connect(3, 4);
        network.connect(4, 5);
        pass(2_000);
        network.connect(2, 3);
        pass(1_000);
        assertThat(nodes.get(0).hops(5)).isEqualTo(5);
        assertThat(nodes.get(5).hops(0)).isEqualTo(5);
    }

    @Test
    void aNodeOutOfReachForAMinuteIsForgottenAndLearntAgain() {
        line(3);
        network.cut(1, 2);
        pass(LinkStateFlooding.FORGET_MILLIS - LinkStateFlooding.MAINTENANCE_MILLIS);
        assertThat(nodes.get(0).flooding.database().adverts()).containsKey(2);
        pass(3 * LinkStateFlooding.MAINTENANCE_MILLIS);
        assertThat(nodes.get(0).flooding.database().adverts()).containsOnlyKeys(0, 1);
        network.connect(1, 2);
        pass(1_000);
        assertThat(nodes.get(0).hops(2)).isEqualTo(2);
    }

    @Test
    void aNodeThatStartsAgainIsBelieved() {
        line(3);
        nodes.get(2).transport.close();
        pass(1_000);
        assertThat(nodes.get(0).hops(2)).isEqualTo(Routes.NONE);
        network.cut(1, 2);
        nodes.set(2, new Node(2));
        network.connect(0, 2);
        pass(1_000);
        assertThat(nodes.get(1).hops(2)).isEqualTo(2);
    }

    @Test
    void aNodeWhoseClockWentBackContinuesItsSequence() {
        line(3);
        LinkStateAdvert future = new LinkStateAdvert(2, "n2", 77, 5, List.of(), false, List.of());
        nodes.get(1).flooding.heard(nowhere(), future);
        pass(1_000);
        LinkStateAdvert known = nodes.get(0).flooding.database().adverts().get(2);
        assertThat(known.incarnation()).isEqualTo(77);
        assertThat(known.sequence()).isGreaterThan(5);
        assertThat(nodes.get(0).hops(2)).isEqualTo(2);
    }

    @Test
    void anAdvertThatIsKnownNeedNotBeRead() {
        line(3);
        LinkStateFlooding flooding = nodes.get(0).flooding;
        LinkStateAdvert known = flooding.database().adverts().get(2);
        assertThat(flooding.heardBefore(nowhere(), 2, known.incarnation(), known.sequence()))
                .isTrue();
        assertThat(flooding.heardBefore(nowhere(), 2, known.incarnation() - 1, known.sequence() + 1))
                .as("of an earlier incarnation")
                .isTrue();
        assertThat(flooding.heardBefore(nowhere(), 2, known.incarnation(), known.sequence() + 1))
                .isFalse();
        assertThat(flooding.heardBefore(nowhere(), 7, 1, 1)).as("of a stranger").isFalse();
        LinkStateAdvert own = flooding.database().adverts().get(0);
        assertThat(flooding.heardBefore(nowhere(), 0, own.incarnation(), own.sequence()))
                .as("of itself, which may be another one with the same number")
                .isFalse();
    }

    /** Its clock went back before its start, or another process has its number. */
    @Test
    void aNodeCountsWhatIsLaterThanItsOwnWords() {
        line(3);
        LinkStateFlooding flooding = nodes.get(0).flooding;
        LinkStateAdvert own = flooding.database().adverts().get(0);
        flooding.heard(nowhere(), own);
        assertThat(flooding.laterSelves()).isZero();
        LinkStateAdvert later = new LinkStateAdvert(0, "n0", own.incarnation() + 1, 1, List.of(), false, List.of());
        flooding.heard(nowhere(), later);
        assertThat(flooding.laterSelves()).isEqualTo(1);
        pass(2_000);
        flooding.heard(nowhere(), later);
        assertThat(flooding.laterSelves()).as("it goes on from there").isEqualTo(1);
        assertThat(nodes.get(2).flooding.laterSelves()).isZero();
    }

    /** Else two adverts of one sequence meet, of which none replaces the other, and the map stays wrong. */
    @Test
    void aNodeGoesBeyondWhatItsTwinMaySayMeanwhile() {
        line(3);
        LinkStateAdvert own = nodes.get(0).flooding.database().adverts().get(0);
        LinkStateAdvert first = new LinkStateAdvert(0, "n0", own.incarnation() + 1, 1, List.of(), false, List.of());
        LinkStateAdvert second = new LinkStateAdvert(0, "n0", own.incarnation() + 1, 2, List.of(7), false, List.of());
        nodes.get(0).flooding.heard(nowhere(), first);
        nodes.get(2).flooding.heard(nowhere(), second);
        pass(2_000);
        for (Node node : nodes) {
            assertThat(node.flooding.database().adverts().get(0).neighbours()).containsExactly(1);
        }
    }

    @Test
    void aLieThatLeavesNoLaterAdvertDoesNotStopANode() {
        line(3);
        long last = LinkStateAdvert.MAX_COUNT;
        nodes.get(0).flooding.heard(nowhere(), new LinkStateAdvert(0, "n0", last, last, List.of(), false, List.of()));
        network.cut(0, 1);
        pass(2_000);
        assertThat(nodes.get(0).flooding.laterSelves()).isEqualTo(1);
        assertThat(nodes.get(0).hops(1)).isEqualTo(Routes.NONE);
        assertThat(nodes.get(0).flooding.database().adverts().get(0).neighbours())
                .isEmpty();
    }

    @Test
    void oneAdvertTellsOfTheFirstLinks() {
        start(6);
        for (int i = 1; i < 6; i++) {
            network.connect(0, i);
            pass(LinkStateFlooding.SETTLING_MILLIS / 10);
        }
        pass(2_000);
        LinkStateAdvert advert = nodes.get(3).flooding.database().adverts().get(0);
        assertThat(advert.neighbours()).hasSize(5);
        assertThat(advert.sequence())
                .as("the first one was of a node without links")
                .isEqualTo(2);
    }

    @Test
    void advertsOfManyNodesShareFrames() {
        start(40);
        for (int i = 1; i < 39; i++) {
            network.connect(0, i);
        }
        pass(40_000);
        long frames = nodes.get(0).transport.counters().get(LinkCounter.FRAMES_SENT);
        long sent = nodes.get(0).sent();
        network.connect(38, 39);
        network.connect(0, 39);
        pass(30_000);
        assertThat(nodes.get(39).hops(7)).isEqualTo(2);
        assertThat(nodes.get(39).flooding.database().adverts()).hasSize(40);
        frames = nodes.get(0).transport.counters().get(LinkCounter.FRAMES_SENT) - frames;
        assertThat(frames).isLessThan((nodes.get(0).sent() - sent) / 2);
    }

    // ---- cost -------------------------------------------------------------------------------------------------------

    @Test
    void aCalmMeshIsSilent() {
        line(6);
        long before = allSent();
        pass(10 * LinkStateFlooding.REPEAT_MILLIS);
        assertThat(allSent()).isEqualTo(before);
    }

    @Test
    void aFlappingLinkIsAdvertisedAtALimitedRate() {
        line(4);
        long before = nodes.get(2).sent();
        for (int i = 0; i < 6_000; i++) {
            network.cut(0, 1);
            pass(5);
            network.connect(0, 1);
            pass(5);
        }
        // A link that flaps every 10 ms for a minute: 18 adverts of each of its ends arrive three links away.
        assertThat(nodes.get(2).sent() - before).isLessThan(100);
        pass(10_000);
        assertThat(nodes.get(3).hops(0))
                .as("in the end everybody knows how it is")
                .isEqualTo(3);
    }

    @Test
    void aFullMapTakesNoMoreNodes() {
        line(2);
        LinkStateFlooding flooding = nodes.get(0).flooding;
        for (int i = 10; i < LinkStateDatabase.MAX_NODES + 20; i++) {
            flooding.heard(nowhere(), new LinkStateAdvert(i, "n" + i, 1, 1, List.of(), false, List.of()));
        }
        assertThat(flooding.database().adverts()).hasSize(LinkStateDatabase.MAX_NODES);
        assertThat(nodes.get(0).transport.counters().get(LinkCounter.ADVERTS_DROPPED))
                .isEqualTo(12);
        pass(2 * LinkStateFlooding.FORGET_MILLIS);
        assertThat(flooding.database().adverts()).as("nobody reaches them").containsOnlyKeys(0, 1);
    }

    // ---- pools ------------------------------------------------------------------------------------------------------

    @Test
    void poolsAreReportedWhileTheMapIsInUse() {
        line(4);
        nodes.get(3).pools = List.of(new PoolReport("docks", 2, 1, 1));
        pass(5_000);
        assertThat(nodes.get(0).reportsOf(3)).as("nobody asked").isEmpty();
        nodes.get(0).flooding.interest();
        pass(500);
        assertThat(nodes.get(0).reportsOf(3)).containsExactly(new PoolReport("docks", 2, 1, 1));
        nodes.get(3).pools = List.of(new PoolReport("docks", 0, 0, 1));
        pass(1_500);
        assertThat(nodes.get(0).reportsOf(3)).containsExactly(new PoolReport("docks", 0, 0, 1));
        pass(LinkStateFlooding.INTEREST_MILLIS + 3_000);
        assertThat(nodes.get(0).reportsOf(3)).as("nobody looks any more").isEmpty();
        long before = allSent();
        nodes.get(3).pools = List.of();
        pass(5_000);
        assertThat(allSent()).isEqualTo(before);
    }

    @Test
    void aWatcherThatVanishesIsNoWatcher() {
        line(3);
        nodes.get(0).flooding.interest();
        pass(1_000);
        network.cut(0, 1);
        nodes.get(2).pools = List.of(new PoolReport("docks", 1, 0, 0));
        pass(5_000);
        assertThat(nodes.get(1).reportsOf(2)).isEmpty();
    }

    @Test
    void reportsComeOncePerSecondAtMost() {
        line(2);
        nodes.get(0).flooding.interest();
        pass(500);
        long before = nodes.get(1).sent();
        for (int i = 0; i < 500; i++) {
            nodes.get(1).pools = List.of(new PoolReport("docks", i, 0, 0));
            pass(10);
        }
        assertThat(nodes.get(1).sent() - before).isBetween(4L, 6L);
    }

    // ---- links for adverts that a test makes up ------------------------------------------------------------------

    /** A link from outside this mesh: adverts that come over it are forwarded to all nodes. */
    private static Link nowhere() {
        return new Link() {
            @Override
            public Peer peer() {
                return new Peer(1 << 20, "nobody", 1);
            }

            @Override
            public long instance() {
                return 0;
            }

            @Override
            public boolean send(byte[] frame, int offset, int length) {
                return false;
            }

            @Override
            public long queuedBytes() {
                return 0;
            }

            @Override
            public boolean isCongested() {
                return false;
            }

            @Override
            public void execute(Runnable task) {}

            @Override
            public void close(LinkEnd why) {}
        };
    }

    @Test
    void anAdvertFitsAFrame() {
        List<Integer> neighbours =
                IntStream.range(0, LinkStateAdvert.MAX_NEIGHBOURS).boxed().toList();
        PoolClaim claim = new PoolClaim("c".repeat(PoolClaim.LONGEST_NAME), Integer.MAX_VALUE, true, Long.MAX_VALUE);
        List<PoolReport> reports = IntStream.range(0, LinkStateAdvert.MAX_POOLS)
                .mapToObj(i -> new PoolReport(
                        "p".repeat(200),
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE,
                        i,
                        i > 0 ? List.of() : Collections.nCopies(PoolClaim.MOST, claim)))
                .toList();
        LinkStateAdvert largest =
                new LinkStateAdvert(1 << 30, "n".repeat(200), 1L << 61, 1L << 61, neighbours, true, reports);
        assertThat(LinkStateAdverts.write(largest)).hasSizeLessThan(20_000);
    }
}
