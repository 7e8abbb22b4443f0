package io.meshlock.link.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node must not become a tool for making connections to addresses that somebody forges. */
@DisplayName("Dials of addresses that are only announced")
class UnprovenDialsTest {

    @TempDir
    Path folder;

    @Test
    void areFewAtATime() throws Exception {
        List<DiscoveredPeers.Sighting> forged = new ArrayList<>();
        for (int i = 1; i <= 10 * Dialer.MOST_UNPROVEN; i++) {
            forged.add(new DiscoveredPeers.Sighting(1_000 + i, new InetSocketAddress("127.0.1." + i, 9)));
        }
        try (TestMesh mesh = new TestMesh(folder)) {
            TcpTransport transport = mesh.transport(1);
            Dialer dialer = new Dialer(transport, new SplittableRandom(1));
            int busy = transport
                    .loop()
                    .submit(() -> {
                        dialer.tick(transport.now(), forged);
                        return dialer.busy(); // no dial can have ended: that happens on this thread, too
                    })
                    .get();
            assertThat(busy).isEqualTo(Dialer.MOST_UNPROVEN);
        }
    }
}
