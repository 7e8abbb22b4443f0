package io.meshlock.cli.node;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PoolConfig;
import io.meshlock.cli.terminal.Logging;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.config.ConfigException;
import io.meshlock.daemon.config.NodeConfig;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the settings again while the node runs. Pools that were added are opened, the token and the level of the log
 * are changed; everything else needs a restart, and the log says what. A revocation list needs no reload: the node
 * looks at it every few seconds.
 */
final class Reload {

    private static final Logger LOG = LoggerFactory.getLogger(Reload.class);

    private final Meshlock mesh;
    private final Daemon daemon;
    private final NodeConfig started;
    private final Set<String> opened;

    /** @param started the settings with which the node was started */
    Reload(Meshlock mesh, Daemon daemon, NodeConfig started) {
        this.mesh = mesh;
        this.daemon = daemon;
        this.started = started;
        this.opened = new TreeSet<>(started.pools().keySet());
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
        Logging.format(next.logFormat());
        next.pools().forEach(this::open);
        opened.stream()
                .filter(pool -> !next.pools().containsKey(pool))
                .forEach(pool -> LOG.warn(
                        "pool '{}' is not in the settings any more; it stays open until the node restarts", pool));
        List<String> fixed = fixed(next);
        if (!fixed.isEmpty()) {
            LOG.warn("{}: changed, which needs a restart; until then the old settings hold", String.join(", ", fixed));
        }
        LOG.info("reloaded: {} pools, log {}", next.pools().size(), next.log());
    }

    /** Opens added pools. A failure with one does not affect the others. */
    private void open(String pool, PoolConfig config) {
        try {
            mesh.pool(pool, config);
            opened.add(pool);
        } catch (MeshlockException | IllegalArgumentException | UncheckedIOException e) {
            LOG.error("pool '{}' was not reloaded: {}", pool, e.getMessage());
        }
    }

    /** The settings that differ from those at the start and cannot be changed while the node runs. */
    private List<String> fixed(NodeConfig next) {
        List<String> keys = new ArrayList<>();
        Differences differences = new Differences(started, next, keys);
        differences.of("name", NodeConfig::name);
        differences.of("listen", NodeConfig::listen);
        differences.of("peers", NodeConfig::peers);
        differences.of("linkTimeout", NodeConfig::linkTimeout);
        differences.of("discover", config -> List.of(String.valueOf(config.discover()), config.interfaces()));
        differences.of("keys", NodeConfig::keys);
        differences.of("insecure", NodeConfig::insecure);
        differences.of("bootstrap", NodeConfig::bootstrap);
        differences.of("voters", NodeConfig::voters);
        differences.of("state", NodeConfig::state);
        differences.of("journal", NodeConfig::journal);
        differences.of("http", config -> config.http().token("any token will do"));
        return keys;
    }

    private record Differences(NodeConfig before, NodeConfig after, List<String> keys) {

        void of(String key, Function<NodeConfig, @Nullable Object> value) {
            if (!Objects.equals(value.apply(before), value.apply(after))) {
                keys.add(key);
            }
        }
    }
}
