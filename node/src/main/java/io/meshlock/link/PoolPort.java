package io.meshlock.link;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Message;

/** The outgoing side of one pool at one node. Safe to use from any thread, also under locks: it never calls back. */
public interface PoolPort extends AutoCloseable {

    /** The terms it was opened with. */
    PoolTerms terms();

    /**
     * Sends a message to a neighbour that takes part in the pool. Messages to one neighbour arrive in the order of the calls.
     * The message is encoded before this returns; messages of one moment leave together.
     *
     * <p>If the pool's algorithm writes to anybody, {@code peer} may be any node; the message goes from neighbour to neighbour,
     * and may get lost, arrive twice, or overtake others.
     *
     * @return false if the neighbour does not take part, or its link is down; the receiver is told so, now or soon
     * @throws IllegalArgumentException if the message is none of the pool's algorithm, or larger than a frame may be
     */
    boolean send(int peer, long poolInstance, Message message);

    /** True while the link to this neighbour is congested: a good moment to delay what can be delayed. */
    boolean isCongested(int peer);

    /** Leaves the pool: neighbours are told, and {@code linkDown} follows for each of them. */
    @Override
    void close();
}
