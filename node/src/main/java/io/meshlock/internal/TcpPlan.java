package io.meshlock.internal;

import io.meshlock.keys.MeshIdentity;
import io.meshlock.keys.NodeKeys;
import io.meshlock.link.spi.Transport;
import io.meshlock.link.tcp.BeaconSettings;
import io.meshlock.link.tcp.HostPort;
import io.meshlock.link.tcp.TcpSettings;
import io.meshlock.link.tcp.TcpTransport;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a program has said about its TCP links so far. */
public final class TcpPlan {

    /** The mesh's name where no authority gives it one. */
    private static final String INSECURE_MESH = "insecure";

    private @Nullable Path keys;
    private @Nullable Integer insecureNumber;
    private @Nullable HostPort listen;
    private @Nullable BeaconSettings beacons;
    private final List<HostPort> peers = new ArrayList<>();

    public void keys(Path folder) {
        keys = folder;
    }

    public void insecure(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("a node's number is not negative, as " + number + " is");
        }
        insecureNumber = number;
    }

    public void listen(String hostAndPort) {
        listen = HostPort.parse(hostAndPort);
    }

    public void peer(String hostAndPort) {
        peers.add(HostPort.parse(hostAndPort));
    }

    public void discover(String group, List<String> interfaces) {
        beacons = new BeaconSettings(HostPort.parse(group), interfaces);
    }

    /** True if anything was said. */
    public boolean isWanted() {
        return keys != null || insecureNumber != null || listen != null || beacons != null || !peers.isEmpty();
    }

    /** The links that were described. */
    public Transport transport(@Nullable String name) {
        TcpSettings settings = identify(name, System.currentTimeMillis()).withPeers(peers);
        if (listen != null) {
            settings = settings.withListen(listen);
        }
        if (beacons != null) {
            settings = settings.withBeacons(beacons);
        }
        return new TcpTransport(settings);
    }

    private TcpSettings identify(@Nullable String name, long incarnation) {
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
        return TcpSettings.plain(new MeshIdentity(INSECURE_MESH, insecureNumber, name), incarnation);
    }
}
