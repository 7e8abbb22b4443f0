package io.meshlock.link.tcp;

import io.meshlock.keys.MeshAuthority;
import io.meshlock.keys.NodeKeys;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkTimings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Nodes with real keys and real sockets on this machine. Node i is called {@code n<i>} and has the number i. */
public final class TestMesh implements AutoCloseable {

    private static final HostPort NOWHERE = new HostPort("127.0.0.1", 0);

    /** Short, but long enough for a busy machine. */
    static final LinkTimings TIMINGS = new LinkTimings(100, 4_000, 5_000, 20, 200, 0, 10, 100, 50);

    private final MeshAuthority authority;
    private final Map<Integer, Integer> ports = new LinkedHashMap<>();
    private final Map<Integer, NodeKeys> keys = new LinkedHashMap<>();
    private final List<TcpTransport> transports = new ArrayList<>();
    private long incarnations;

    public TestMesh(Path folder) {
        authority = MeshAuthority.init(folder.resolve("keys"), "test", InstantSource.system());
    }

    MeshAuthority authority() {
        return authority;
    }

    /** Issues the keys of nodes up to this one. */
    NodeKeys keys(int node) {
        for (int i = keys.size() + 1; i <= node; i++) {
            MeshAuthority.Issued issued = authority.issue("n" + i, Duration.ofDays(1), false);
            keys.put(i, NodeKeys.load(issued.folder(), InstantSource.system()));
        }
        return keys.get(node);
    }

    /** Where a node listens: the same address each time. */
    HostPort place(int node) {
        return new HostPort("127.0.0.1", ports.computeIfAbsent(node, any -> freePort()));
    }

    /** A node that dials these others. */
    TcpSettings settings(int node, int... dials) {
        List<HostPort> peers = new ArrayList<>();
        for (int other : dials) {
            peers.add(place(other));
        }
        return TcpSettings.secured(keys(node), ++incarnations)
                .withListen(place(node))
                .withPeers(peers)
                .withTimings(TIMINGS);
    }

    /** A transport that is closed with the mesh. */
    public TcpTransport transport(int node, int... dials) {
        return transport(settings(node, dials));
    }

    /** The same with the timings of real nodes. */
    public TcpTransport calmTransport(int node, int... dials) {
        return transport(settings(node, dials).withTimings(LinkTimings.DEFAULTS));
    }

    TcpTransport transport(TcpSettings settings) {
        TcpTransport transport = new TcpTransport(settings);
        transports.add(transport);
        return transport;
    }

    /** A started node with a listener that records events. */
    Recorder node(int node, int... dials) {
        return node(settings(node, dials));
    }

    Recorder node(TcpSettings settings) {
        Recorder recorder = new Recorder(transport(settings));
        recorder.transport().start(recorder);
        return recorder;
    }

    /** The same with TLS of its own. */
    Recorder node(TcpSettings settings, LinkTls tls) {
        TcpTransport transport = new TcpTransport(settings, tls);
        transports.add(transport);
        Recorder recorder = new Recorder(transport);
        transport.start(recorder);
        return recorder;
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(NOWHERE.port())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        transports.forEach(TcpTransport::close);
    }
}
