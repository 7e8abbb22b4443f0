package io.meshlock.link.tcp;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.keys.NodeKeys;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node that was revoked and comes back with a TLS session from before: nobody asks its certificate then. */
@DisplayName("Resumed TLS sessions")
class ResumedSessionsTest {

    @TempDir
    Path folder;

    private TestMesh mesh;
    private SSLContext client;

    @BeforeEach
    void setUp() {
        mesh = new TestMesh(folder);
    }

    @AfterEach
    void close() {
        mesh.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void areNotToBeHad(SslProvider provider) throws Exception {
        Recorder node = node(provider, false);
        assertThat(resumes(node))
                .as("the second connection resumes the first one's session")
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void areCheckedLikeOthersWhereTheyExist(SslProvider provider) throws Exception {
        Recorder node = node(provider, true);
        assertThat(resumes(node))
                .as("the second connection resumes the first one's session")
                .isTrue();
        Path list = mesh.authority().revoke("n3");
        Files.writeString(folder.resolve("keys/nodes/n1/revoked.pem"), Files.readString(list));
        await().until(() -> !getsIn(RawPeer.context(mesh.keys(3))));
        assertThat(getsIn(client)).as("gets in with the old session").isFalse();
        assertThat(node.links()).isZero();
    }

    /** Connects twice with one client, and says whether TLS took the second time for the first. */
    private boolean resumes(Recorder node) throws Exception {
        client = RawPeer.context(mesh.keys(3));
        long first = beNeighbourOnce(node);
        await().until(() -> System.currentTimeMillis() > first + 5);
        return beNeighbourOnce(node) == first;
    }

    private Recorder node(SslProvider provider, boolean tickets) {
        NodeKeys keys = mesh.keys(1);
        return mesh.node(mesh.settings(1), new LinkTls(keys, 5_000, provider, tickets));
    }

    private long beNeighbourOnce(Recorder node) throws IOException {
        long began;
        try (RawPeer peer = RawPeer.tls(mesh.place(1), client)) {
            peer.becomeNeighbour(mesh.keys(3));
            peer.hear(); // a keep-alive: whatever TLS had to say came before it
            began = peer.sessionBegan();
        }
        node.awaitDown(3);
        return began;
    }

    private boolean getsIn(SSLContext as) throws GeneralSecurityException {
        try (RawPeer peer = RawPeer.tls(mesh.place(1), as)) {
            peer.becomeNeighbour(mesh.keys(3));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
