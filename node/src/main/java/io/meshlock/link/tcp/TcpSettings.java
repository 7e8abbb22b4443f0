package io.meshlock.link.tcp;

import io.meshlock.keys.MeshIdentity;
import io.meshlock.keys.NodeKeys;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkTimings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a node's TCP links.
 *
 * @param identity this node
 * @param keys its keys; null for plain links, on which identities are not checked
 * @param incarnation larger each time the node starts
 * @param listen where it listens; null if nobody can dial it
 * @param peers neighbours that are always dialled, announced or not
 * @param announcements where announcements are sent; null for no discovery
 * @param timings timeouts and intervals
 * @param limits limits of frames, queues and links
 */
public record TcpSettings(
        MeshIdentity identity,
        @Nullable NodeKeys keys,
        long incarnation,
        @Nullable HostPort listen,
        List<HostPort> peers,
        @Nullable DiscoverySettings announcements,
        LinkTimings timings,
        LinkLimits limits) {

    private static final HostPort ANY = new HostPort("0.0.0.0", 0);

    /** Mutual TLS with these keys. */
    public static TcpSettings secured(NodeKeys keys, long incarnation) {
        return new TcpSettings(
                keys.identity(), keys, incarnation, ANY, List.of(), null, LinkTimings.DEFAULTS, LinkLimits.DEFAULTS);
    }

    /** Without TLS: anybody who reaches the port can read, write and claim to be anybody. For trying things out. */
    public static TcpSettings plain(MeshIdentity identity, long incarnation) {
        return new TcpSettings(
                identity, null, incarnation, ANY, List.of(), null, LinkTimings.DEFAULTS, LinkLimits.DEFAULTS);
    }

    public TcpSettings withListen(HostPort value) {
        return new TcpSettings(identity, keys, incarnation, value, peers, announcements, timings, limits);
    }

    /** Only dials: no port is open. */
    public TcpSettings withoutListen() {
        return new TcpSettings(identity, keys, incarnation, null, peers, announcements, timings, limits);
    }

    public TcpSettings withPeers(List<HostPort> value) {
        return new TcpSettings(identity, keys, incarnation, listen, List.copyOf(value), announcements, timings, limits);
    }

    public TcpSettings withAnnouncements(DiscoverySettings value) {
        return new TcpSettings(identity, keys, incarnation, listen, peers, value, timings, limits);
    }

    public TcpSettings withTimings(LinkTimings value) {
        return new TcpSettings(identity, keys, incarnation, listen, peers, announcements, value, limits);
    }

    public TcpSettings withLimits(LinkLimits value) {
        return new TcpSettings(identity, keys, incarnation, listen, peers, announcements, timings, value);
    }
}
