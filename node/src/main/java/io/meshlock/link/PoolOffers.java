package io.meshlock.link;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.spi.Peer;

/**
 * Is told about pools of neighbours. Calls come on the transport's threads and must not block; they may call {@link
 * PoolLinks#open}, which joins the pool.
 */
public interface PoolOffers {

    /** A neighbour has a pool that this node has not opened. */
    void offered(Peer peer, PoolTerms terms);

    /** This node and the neighbour both have the pool, under terms that do not fit; they do not share it. */
    void refused(Peer peer, PoolTerms ours, PoolTerms theirs);
}
