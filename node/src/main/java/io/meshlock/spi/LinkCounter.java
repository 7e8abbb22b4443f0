package io.meshlock.spi;

import java.util.Locale;

/** What is counted on links. The names of {@link LinkEnd} are counted besides. */
public enum LinkCounter {
    /** Links that came up. */
    LINKS_UP,
    FRAMES_SENT,
    FRAMES_RECEIVED,
    BYTES_SENT,
    BYTES_RECEIVED,
    /** Writes to a socket: frames of one moment leave in one. */
    FLUSHES,
    KEEP_ALIVES_SENT,
    /** Dials that ended without a link, for whatever reason. */
    DIALS_FAILED,
    /** Connections that TLS did not let in: no certificate, another mesh's, revoked, expired. */
    TLS_REFUSED,
    /** Connections that this node refused after TLS: wrong name or number, other mesh, no common version. */
    PEERS_REFUSED,
    /** Connections closed because a link to that peer was up, as when both dial at once. */
    DUPLICATES_REFUSED,
    /** Connections refused because the peer's link had flapped. */
    HELD_DOWN,
    /** Connections closed because the limit was reached. */
    TOO_MANY_CONNECTIONS,
    /** Connections that did not finish the handshake in time. */
    HANDSHAKES_TIMED_OUT,
    /** Bytes that are no frame, or a frame that makes no sense. */
    MALFORMED_FRAMES,
    ANNOUNCEMENTS_SENT,
    ANNOUNCEMENTS_RECEIVED,
    /** Datagrams that are no beacon of this mesh. */
    ANNOUNCEMENTS_IGNORED,
    /** Messages that may be lost, and were left out because the peer takes frames more slowly than they come. */
    DATAGRAMS_DROPPED,
    /** Messages for a pool that was closed here in the meantime. */
    LATE_MESSAGES,
    /** Pools not shared with a neighbour because it has other terms. */
    POOLS_REFUSED,
    /** Statements for the map of the mesh: this node's own, and those it passed on. */
    ADVERTS_SENT,
    ADVERTS_RECEIVED,
    /** Statements of nodes for which the map had no room. */
    ADVERTS_DROPPED,
    /** Messages to nodes that are no neighbours: passed on for others. */
    ROUTED_PASSED_ON,
    /** Messages to nodes that are no neighbours: no way was known, or the link on it was full. */
    ROUTED_LOST,
    /** The same, of a pool that this node does not have, or has under other terms. */
    ROUTED_REFUSED;

    /** As in metrics: {@code frames_sent}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
