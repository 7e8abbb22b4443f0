package io.meshlock;

import io.meshlock.spi.HostPort;
import io.meshlock.spi.JournalStreams;
import io.meshlock.spi.LinkTimings;
import io.meshlock.spi.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link MeshlockBuilder} was told about a node, for the {@link NodeLauncher} that starts it.
 *
 * @param name the node's name; null if its keys or its transport have it
 * @param transport links of the program's own; null if they are TCP links, or if the node is alone
 * @param tcp its TCP links; null if nothing was said about them
 * @param bootstraps true for the mesh's one founding node
 * @param state where the node keeps what it must not forget; null if it forgets everything
 * @param executor runs listeners, and what depends on futures
 * @param maxPools the most pools that it takes part in
 * @param journal where journals go; null for none
 */
public record NodeDescription(
        @Nullable String name,
        @Nullable Transport transport,
        @Nullable Tcp tcp,
        boolean bootstraps,
        @Nullable Path state,
        Executor executor,
        int maxPools,
        @Nullable JournalStreams journal) {

    /**
     * TCP links. Either {@code keys} or {@code insecureNumber} is needed.
     *
     * @param keys the folder with the node's keys
     * @param insecureNumber the number of a node without keys
     * @param listen where it listens; null for any port
     * @param peers neighbours that it dials
     * @param discover where beacons go; null for no beacons
     * @param timings how patient links are
     */
    public record Tcp(
            @Nullable Path keys,
            @Nullable Integer insecureNumber,
            @Nullable HostPort listen,
            List<HostPort> peers,
            @Nullable Discovery discover,
            LinkTimings timings) {

        static final Tcp UNSAID = new Tcp(null, null, null, List.of(), null, LinkTimings.DEFAULTS);

        public Tcp {
            peers = List.copyOf(peers);
        }
    }

    /**
     * Where beacons go.
     *
     * @param group a multicast group or broadcast address, and the port
     * @param interfaces names of network interfaces; none for all that can
     */
    public record Discovery(HostPort group, List<String> interfaces) {

        public Discovery {
            interfaces = List.copyOf(interfaces);
        }
    }
}
