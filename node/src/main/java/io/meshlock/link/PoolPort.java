package io.meshlock.link;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Message;

/**
 * The outgoing side of one pool at one node. Thread-safe; may be used while holding locks, since it never calls back.
 */
public interface PoolPort extends AutoCloseable {

    /** The terms it was opened with. */
    PoolTerms terms();

    /**
     * Sends a message to a neighbour that takes part in the pool. Messages to one neighbour arrive in the order of the
     * calls. The message is encoded before this returns; messages sent in quick succession leave in one batch.
     *
     * <p>If the pool's messages are routed, {@code peer} may be any node. The message goes from neighbour to neighbour,
     * and may get lost, arrive twice, or overtake others.
     *
     * @return false if the neighbour does not take part, or its link is down; {@code linkDown} has been called or
     *     follows
     * @throws IllegalArgumentException if the message is not of the pool's algorithm, or larger than a frame may be
     */
    boolean send(int peer, long poolInstance, Message message);

    /** True while the link to this neighbour is congested: messages that can wait should be delayed. */
    boolean isCongested(int peer);

    /** Announces the pool again to neighbours that do not take part: one that has left it may do so again. */
    void announceToAll();

    /** Tells neighbours with other terms that this node has learnt the pool's instance. */
    void announceAgain();

    /** Takes the link to a neighbour down whose message could not be handled. Not to be called in callbacks. */
    void accuse(int peer);

    /** Closes it, and tells neighbours that the pool was destroyed. */
    void destroy();

    /** Leaves the pool: neighbours are told, and {@code linkDown} follows for each of them. */
    @Override
    void close();
}
