package io.meshlock.testbed;

import io.meshlock.MeshlockBuilder;
import io.meshlock.demo.Cable;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.keys.NodeKeys;
import io.meshlock.link.tcp.TcpSettings;
import io.meshlock.link.tcp.TcpTransport;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkTimings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Real sockets and TLS on this computer, with a cable that can be cut between any two nodes. */
final class SecureFabric implements Fabric {

    /** Quick to try again, with long timeouts for a busy computer; no link is ever held down. */
    private static final LinkTimings TIMINGS = new LinkTimings(200, 5_000, 10_000, 10, 100, 0, 10, 100, 1_000);

    private record Pair(int low, int high) {
        static Pair of(int a, int b) {
            return new Pair(Math.min(a, b), Math.max(a, b));
        }
    }

    private final List<NodeKeys> keys = new ArrayList<>();
    private final Map<Integer, TcpTransport> transports = new ConcurrentHashMap<>();
    private final Map<Pair, Cable> cables = new LinkedHashMap<>();

    SecureFabric(Path folder, int size) {
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "test", InstantSource.system());
        for (int i = 0; i < size; i++) {
            MeshAuthority.Issued issued = authority.issue("n" + i, Duration.ofDays(1), false);
            keys.add(NodeKeys.load(issued.folder(), InstantSource.system()));
        }
    }

    @Override
    public MeshlockBuilder equip(MeshlockBuilder builder, int node) {
        List<HostPort> peers = new ArrayList<>();
        cables.forEach((pair, cable) -> {
            if (pair.high() == node) {
                peers.add(new HostPort("127.0.0.1", cable.port()));
            }
        });
        TcpSettings settings = TcpSettings.secured(keys.get(node), 1)
                .withListen(new HostPort("127.0.0.1", 0))
                .withPeers(peers)
                .withTimings(TIMINGS);
        TcpTransport transport = new TcpTransport(settings);
        transports.put(node, transport);
        return builder.transport(transport);
    }

    /** The authority counts from 1. */
    @Override
    public int number(int node) {
        return keys.get(node).identity().number();
    }

    @Override
    public void connect(int a, int b) {
        Pair pair = Pair.of(a, b);
        cables.computeIfAbsent(pair, any -> new Cable(() -> port(pair.low()))).mend();
    }

    /** Where a node listens; 0 if it was not made yet. */
    private int port(int node) {
        TcpTransport transport = transports.get(node);
        return transport == null ? 0 : transport.port();
    }

    @Override
    public void cut(int a, int b) {
        cables.get(Pair.of(a, b)).cut();
    }

    @Override
    public void close() {
        cables.values().forEach(Cable::close);
    }
}
