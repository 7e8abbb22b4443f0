package io.meshlock.cli;

import io.javalin.util.JavalinException;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.Extension;
import io.meshlock.daemon.config.NodeConfig;
import java.io.UncheckedIOException;
import java.util.List;

/** Starts a node; what the machine does not allow, such as an address that is taken, is told in one line. */
final class NodeStart {

    private NodeStart() {}

    static Meshlock mesh(NodeConfig config) {
        try {
            return config.start();
        } catch (MeshlockException | IllegalArgumentException | UncheckedIOException e) {
            throw new UsageException("the node cannot start: " + e.getMessage());
        }
    }

    static Daemon daemon(Meshlock mesh, NodeConfig config, List<Extension> extensions) {
        try {
            return Daemon.start(mesh, config.http(), extensions);
        } catch (JavalinException e) {
            throw new UsageException("--http: " + config.http().host() + ":"
                    + config.http().port() + " cannot be used (" + e.getMessage() + "); expected a free address");
        }
    }
}
