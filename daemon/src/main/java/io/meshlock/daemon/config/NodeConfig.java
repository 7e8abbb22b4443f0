package io.meshlock.daemon.config;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PoolConfig;
import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.JournalStreams;
import io.meshlock.spi.LinkTimings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a node in service needs to know, checked. Read it with {@link NodeConfigReader}.
 *
 * @param name the node's name; null if its certificate says it
 * @param listen where neighbours find it
 * @param peers neighbours to dial
 * @param discover the multicast group for discovery announcements
 * @param interfaces the network interfaces for announcements; empty for all
 * @param linkTimeout how long a neighbour may be silent before its link is taken down; null for the usual time
 * @param keys the folder of its keys
 * @param insecure its number, if it does without keys
 * @param bootstrap whether it bootstraps the mesh's pools
 * @param voters the numbers of the mesh's first voters; empty for a mesh with a bootstrap node
 * @param state the folder for durable state; null for an ephemeral node
 * @param journal the folder for journals of its pools
 * @param log how much it says: error, warn, info, debug or trace
 * @param logFormat how it says it: text or json
 * @param pools the pools that it opens when it starts
 * @param http the HTTP API
 */
public record NodeConfig(
        @Nullable String name,
        @Nullable HostPort listen,
        List<HostPort> peers,
        @Nullable HostPort discover,
        List<String> interfaces,
        @Nullable Duration linkTimeout,
        @Nullable Path keys,
        @Nullable Integer insecure,
        boolean bootstrap,
        List<Integer> voters,
        @Nullable Path state,
        @Nullable Path journal,
        String log,
        String logFormat,
        Map<String, PoolConfig> pools,
        HttpSettings http) {

    public NodeConfig {
        peers = List.copyOf(peers);
        interfaces = List.copyOf(interfaces);
        voters = List.copyOf(voters);
        pools = Collections.unmodifiableMap(new LinkedHashMap<>(pools));
    }

    /** The same with this folder for durable state. */
    NodeConfig state(Path folder) {
        return new NodeConfig(
                name,
                listen,
                peers,
                discover,
                interfaces,
                linkTimeout,
                keys,
                insecure,
                bootstrap,
                voters,
                folder,
                journal,
                log,
                logFormat,
                pools,
                http);
    }

    /** Starts the node, and opens its pools. */
    public Meshlock start() {
        return start(journals());
    }

    /** Where it keeps journals; null if it keeps none. */
    public @Nullable JournalStreams journals() {
        return journal == null ? null : JournalStreams.in(journal);
    }

    /** Starts the node with these journals instead of its own, and opens its pools. */
    public Meshlock start(@Nullable JournalStreams journals) {
        MeshlockBuilder builder = builder();
        if (journals != null) {
            builder.journal(journals);
        }
        pools.forEach(builder::pool);
        return builder.start();
    }

    private MeshlockBuilder builder() {
        MeshlockBuilder builder = Meshlock.builder();
        if (name != null) {
            builder.node(name);
        }
        if (keys != null) {
            builder.keys(keys);
        }
        if (insecure != null) {
            builder.insecure(insecure).insecureAnywhere(); // who may reach it was checked when the settings were read
        }
        if (listen != null) {
            builder.listen(listen.toString());
        }
        peers.forEach(peer -> builder.peer(peer.toString()));
        if (discover != null) {
            builder.discover(discover.toString(), interfaces.toArray(String[]::new));
        }
        if (linkTimeout != null) {
            builder.timings(LinkTimings.DEFAULTS.withSilence(linkTimeout.toMillis()));
        }
        if (bootstrap) {
            builder.bootstrap();
        }
        if (!voters.isEmpty()) {
            builder.voters(voters.stream().mapToInt(Integer::intValue).toArray());
        }
        return state == null ? builder.ephemeral() : builder.state(state);
    }

    /** True if it listens, dials or discovers: it is to have links to other nodes. */
    public boolean isConnected() {
        return listen != null || discover != null || !peers.isEmpty();
    }
}
