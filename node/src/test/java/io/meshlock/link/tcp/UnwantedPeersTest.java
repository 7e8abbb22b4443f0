package io.meshlock.link.tcp;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.keys.MeshAuthority;
import io.meshlock.keys.MeshIdentity;
import io.meshlock.keys.NodeKeys;
import io.meshlock.link.wire.proto.Accept;
import io.meshlock.link.wire.proto.Hello;
import io.meshlock.link.wire.proto.KeepAlive;
import io.meshlock.link.wire.proto.LinkFrame;
import io.meshlock.link.wire.proto.PoolsFrame;
import io.meshlock.link.wire.proto.Refuse;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkTimings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that must be refused, while the link between nodes 1 and 2 is not affected. */
@DisplayName("Unwanted peers")
class UnwantedPeersTest {

    @TempDir
    Path folder;

    private TestMesh mesh;
    private Recorder node;
    private Recorder friend;

    @BeforeEach
    void setUp() {
        mesh = new TestMesh(folder);
        node = mesh.node(1);
        friend = mesh.node(2, 1);
        node.awaitUp(2);
        friend.awaitUp(1);
    }

    @AfterEach
    void linksOfOthersAreStillUp() {
        assertThat(node.links()).as("only the friend got in").isEqualTo(1);
        assertThat(friend.ends()).as("the friend's link was up all the time").isEmpty();
        assertThat(friend.send(1, "how are you")).isTrue();
        await().until(() -> node.from(2).contains("how are you"));
        assertThat(node.send(2, "well")).isTrue();
        await().until(() -> friend.from(1).contains("well"));
        mesh.close();
    }

    @Test
    void withoutACertificate() throws Exception {
        expectTlsRefusal(null);
    }

    @Test
    void ofAnotherMesh() throws Exception {
        expectTlsRefusal(stranger(InstantSource.system(), Duration.ofDays(1)));
    }

    @Test
    void withACertificateThatRanOut() throws Exception {
        Instant then = Instant.now().minus(Duration.ofDays(100));
        MeshAuthority authority = MeshAuthority.open(folder.resolve("keys"), InstantSource.fixed(then));
        Path files = authority.issue("late", Duration.ofDays(10), false).folder();
        expectTlsRefusal(NodeKeys.load(files, InstantSource.fixed(then)));
    }

    @Test
    void withACertificateThatWasRevoked() throws Exception {
        NodeKeys keys = mesh.keys(3);
        revoke("n3");
        // The list is read again within about a second; a peer that is admitted until then is dropped later.
        await().until(() -> {
            try (RawPeer wild = RawPeer.tls(mesh.place(1), keys)) {
                wild.sayHello(RawPeer.hello(keys));
                return wild.isRefused() && node.count(LinkCounter.TLS_REFUSED) > 0;
            } catch (IOException e) {
                return node.count(LinkCounter.TLS_REFUSED) > 0;
            }
        });
        await().until(() -> node.links() == 1);
    }

    @Test
    void whoseCertificateIsRevokedWhileTheLinkIsUp() throws Exception {
        try (RawPeer wild = RawPeer.tls(mesh.place(1), mesh.keys(3))) {
            wild.becomeNeighbour(mesh.keys(3));
            node.awaitUp(3);
            revoke("n3");
            node.awaitDown(3);
            assertThat(node.ends()).containsExactly(LinkEnd.REVOKED);
        }
    }

