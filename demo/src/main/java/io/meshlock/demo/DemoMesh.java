package io.meshlock.demo;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.spi.JournalStreams;
import io.meshlock.spi.LinkTimings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Real nodes with real links, TCP and TLS, on this computer; between any two of them is a cable that can be cut. */
final class DemoMesh implements AutoCloseable {

    private static final String HERE = "127.0.0.1";

    /** Quick to try again, so that something happens within a minute, with long timeouts for a busy computer. */
    private static final LinkTimings TIMINGS = new LinkTimings(200, 5_000, 10_000, 20, 200, 0, 20, 200, 1_000);

    /** A cable between two nodes, counted from 0. */
    record Ends(int low, int high) {}

    private final List<Path> keys = new ArrayList<>();
    private final Map<Ends, Cable> cables = new LinkedHashMap<>();
    private final Map<Integer, Integer> ports = new ConcurrentHashMap<>();
    private final List<Meshlock> nodes = new ArrayList<>();

    private DemoMesh() {}

    /** Starts so many nodes in a ring with some shortcuts; the first one bootstraps the pools. */
    static DemoMesh start(int size, Path folder, JournalStreams journal) {
        DemoMesh mesh = new DemoMesh();
        mesh.issueKeys(size, folder);
        mesh.layCables(size);
        for (int i = 0; i < size; i++) {
            mesh.startNode(i, journal);
        }
        return mesh;
    }

    private void issueKeys(int size, Path folder) {
        MeshAuthority authority = MeshAuthority.init(folder, "demo", InstantSource.system());
        for (int i = 0; i < size; i++) {
            keys.add(authority.issue(name(i), Duration.ofDays(1), false).folder());
        }
    }

    static String name(int node) {
        return "drone-" + (node + 1);
    }

    private void layCables(int size) {
        for (int i = 0; i < size; i++) {
            lay(i, (i + 1) % size);
            if (size > 5 && i % 2 == 0) {
                lay(i, (i + 3) % size);
            }
        }
    }

    private void lay(int a, int b) {
        Ends ends = new Ends(Math.min(a, b), Math.max(a, b));
        cables.computeIfAbsent(ends, any -> new Cable(() -> port(ends.low)));
    }

    private int port(int node) {
        return ports.getOrDefault(node, 0);
    }

    private void startNode(int node, JournalStreams journal) {
        MeshlockBuilder builder = Meshlock.builder()
                .keys(keys.get(node))
                .listen(HERE + ":0")
                .timings(TIMINGS)
                .ephemeral()
                .journal(journal);
        cables.forEach((ends, cable) -> {
            if (ends.high == node) {
                builder.peer(HERE + ":" + cable.port());
            }
        });
        Meshlock started = node == 0 ? builder.bootstrap().start() : builder.start();
        nodes.add(started);
        ports.put(node, started.listenPort().orElseThrow());
    }

    List<Meshlock> nodes() {
        return nodes;
    }

    List<Ends> links() {
        return List.copyOf(cables.keySet());
    }

    void cut(Ends ends) {
        cable(ends).cut();
    }

    void mend(Ends ends) {
        cable(ends).mend();
    }

    private Cable cable(Ends ends) {
        Cable cable = cables.get(ends);
        if (cable == null) {
            throw new IllegalArgumentException("no cable " + ends);
        }
        return cable;
    }

    /** The number of the bootstrap node in journals. */
    int bootstrapNode() {
        return nodes.get(0).number();
    }

    @Override
    public void close() {
        nodes.forEach(Meshlock::close);
        cables.values().forEach(Cable::close);
    }
}
