package io.meshlock.cli;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.config.ConfigException;
import io.meshlock.daemon.config.NodeConfig;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the settings again while the node runs. Pools that were added are opened, the token and the level of the log are
 * changed; everything else needs a new start, and the log says so. A revocation list needs no reload: the node looks at it
 * every few seconds.
 */
final class Reload {

    private static final Logger LOG = LoggerFactory.getLogger(Reload.class);

    private final Meshlock mesh;
    private final Daemon daemon;
    private NodeConfig current;

    Reload(Meshlock mesh, Daemon daemon, NodeConfig current) {
        this.mesh = mesh;
        this.daemon = daemon;
        this.current = current;
    }

    /** Settings that are wrong change nothing. */
    synchronized void apply(Supplier<NodeConfig> settings) {
        NodeConfig next;
        try {
            next = settings.get();
            daemon.token(next.http().token());
        } catch (ConfigException | IllegalArgumentException e) {
            LOG.error("nothing was reloaded: {}", e.getMessage());
            return;
        }
        Logging.level(next.log());
        next.pools().forEach((name, config) -> {
            try {
                mesh.pool(name, config);
            } catch (MeshlockException e) {
                LOG.error("pool '{}' was not opened: {}", name, e.getMessage());
            }
        });
        if (!fixed(next).equals(fixed(current))) {
            LOG.warn("some of what changed needs a new start: only pools, the token and the log's level were reloaded");
        }
        current = next;
        LOG.info("reloaded: {} pools, log {}", next.pools().size(), next.log());
    }

    /** What cannot be changed while the node runs. */
    private static NodeConfig fixed(NodeConfig config) {
        return new NodeConfig(
                config.name(),
                config.listen(),
                config.peers(),
                config.discover(),
                config.interfaces(),
                config.keys(),
                config.insecure(),
                config.found(),
                config.state(),
                config.journal(),
                "",
                java.util.Map.of(),
                config.http().token("x".repeat(16)));
    }
}
