package io.meshlock.spi;

/** One link to a neighbour, from coming up to going down; it never comes up again. Thread-safe. */
public interface Link {

    /** The node at the other end. */
    Peer peer();

    /** This link's number: larger than that of every earlier link of this transport to the same peer. */
    long instance();

    /**
     * Sends a frame. The bytes are copied or written before this returns, so the array may be reused. Frames leave in
     * the order of the calls; those sent in quick succession leave in one batch.
     *
     * @return false if the link is down, or goes down because its queue is full; {@code linkDown} was called or follows
     */
    boolean send(byte[] frame, int offset, int length);

    /** True while the peer takes frames more slowly than they are sent: the sender should send less. */
    boolean isCongested();

    /** The bytes that wait to be taken by the peer, as far as this end knows. */
    long queuedBytes();

    /** Runs a task as a callback of this link: in order with other callbacks, and not at all once the link is down. */
    void execute(Runnable task);

    /** Takes the link down for good. Frames sent before may or may not arrive. */
    void close(LinkEnd why);
}
