package io.meshlock.spi;

/** Why a link went down. Each reason is counted. */
public enum LinkEnd {
    /** The peer sent GOODBYE, or closed the connection. */
    CLOSED_BY_PEER,
    /** The connection broke. */
    BROKEN,
    /** Nothing was received for too long, not even a keep-alive. */
    SILENT,
    /** The peer took frames too slowly, and the queue to it was full. */
    CONGESTED,
    /** The peer sent bytes that are not a frame, or a frame that is not valid. */
    MALFORMED,
    /** The peer opened a newer link: it had lost this one, or restarted. */
    REPLACED,
    /** The peer's certificate was revoked. */
    REVOKED,
    /** The peer's certificate expired while the link was up. */
    EXPIRED,
    /** A bug at this node: a callback threw an exception. */
    FAILED,
    /** Cut by the program, in a test or a demonstration. */
    CUT,
    /** This node shuts down. */
    SHUT_DOWN;

    /** True if the link was ended on purpose. A link that repeatedly ends in another way is held down for a while. */
    public boolean isOrderly() {
        return this == CLOSED_BY_PEER || this == REPLACED || this == SHUT_DOWN || this == CUT;
    }
}
