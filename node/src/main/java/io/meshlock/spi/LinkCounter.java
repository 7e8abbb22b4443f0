package io.meshlock.spi;

import java.util.Locale;

/** The counters of links. {@link LinkCounters} also counts each {@link LinkEnd}. */
public enum LinkCounter {
    /** Links that came up. */
    LINKS_UP,
    /** Frames, by direction. */
    FRAMES_SENT,
    FRAMES_RECEIVED,
    /** Bytes of frames, by direction. */
    BYTES_SENT,
    BYTES_RECEIVED,
    /** Writes to a socket, each of a batch of frames. */
    FLUSHES,
    /** Keep-alives sent on idle links. */
    KEEP_ALIVES_SENT,
    /** Dials that ended without a link. */
    DIALS_FAILED,
    /** Connections refused by TLS: no certificate, one of another mesh, revoked, expired. */
    TLS_REFUSED,
    /** Connections that this node refused after TLS: wrong name or number, other mesh, no common version. */
    PEERS_REFUSED,
    /** Connections closed because a link to that peer was up, as when both nodes dial each other. */
    DUPLICATES_REFUSED,
    /** Connections refused because the peer's link had flapped. */
    HELD_DOWN,
    /** Connections closed because the limit was reached. */
    TOO_MANY_CONNECTIONS,
    /** Connections that did not finish the handshake in time. */
    HANDSHAKES_TIMED_OUT,
    /** Received bytes that are not a frame, and frames that are not valid. */
    MALFORMED_FRAMES,
    /** Discovery announcements, by direction. */
    ANNOUNCEMENTS_SENT,
    ANNOUNCEMENTS_RECEIVED,
    /** Received datagrams that are not announcements of this mesh. */
    ANNOUNCEMENTS_IGNORED,
    /** Datagrams (messages that may be lost) dropped because too much was waiting for the peer. */
    DATAGRAMS_DROPPED,
    /** Messages for a pool that was closed at this node in the meantime. */
    LATE_MESSAGES,
    /** Pools not shared with a neighbour because it has other terms. */
    POOLS_REFUSED,
    /** Link-state adverts, by direction; those sent are this node's own and forwarded ones. */
    ADVERTS_SENT,
    ADVERTS_RECEIVED,
    /** Adverts of nodes for which the map had no room. */
    ADVERTS_DROPPED,
    /** Routed messages that this node forwarded. */
    ROUTED_PASSED_ON,
    /** Routed messages lost at this node: no route was known, or the link was congested. */
    ROUTED_LOST,
    /** Routed messages for a pool that this node does not have, or has with other terms. */
    ROUTED_REFUSED;

    /** The name in metrics: {@code frames_sent}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
