package io.meshlock;

import io.meshlock.spi.HostPort;
import io.meshlock.spi.JournalStreams;
import io.meshlock.spi.LinkTimings;
import io.meshlock.spi.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a node, as a {@link MeshlockBuilder} passes it to the {@link NodeLauncher}.
 *
 * @param name the node's name; null if its keys or its transport have it
 * @param transport a transport given by the program; null if the node uses TCP or has no links
 * @param tcp the settings of TCP links; null if none were given
 * @param bootstraps true for the mesh's bootstrap node
 * @param voters the numbers of the first voters of the mesh's pools; empty if a bootstrap node begins them
 * @param state the folder for durable state; null if the node keeps nothing on disk
 * @param ephemeral true if the program said that the node is to keep nothing
 * @param executor runs listeners and completes futures; null for threads of the node
 * @param maxPools the largest number of pools that it takes part in
 * @param poolExpiry for how long nobody uses a pool here before the node leaves it
 * @param journal where journals are written; null for none
 * @param pools the pools that it opens as it starts, in order
 */
public record NodeDescription(
        @Nullable String name,
        @Nullable Transport transport,
        @Nullable Tcp tcp,
        boolean bootstraps,
        List<Integer> voters,
        @Nullable Path state,
        boolean ephemeral,
        @Nullable Executor executor,
        int maxPools,
        Duration poolExpiry,
        @Nullable JournalStreams journal,
        Map<String, PoolConfig> pools) {

    public NodeDescription {
        pools = Collections.unmodifiableMap(new LinkedHashMap<>(pools));
    }

    /**
     * The settings of TCP links. Either {@code keys} or {@code insecureNumber} is needed.
     *
     * @param keys the folder with the node's keys
     * @param insecureNumber the number of a node without keys
     * @param insecureAnywhere whether a node without keys may be reached by other machines
     * @param listen where it listens; null for any port
     * @param peers neighbours that it dials
     * @param discover where discovery announcements are sent; null for no discovery
     * @param timings timeouts and retry intervals
     */
    public record Tcp(
            @Nullable Path keys,
            @Nullable Integer insecureNumber,
            boolean insecureAnywhere,
            @Nullable HostPort listen,
            List<HostPort> peers,
            @Nullable Discovery discover,
            LinkTimings timings) {

        static final Tcp UNSAID = new Tcp(null, null, false, null, List.of(), null, LinkTimings.DEFAULTS);

        public Tcp {
            peers = List.copyOf(peers);
        }
    }

    /**
     * Where discovery announcements are sent.
     *
     * @param group a multicast group or broadcast address, and the port
     * @param interfaces names of network interfaces; if empty, all that support it
     */
    public record Discovery(HostPort group, List<String> interfaces) {

        public Discovery {
            interfaces = List.copyOf(interfaces);
        }
    }
}
