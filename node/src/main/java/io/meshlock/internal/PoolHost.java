package io.meshlock.internal;

import io.meshlock.link.wire.PoolTerms;

/** The node of a pool's runtime. Called outside of steps. */
interface PoolHost {

    /** A host that does nothing about it. */
    PoolHost NONE = (stopped, terms, instance) -> {};

    /**
     * The runtime met an older instance of its pool, and has stopped. The node is to take part in that one.
     *
     * @param terms the older instance's settings
     * @param instance the older instance
     */
    void gaveWay(PoolRuntime stopped, PoolTerms terms, long instance);
}