    /** Puts the new list where node 1 reads it. */
    private void revoke(String name) throws IOException {
        Path list = mesh.authority().revoke(name);
        Path target = folder.resolve("keys/nodes/n1/revoked.pem");
        Path fresh = target.resolveSibling("revoked.new");
        Files.copy(list, fresh);
        Files.setLastModifiedTime(fresh, FileTime.from(Instant.now().plusSeconds(5))); // coarse file clocks
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private NodeKeys stranger(InstantSource clock, Duration life) {
        MeshAuthority authority = MeshAuthority.init(folder.resolve("strangers"), "test", clock);
        return NodeKeys.load(authority.issue("n3", life, false).folder(), clock);
    }

    private void expectTlsRefusal(NodeKeys keys) throws Exception {
        try (RawPeer wild = RawPeer.tls(mesh.place(1), keys)) {
            wild.sayHello(RawPeer.hello(mesh.keys(3)));
            assertThat(wild.isRefused()).isTrue();
        } catch (IOException e) {
            // refused even earlier
        }
        node.awaitCount(LinkCounter.TLS_REFUSED, 1);
    }

    // ---- with a good certificate, and bad manners -------------------------------------------------------------------

    @Test
    void underAnotherName() throws Exception {
        NodeKeys keys = mesh.keys(3);
        expectRefusal(RawPeer.hello(keys).toBuilder().setName("n2").build(), Refuse.Reason.IDENTITY);
        expectRefusal(RawPeer.hello(keys).toBuilder().setNumber(2).build(), Refuse.Reason.IDENTITY);
        expectRefusal(RawPeer.hello(keys).toBuilder().setNumber(-3).build(), Refuse.Reason.IDENTITY);
    }

    /** Without keys a neighbour is called what it says, but for that. */
    @Test
    void underANameThatCannotBePrinted() throws Exception {
        MeshIdentity three = new MeshIdentity("insecure", 3, "n3");
        Recorder plain = mesh.node(TcpSettings.plain(new MeshIdentity("insecure", 4, "n4"), 1)
                .withListen(mesh.place(4))
                .withTimings(TestMesh.TIMINGS));
        for (String name : List.of("n3\nFAKE LOG", "n3\u001b]0;owned", "n3\u202e", "")) {
            try (RawPeer wild = RawPeer.plain(mesh.place(4))) {
                wild.sayHello(Handshake.hello(three, 1, LinkTable.Lost.NONE).toBuilder()
                        .setName(name)
                        .build());
                assertThat(wild.hear().hasHello()).isTrue();
                assertThat(wild.hear().getRefuse().getReason()).isEqualTo(Refuse.Reason.IDENTITY);
                assertThat(wild.isRefused()).isTrue();
            }
        }
        assertThat(plain.links()).isZero();
    }

    @Test
    void ofANameThatIsNotItsMesh() throws Exception {
        expectRefusal(RawPeer.hello(mesh.keys(3)).toBuilder().setMesh("other").build(), Refuse.Reason.MESH);
    }

    @Test
    void ofAnotherVersion() throws Exception {
        Hello hello = RawPeer.hello(mesh.keys(3));
        expectRefusal(hello.toBuilder().setOldestVersion(7).setNewestVersion(9).build(), Refuse.Reason.VERSION);
        expectRefusal(hello.toBuilder().setOldestVersion(0).setNewestVersion(0).build(), Refuse.Reason.VERSION);
    }

    private void expectRefusal(Hello hello, Refuse.Reason reason) throws Exception {
        long before = node.count(LinkCounter.PEERS_REFUSED);
        try (RawPeer wild = RawPeer.tls(mesh.place(1), mesh.keys(3))) {
            wild.sayHello(hello);
            assertThat(wild.hear().hasHello()).isTrue();
            assertThat(wild.hear().getRefuse().getReason()).isEqualTo(reason);
            assertThat(wild.isRefused()).isTrue();
        }
        assertThat(node.count(LinkCounter.PEERS_REFUSED)).isEqualTo(before + 1);
    }

    @Test
    void thatSendGarbageInsteadOfTls() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 1; i <= 20; i++) {
            byte[] garbage = new byte[1 + random.nextInt(500)];
            random.nextBytes(garbage);
            garbage[0] = (byte) 0xFF; // certainly not a TLS record
            try (RawPeer wild = RawPeer.plain(mesh.place(1))) {
                wild.sayBytes(garbage);
                wild.isRefused();
            } catch (IOException e) {
                // refused while it was still sending
            }
            node.awaitCount(LinkCounter.TLS_REFUSED, i);
        }
    }

    @Test
    void thatSendGarbageInsteadOfHello() throws Exception {
        expectMalformed(new byte[] {5, 1, 2, 3, 4, 5}, false);
    }

    @Test
    void thatSpeakBeforeTheyAreIntroduced() throws Exception {
        LinkFrame heartbeat = LinkFrame.newBuilder()
                .setKeepAlive(KeepAlive.getDefaultInstance())
                .build();
        try (RawPeer wild = RawPeer.tls(mesh.place(1), mesh.keys(3))) {
            wild.say(heartbeat);
            assertThat(wild.isRefused()).isTrue();
        }
        assertThat(node.count(LinkCounter.MALFORMED_FRAMES)).isEqualTo(1);
    }

    @Test
    void thatSendGarbageOnceTheyAreIn() throws Exception {
        expectMalformed(new byte[] {3, 0x32, 9, 9}, true);
        assertThat(node.ends()).containsExactly(LinkEnd.MALFORMED);
    }

    @Test
    void thatAnnounceAHugeFrame() throws Exception {
        expectMalformed(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x7F}, true);
        expectMalformed(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F}, true);
        expectMalformed(new byte[] {-1, -1, -1, -1, -1, -1, -1}, true);
        expectMalformed(new byte[] {0}, true);
    }

    private void expectMalformed(byte[] bytes, boolean introduced) throws Exception {
        long before = node.count(LinkCounter.MALFORMED_FRAMES);
        try (RawPeer wild = RawPeer.tls(mesh.place(1), mesh.keys(3))) {
            if (introduced) {
                wild.becomeNeighbour(mesh.keys(3));
                node.awaitUp(3);
            }
            wild.sayBytes(bytes);
            assertThat(wild.isRefused()).isTrue();
        }
        node.awaitDown(3);
        assertThat(node.count(LinkCounter.MALFORMED_FRAMES)).isEqualTo(before + 1);
    }

    /** Valid frames, corrupted at random, many times. */
    @Test
    void thatSendCorruptedFrames() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        ByteArrayOutputStream good = new ByteArrayOutputStream();
        LinkFrame.newBuilder().setHello(RawPeer.hello(mesh.keys(3))).build().writeDelimitedTo(good);
        LinkFrame.newBuilder()
                .setKeepAlive(KeepAlive.getDefaultInstance())
                .build()
                .writeDelimitedTo(good);
        LinkFrame.newBuilder().setPools(PoolsFrame.getDefaultInstance()).build().writeDelimitedTo(good);
        LinkFrame.newBuilder().setAccept(Accept.newBuilder().setLink(9)).build().writeDelimitedTo(good);
        for (int i = 0; i < 40; i++) {
            byte[] bent = good.toByteArray();
            for (int bend = 0; bend <= i % 4; bend++) {
                bent[random.nextInt(bent.length)] = (byte) random.nextInt();
            }
            try (RawPeer wild = RawPeer.tls(mesh.place(1), mesh.keys(3))) {
                wild.sayBytes(bent);
                if (i % 3 == 0) {
                    wild.hear();
                }
            } catch (IOException e) {
                // refused while it was still sending
            }
        }
        node.awaitDown(3);
        assertThat(node.count(LinkCounter.MALFORMED_FRAMES) + node.count(LinkCounter.PEERS_REFUSED))
                .isPositive();
        assertThat(node.broken()).isEmpty();
    }

    /** More silent connections than there are places, from the very address that a good node calls from. */
    @Test
    void thatConnectAgainAndAgainAndSayNothing() throws Exception {
        List<RawPeer> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 600; i++) {
                silent.add(RawPeer.plain(mesh.place(1)));
            }
            node.awaitCount(LinkCounter.TOO_MANY_CONNECTIONS, 500);
            try (RawPeer guest = RawPeer.tls(mesh.place(1), mesh.keys(3))) {
                guest.becomeNeighbour(mesh.keys(3));
                node.awaitUp(3);
            }
            node.awaitDown(3);
        } finally {
            for (RawPeer each : silent) {
                each.close();
            }
        }
    }

    @Test
    void thatConnectAndSayNothing() throws Exception {
        TcpSettings settings = mesh.settings(4)
                .withTimings(new LinkTimings(100, 4_000, 300, 20, 200, 0, 10, 100, 50))
                .withLimits(LinkLimits.DEFAULTS.withLinks(2));
        Recorder small = mesh.node(settings);
        try (RawPeer a = RawPeer.plain(mesh.place(4));
                RawPeer b = RawPeer.plain(mesh.place(4));
                RawPeer c = RawPeer.plain(mesh.place(4));
                RawPeer d = RawPeer.plain(mesh.place(4));
                RawPeer oneTooMany = RawPeer.plain(mesh.place(4))) {
            assertThat(oneTooMany.isRefused()).isTrue();
            small.awaitCount(LinkCounter.TOO_MANY_CONNECTIONS, 1);
            for (RawPeer silent : new RawPeer[] {a, b, c, d}) {
                assertThat(silent.isRefused()).as("refused in time").isTrue();
            }
        }
        Recorder guest = mesh.node(5, 4);
        small.awaitUp(5);
        guest.awaitUp(4);
    }
}
