package io.meshlock.link.tcp;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkCounter;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes find neighbours that are not listed as peers. */
@DisplayName("Discovery")
class DiscoveryTest {

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

    @Test
    void findsNeighboursByMulticast() throws Exception {
        discover(new DiscoverySettings(new HostPort("239.255.74.1", TestMesh.freePort()), List.of(loopback())));
    }

    private void discover(DiscoverySettings announcements) throws Exception {
        Recorder one = mesh.node(mesh.settings(1).withAnnouncements(announcements));
        Recorder two = mesh.node(mesh.settings(2).withAnnouncements(announcements));
        Recorder three = mesh.node(mesh.settings(3).withAnnouncements(announcements));
        one.awaitUp(2, 3);
        two.awaitUp(1, 3);
        three.awaitUp(1, 2);
        assertThat(one.count(LinkCounter.ANNOUNCEMENTS_RECEIVED)).isPositive();

        // Anybody can send datagrams: they are ignored, and the mesh goes on.
        long before = one.count(LinkCounter.ANNOUNCEMENTS_IGNORED);
        try (MulticastSocket socket = new MulticastSocket()) {
            socket.setNetworkInterface(NetworkInterface.getByName(loopback()));
            InetSocketAddress group = new InetSocketAddress(
                    InetAddress.getByName(announcements.group().host()),
                    announcements.group().port());
            await().until(() -> {
                byte[] garbage = "garbage".getBytes(StandardCharsets.UTF_8);
                socket.send(new DatagramPacket(garbage, garbage.length, group));
                socket.send(new DatagramPacket(new byte[2_000], 2_000, group));
                return one.count(LinkCounter.ANNOUNCEMENTS_IGNORED) >= before + 4;
            });
        }
        assertThat(one.links()).isEqualTo(2);
        assertThat(one.broken()).isEmpty();
    }

    private static String loopback() throws Exception {
        return NetworkInterface.networkInterfaces()
                .filter(candidate -> {
                    try {
                        return candidate.isLoopback();
                    } catch (java.net.SocketException e) {
                        return false;
                    }
                })
                .findFirst()
                .orElseThrow()
                .getName();
    }
}
