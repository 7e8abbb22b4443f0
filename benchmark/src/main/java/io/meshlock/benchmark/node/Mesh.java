package io.meshlock.benchmark.node;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.spi.InProcessNetwork;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A few nodes in this process. The first one bootstraps the pools. */
final class Mesh implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    /** {@code -Dkept=true}: nodes keep their promises on disk. */
    private static final boolean KEPT = Boolean.getBoolean("kept");

    private final List<Meshlock> nodes = new ArrayList<>();
    private final Closeable links;

    private Mesh(Closeable links) {
        this.links = links;
    }

    /** Fully linked, inside the process. */
    static Mesh inProcess(int size) {
        InProcessNetwork network = new InProcessNetwork();
        Mesh mesh = new Mesh(network::close);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                network.connect(i, j);
            }
            mesh.start(Meshlock.builder().inProcess(network, i, "node-" + i));
        }
        return mesh;
    }

    /** Over loopback with mutual TLS: fully linked, or as a star around the first. */
    static Mesh overTls(int size, boolean star) throws IOException {
        return overTls(size, i -> star ? IntStream.range(0, Math.min(1, i)) : IntStream.range(0, i));
    }

    /** Over loopback with mutual TLS: one after the other. */
    static Mesh row(int size) throws IOException {
        return overTls(size, i -> IntStream.range(Math.max(0, i - 1), i));
    }

    /** Over loopback with mutual TLS: one after the other, and the last with the first. */
    static Mesh ring(int size) throws IOException {
        return overTls(size, i -> i == size - 1 ? IntStream.of(0, i - 1) : IntStream.range(Math.max(0, i - 1), i));
    }

    /** @param dialed whom a node dials, of those that were started before it */
    private static Mesh overTls(int size, IntFunction<IntStream> dialed) throws IOException {
        Path folder = Files.createTempDirectory("meshlock-benchmark");
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "benchmark", InstantSource.system());
        Mesh mesh = new Mesh(() -> delete(folder));
        List<String> places = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Path keys = authority.issue("node-" + i, Duration.ofDays(1), false).folder();
            MeshlockBuilder builder = Meshlock.builder().keys(keys).listen(HOST + ":0");
            dialed.apply(i).mapToObj(places::get).forEach(builder::peer);
            if (KEPT) {
                builder.state(folder.resolve("state-" + i));
            }
            mesh.start(builder);
            places.add(HOST + ":" + mesh.nodes.get(i).listenPort().orElseThrow());
        }
        return mesh;
    }

    private void start(MeshlockBuilder builder) {
        nodes.add(nodes.isEmpty() ? builder.bootstrap().start() : builder.start());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    List<Meshlock> nodes() {
        return nodes;
    }

    @Override
    public void close() throws IOException {
        nodes.forEach(Meshlock::close);
        links.close();
    }
}
