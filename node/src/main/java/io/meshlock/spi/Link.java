package io.meshlock.spi;

/** One link to a neighbour, from coming up to going down; it never comes up again. Safe to use from any thread. */
public interface Link {

    /** Who is at the other end. */
    Peer peer();

    /** This link's number: larger than that of every earlier link of this transport to the same peer. */
    long instance();

    /**
     * Sends a frame. The bytes are copied or written before this returns; the array may be used again at once. Frames leave
     * in the order of the calls; those of one moment leave together.
     *
     * @return false if the link is down, or goes down because its queue is full; {@code linkDown} tells, now or soon
     */
    boolean send(byte[] frame, int offset, int length);

    /** True while the peer takes frames more slowly than they come: a good moment to ask for less. */
    boolean isCongested();

    /** Bytes of frames that wait to be taken by the peer, as far as this end can tell. */
    long queuedBytes();

    /** Runs a task like a callback of this link: in order with the others, and not at all once the link is down. */
    void execute(Runnable task);

    /** Takes the link down for good. What was sent before may or may not arrive. */
    void close(LinkEnd why);
}
