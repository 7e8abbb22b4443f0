package io.meshlock.link.tcp;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.keys.NodeKeys;
import io.meshlock.spi.LinkEnd;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that end, or are renewed, while nodes run. */
@DisplayName("Dates of certificates")
class CertificateDatesTest {

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final InstantSource clock = now::get;
    private TestMesh mesh;
    private Recorder node;

    @BeforeEach
    void setUp() {
        mesh = new TestMesh(folder);
        mesh.keys(3);
        NodeKeys keys = NodeKeys.load(folder.resolve("keys/nodes/n1"), clock);
        node = mesh.node(TcpSettings.secured(keys, 1).withListen(mesh.place(1)).withTimings(TestMesh.TIMINGS));
    }

    @AfterEach
    void close() {
        mesh.close();
    }

    @Test
    void endALinkThatIsUp() throws Exception {
        try (RawPeer peer = RawPeer.tls(mesh.place(1), mesh.keys(3))) {
            peer.becomeNeighbour(mesh.keys(3));
            node.awaitUp(3);
            now.updateAndGet(time -> time.plus(Duration.ofDays(2)));
            node.awaitDown(3);
            assertThat(node.ends()).containsExactly(LinkEnd.EXPIRED);
        }
    }

    @Test
    void ofRenewedKeysCountWithoutARestart() throws Exception {
        X509Certificate before = shown();
        mesh.authority().issue("n1", Duration.ofDays(100), true);
        await().until(() -> !shown().equals(before));
        assertThat(shown().getNotAfter().toInstant()).isAfter(Instant.now().plus(Duration.ofDays(90)));
    }

    /** The certificate that the node shows to whoever calls. */
    private X509Certificate shown() throws Exception {
        try (RawPeer peer = RawPeer.tls(mesh.place(1), mesh.keys(3))) {
            return peer.certificate();
        } catch (IOException e) {
            throw new AssertionError("the node takes no calls", e);
        }
    }
}
