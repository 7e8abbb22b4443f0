package io.meshlock.link;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Message;
import io.meshlock.spi.Peer;

/**
 * The incoming side of one pool at one node. Calls come on the transport's threads without any lock held, one at a time per
 * neighbour and possibly at the same time for different neighbours; they must not block. For each neighbour: {@code linkUp},
 * any number of {@code received}, {@code linkDown}, and perhaps again from the start.
 */
public interface PoolReceiver {

    /**
     * A neighbour has the pool under these terms. True if that is fit for sharing it with this node. Otherwise no link comes
     * up, and {@link PoolOffers#refused} is told at both nodes.
     */
    default boolean agrees(PoolTerms ours, PoolTerms theirs) {
        return ours.equals(theirs);
    }

    /**
     * The pool's instance as far as this node knows, 0 if it does not: neighbours are told when the pool is announced
     * to them.
     */
    default long poolInstance() {
        return 0;
    }

    /**
     * The neighbour takes part in the pool from now on: the protocol's {@code linkUp}.
     *
     * @param poolInstance the pool's instance as far as the neighbour knows, 0 if it does not
     */
    void linkUp(Peer peer, long poolInstance);

    /** It no longer does, or the link to it went down: the protocol's {@code linkDown}. */
    void linkDown(Peer peer);

    /** A message of the neighbour, or, if the pool's algorithm writes to anybody, of any node. Immutable; may be kept. */
    void received(int peer, long poolInstance, Message message);
}
