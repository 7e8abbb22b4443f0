package peers;

import io.meshlock.keys.MeshAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** Makes the keys of all nodes, in a folder. */
final class MeshlockKeys {

    private MeshlockKeys() {}

    public static void main(String[] args) {
        MeshAuthority authority = MeshAuthority.init(Path.of(args[0]), "peers", InstantSource.system());
        for (int i = 0; i < Contender.NODES; i++) {
            authority.issue(name(i), Duration.ofDays(1), false);
        }
    }

    static Path ofNode(Path folder, int node) {
        return folder.resolve(MeshAuthority.NODES).resolve(name(node));
    }

    private static String name(int node) {
        return "node-" + node;
    }
}
