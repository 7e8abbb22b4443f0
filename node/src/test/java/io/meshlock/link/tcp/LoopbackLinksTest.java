package io.meshlock.link.tcp;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.spi.HostPort;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real sockets and real TLS on this machine. */
@DisplayName("Links over TCP and TLS")
class LoopbackLinksTest {

    private static final int FRAMES = 500;

    @TempDir
    Path folder;

    private TestMesh mesh;

    @BeforeEach
    void setUp() {
        mesh = new TestMesh(folder);
    }

    @AfterEach
    void close() {
        mesh.close();
    }

    // ---- shapes -----------------------------------------------------------------------------------------------------

    @Test
    void line() {
        exchange(new int[][] {{1, 2}, {2, 3}, {3, 4}, {4, 5}});
    }

    @Test
    void ring() {
        exchange(new int[][] {{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 1}});
    }

    @Test
    void star() {
        exchange(new int[][] {{1, 5}, {2, 5}, {3, 5}, {4, 5}});
    }

    /**
     * The first node of each pair dials the second; then all nodes send to all neighbours, and all frames arrive in
     * order.
     */
    private void exchange(int[][] pairs) {
        List<Recorder> nodes = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            int self = i;
            int[] dials = IntStream.range(0, pairs.length)
                    .filter(p -> pairs[p][0] == self)
                    .map(p -> pairs[p][1])
                    .toArray();
            nodes.add(mesh.node(i, dials));
        }
        for (int[] pair : pairs) {
            nodes.get(pair[0] - 1).awaitUp(pair[1]);
            nodes.get(pair[1] - 1).awaitUp(pair[0]);
        }
        for (int frame = 0; frame < FRAMES; frame++) {
            for (int[] pair : pairs) {
                assertThat(nodes.get(pair[0] - 1).send(pair[1], "f" + frame)).isTrue();
                assertThat(nodes.get(pair[1] - 1).send(pair[0], "f" + frame)).isTrue();
            }
        }
        List<String> all =
                IntStream.range(0, FRAMES).mapToObj(frame -> "f" + frame).toList();
        for (int[] pair : pairs) {
            awaitFrames(nodes.get(pair[0] - 1), pair[1], all);
            awaitFrames(nodes.get(pair[1] - 1), pair[0], all);
        }
        int ends = nodes.stream().mapToInt(Recorder::links).sum();
        assertThat(ends).as("no links but those").isEqualTo(2 * pairs.length);
        nodes.forEach(node -> assertThat(node.broken()).isEmpty());
    }

    private static void awaitFrames(Recorder at, int from, List<String> frames) {
        await().until(() -> at.from(from).size() >= frames.size());
        assertThat(at.from(from)).containsExactlyElementsOf(frames);
    }

    // ---- one link per pair ------------------------------------------------------------------------------------------

    @Test
    void bothDialAtOnceAndGetOneLink() {
        for (int round = 0; round < 10; round++) {
            int a = 2 * round + 1;
            int b = 2 * round + 2;
            Recorder one = mesh.node(a, b);
            Recorder two = mesh.node(b, a);
            one.awaitUp(b);
            two.awaitUp(a);
            // All other dials are settled when a frame has gone each way and only one connection is left.
            one.send(b, "x");
            two.send(a, "y");
            await().until(() -> one.from(b).size() == 1 && two.from(a).size() == 1);
            await().until(() -> connections(one) == 1 && connections(two) == 1);
            assertThat(one.count(LinkCounter.LINKS_UP)).isEqualTo(1);
            assertThat(two.count(LinkCounter.LINKS_UP)).isEqualTo(1);
            assertThat(((TcpLink) one.link(b)).session()).isEqualTo(((TcpLink) two.link(a)).session());
            assertThat(one.broken()).isEmpty();
            assertThat(two.broken()).isEmpty();
        }
    }

    private static int connections(Recorder node) {
        return node.transport()
                .loop()
                .submit(() -> node.transport().connectionCount())
                .syncUninterruptibly()
                .getNow();
    }

    @Test
    void aListedAddressThatIsOurOwnIsGivenUp() {
        Recorder node = mesh.node(1, 1);
        // Both ends of the connection refuse it, and the dialer stops for good.
        node.awaitCount(LinkCounter.PEERS_REFUSED, 1);
        await().until(() -> connections(node) == 0);
        assertThat(node.links()).isZero();
    }

    // ---- coming and going -------------------------------------------------------------------------------------------

    @Test
    void aLinkThatWasCutComesBackAsAnother() {
        Recorder one = mesh.node(1, 2);
        Recorder two = mesh.node(2);
        one.awaitUp(2);
        two.awaitUp(1);
        for (int i = 0; i < 5; i++) {
            Link before = one.link(2);
            before.close(LinkEnd.CUT);
            await().until(() -> one.isUp(2) && one.link(2).instance() > before.instance());
            assertThat(before.send(new byte[1], 0, 1))
                    .as("the old link is dead")
                    .isFalse();
        }
        await().until(() -> two.ends().size() == 5 && two.isUp(1));
        assertThat(one.broken()).isEmpty();
        assertThat(two.broken()).isEmpty();
        assertThat(one.send(2, "again")).isTrue();
        await().until(() -> two.from(1).contains("again"));
    }

    @Test
    void aPeerThatRestartsIsTakenForANewOne() {
        Recorder one = mesh.node(1);
        Recorder two = mesh.node(2, 1);
        one.awaitUp(2);
        two.awaitUp(1); // a node that does not know yet that its link is up cannot take leave
        long before = one.link(2).peer().incarnation();
        two.transport().close();
        one.awaitDown(2);
        assertThat(one.ends()).containsExactly(LinkEnd.CLOSED_BY_PEER);
        assertThat(two.ends()).containsExactly(LinkEnd.SHUT_DOWN);
        Recorder again = mesh.node(2, 1);
        one.awaitUp(2);
        again.awaitUp(1);
        assertThat(one.link(2).peer().incarnation()).isGreaterThan(before);
        assertThat(one.broken()).isEmpty();
    }

    @Test
    void aPeerThatRestartsBeforeItsOldLinkIsNoticedReplacesIt() throws Exception {
        Recorder one = mesh.node(1);
        try (RawPeer old = RawPeer.tls(mesh.place(1), mesh.keys(2))) {
            old.becomeNeighbour(mesh.keys(2));
            one.awaitUp(2);
            Recorder two = mesh.node(2, 1);
            two.awaitUp(1);
            await().until(() -> one.ends().contains(LinkEnd.REPLACED) && one.isUp(2));
            assertThat(old.isRefused()).isTrue();
            assertThat(one.broken()).isEmpty();
        }
    }

    @Test
    void keepAlivesKeepAQuietLinkUpAndASilentOneGoesDown() throws Exception {
        TcpSettings settings = mesh.settings(1).withTimings(TestMesh.TIMINGS.withKeepAlive(50, 700));
        Recorder one = mesh.node(settings);
        try (RawPeer silent = RawPeer.tls(mesh.place(1), mesh.keys(2))) {
            silent.becomeNeighbour(mesh.keys(2));
            one.awaitUp(2);
            one.awaitCount(LinkCounter.KEEP_ALIVES_SENT, 2);
            one.awaitDown(2);
            assertThat(one.ends()).containsExactly(LinkEnd.SILENT);
        }
    }

    @Test
    void linksGoOverIpv6Too() {
        HostPort here = new HostPort("::1", TestMesh.freePort());
        Recorder one = mesh.node(mesh.settings(1).withListen(here));
        Recorder two = mesh.node(mesh.settings(2)
                .withListen(new HostPort("::1", TestMesh.freePort()))
                .withPeers(List.of(HostPort.parse("[::1]:" + here.port()))));
        one.awaitUp(2);
        two.awaitUp(1);
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        mesh.node(1);
        TcpTransport second = mesh.transport(mesh.settings(2).withListen(mesh.place(1)));
        assertThatThrownBy(() -> second.start(new Recorder(second)))
                .hasMessageContaining("cannot listen on " + mesh.place(1));
    }

    // ---- limits -----------------------------------------------------------------------------------------------------

    @Test
    void aPeerThatDoesNotReadLosesItsLinkAndNobodyElseNotices() throws Exception {
        TcpSettings settings = mesh.settings(1).withLimits(LinkLimits.DEFAULTS.withFrames(1 << 20, 2 << 20));
        Recorder one = mesh.node(settings);
        Recorder other = mesh.node(3, 1);
        one.awaitUp(3);
        try (RawPeer slow = RawPeer.tls(mesh.place(1), mesh.keys(2))) {
            slow.becomeNeighbour(mesh.keys(2));
            one.awaitUp(2);
            Link link = one.link(2);
            byte[] big = new byte[64 * 1024];
            int sent = 0;
            while (link.send(big, 0, big.length)) {
                sent++;
                assertThat(sent).as("bounded").isLessThan(10_000);
            }
            one.awaitDown(2);
            assertThat(one.ends()).containsExactly(LinkEnd.CONGESTED);
        }
        assertThat(one.send(3, "still here")).isTrue();
        await().until(() -> other.from(1).contains("still here"));
        assertThat(one.broken()).isEmpty();
    }

    @Test
    void framesUpToTheLimitAreCarriedAndLongerOnesRefusedByTheSender() {
        Recorder one = mesh.node(1, 2);
        Recorder two = mesh.node(2);
        one.awaitUp(2);
        two.awaitUp(1);
        int max = one.transport().maxFrameBytes();
        assertThat(one.send(2, "x".repeat(max))).isTrue();
        await().until(() -> two.from(1).size() == 1);
        assertThat(two.from(1).peek()).hasSize(max);
        assertThatThrownBy(() -> one.send(2, "x".repeat(max + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most " + max);
    }
}
