package io.meshlock.internal;

import io.meshlock.NodeDescription;
import io.meshlock.keys.MeshIdentity;
import io.meshlock.keys.NodeKeys;
import io.meshlock.link.tcp.DiscoverySettings;
import io.meshlock.link.tcp.TcpSettings;
import io.meshlock.link.tcp.TcpTransport;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.Transport;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Makes the TCP transport that a program described. */
final class TcpLinks {

    /** The name of a mesh without keys. */
    private static final String INSECURE_MESH = "insecure";

    private TcpLinks() {}

    static Transport transport(NodeDescription.Tcp tcp, @Nullable String name) {
        TcpSettings settings = identify(tcp, name, System.currentTimeMillis())
                .withPeers(tcp.peers())
                .withTimings(tcp.timings());
        HostPort listen = tcp.listen();
        if (listen != null) {
            settings = settings.withListen(listen);
        }
        NodeDescription.Discovery discover = tcp.discover();
        if (listen == null && discover == null) {
            settings = settings.withoutListen(); // nobody asked for an open port
        }
        if (discover != null) {
            settings = settings.withAnnouncements(new DiscoverySettings(discover.group(), discover.interfaces()));
        }
        return new TcpTransport(settings);
    }

    private static TcpSettings identify(NodeDescription.Tcp tcp, @Nullable String name, long incarnation) {
        Path keys = tcp.keys();
        Integer insecureNumber = tcp.insecureNumber();
        if (keys != null && insecureNumber != null) {
            throw new IllegalArgumentException("a node has keys, or is insecure; not both");
        }
        if (keys != null) {
            NodeKeys loaded = NodeKeys.load(keys, InstantSource.system());
            String certified = loaded.identity().name();
            if (name != null && !name.equals(certified)) {
                throw new IllegalArgumentException("the node is to be called '" + name + "', but the certificate in "
                        + keys + " is of '" + certified + "'");
            }
            return TcpSettings.secured(loaded, incarnation);
        }
        if (insecureNumber == null) {
            throw new IllegalArgumentException(
                    "links to other machines need keys, as './meshlock keys issue' makes them, or insecure(number)");
        }
        if (name == null) {
            throw new IllegalArgumentException("a node without keys needs a name");
        }
        if (!tcp.insecureAnywhere() && isWithinReach(tcp)) {
            throw new IllegalArgumentException(
                    "without keys, whoever reaches the port can claim to be any node; expected"
                            + " keys, listen on an address such as 127.0.0.1:7400 and no discovery, or insecureAnywhere()");
        }
        return TcpSettings.plain(new MeshIdentity(INSECURE_MESH, insecureNumber, name), incarnation);
    }

    /** True if other machines can reach its port. */
    private static boolean isWithinReach(NodeDescription.Tcp tcp) {
        HostPort listen = tcp.listen();
        return listen == null ? tcp.discover() != null : !listen.isLoopback();
    }
}
