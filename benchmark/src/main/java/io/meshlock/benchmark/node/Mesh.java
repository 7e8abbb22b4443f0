package io.meshlock.benchmark.node;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.link.inprocess.InProcessNetwork;
import java.util.ArrayList;
import java.util.List;

/** A few nodes, everybody linked with everybody. The first founds. */
final class Mesh implements AutoCloseable {

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();

    private Mesh() {}

    static Mesh inProcess(int size) {
        Mesh mesh = new Mesh();
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                mesh.network.connect(i, j);
            }
            MeshlockBuilder builder = Meshlock.builder().inProcess(mesh.network, i, "node-" + i);
            mesh.nodes.add(i == 0 ? builder.found().start() : builder.start());
        }
        return mesh;
    }

    List<Meshlock> nodes() {
        return nodes;
    }

    @Override
    public void close() {
        nodes.forEach(Meshlock::close);
        network.close();
    }
}
