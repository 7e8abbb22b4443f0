package io.meshlock.link;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.spi.Peer;

/**
 * Receives news of pools that neighbours have. Calls come on the transport's threads and must not block. They may call
 * {@link PoolLinks#open} to take part in the pool.
 */
public interface PoolOffers {

    /** A neighbour has announced a pool that this node has not opened. */
    void offered(Peer peer, PoolTerms terms);

    /**
     * This node and the neighbour have the pool with different terms, so they do not share it.
     *
     * @param instance the pool's instance as far as the neighbour knows; 0 if it does not
     */
    void refused(Peer peer, PoolTerms ours, PoolTerms theirs, long instance);
}
