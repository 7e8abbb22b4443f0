package io.meshlock.spi;

/** Why a link went down. Each reason is counted. */
public enum LinkEnd {
    /** The peer said good-bye, or closed the connection. */
    CLOSED_BY_PEER,
    /** The connection broke. */
    BROKEN,
    /** Nothing was heard for too long, not even a keep-alive. */
    SILENT,
    /** The peer took frames too slowly and the queue to it was full. */
    CONGESTED,
    /** The peer sent something that is no frame, or one that makes no sense. */
    MALFORMED,
    /** The peer opened a newer link: it had lost this one, or restarted. */
    REPLACED,
    /** The peer's certificate was revoked. */
    REVOKED,
    /** A bug here: a callback threw an exception. */
    FAILED,
    /** Cut by hand, in a test or a demonstration. */
    CUT,
    /** This node shuts down. */
    SHUT_DOWN;

    /** True if somebody wanted this end; a link that ends otherwise again and again is held down for a while. */
    public boolean isOrderly() {
        return this == CLOSED_BY_PEER || this == REPLACED || this == SHUT_DOWN || this == CUT;
    }
}
