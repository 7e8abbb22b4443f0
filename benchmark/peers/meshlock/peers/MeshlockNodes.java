package peers;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Three nodes with mutual TLS, each linked to both others; pools as they are by default, or without recovery. */
final class MeshlockNodes implements Contender {

    private static final boolean RECOVERY = !Boolean.getBoolean("no-recovery");
    private static final String HOST = "127.0.0.1";

    private final Path folder;
    private final List<Meshlock> nodes = new ArrayList<>();

    private MeshlockNodes(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws Exception {
        Runner.run(new MeshlockNodes(Files.createTempDirectory("meshlock")), args);
    }

    /** In another process: a node does not have the classes that make keys in memory. */
    @Override
    public void prepare() throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String path = System.getProperty("java.class.path");
        ProcessBuilder keys = new ProcessBuilder(java, "-cp", path, "peers.MeshlockKeys", folder.toString());
        if (keys.inheritIO().start().waitFor() != 0) {
            throw new Failure("could not make keys");
        }
    }

    @Override
    public void start() {
        for (int i = 0; i < NODES; i++) {
            Path keys = MeshlockKeys.ofNode(folder, i);
            MeshlockBuilder builder = Meshlock.builder().keys(keys).listen(HOST + ":0");
            for (Meshlock other : nodes) {
                builder.peer(HOST + ":" + other.listenPort().orElseThrow());
            }
            nodes.add(nodes.isEmpty() ? builder.bootstrap().start() : builder.start());
        }
    }

    @Override
    public Permits permits(int node, String name, int k) {
        PoolConfig config = k == 1 ? PoolConfig.mutex() : PoolConfig.permits(k);
        PermitPool pool = nodes.get(node).pool(name, RECOVERY ? config : config.recovery(Recovery.OFF));
        return h -> pool.acquire(h);
    }
}
