package io.meshlock.link;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Message;
import io.meshlock.spi.Peer;

/**
 * The incoming side of one pool at one node. Calls come on the transport's threads without any lock held; they must not
 * block. Calls for one neighbour come one at a time, calls for different neighbours may be concurrent. The order for
 * each neighbour: {@code linkUp}, any number of {@code received}, {@code linkDown}, and possibly {@code linkUp} again.
 */
public interface PoolReceiver {

    /**
     * Decides whether this node can share the pool with a neighbour that has these terms. If not, no link comes up, and
     * {@link PoolOffers#refused} is called at both nodes.
     */
    default boolean agrees(PoolTerms ours, PoolTerms theirs) {
        return ours.equals(theirs);
    }

    /**
     * The pool's instance as far as this node knows; 0 if it does not. Sent to neighbours when the pool is announced.
     */
    default long poolInstance() {
        return 0;
    }

    /**
     * The neighbour takes part in the pool from now on: the protocol's {@code linkUp}.
     *
     * @param poolInstance the pool's instance as far as the neighbour knows; 0 if it does not
     */
    void linkUp(Peer peer, long poolInstance);

    /** The neighbour no longer takes part, or the link to it went down: the protocol's {@code linkDown}. */
    void linkDown(Peer peer);

    /**
     * Somebody has destroyed the pool, says a neighbour, which has left it: {@code linkDown} came before.
     *
     * @param poolInstance the instance that was destroyed
     */
    default void destroyed(Peer peer, long poolInstance) {}

    /** A message from the neighbour; or from any node, if the pool's messages are routed. Immutable; may be kept. */
    void received(int peer, long poolInstance, Message message);
}
