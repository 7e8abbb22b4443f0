package io.meshlock.internal;

import io.meshlock.link.wire.PoolTerms;

/** The node of a pool's runtime. Called outside of steps. */
interface PoolHost {

    /** A host that does nothing about it. */
    PoolHost NONE = new PoolHost() {
        @Override
        public void gaveWay(PoolRuntime stopped, PoolTerms terms, long instance) {}

        @Override
        public void retired(PoolRuntime stopped, boolean parked) {}

        @Override
        public void failed(PoolRuntime stopped) {}

        @Override
        public void destroyed(PoolRuntime stopped, boolean seated) {}
    };

    /**
     * The runtime met an older instance of its pool, and has stopped. The node is to take part in that one.
     *
     * @param terms the older instance's settings
     * @param instance the older instance
     */
    void gaveWay(PoolRuntime stopped, PoolTerms terms, long instance);

    /**
     * Nobody used the pool here, and the runtime has stopped.
     *
     * @param parked true if this node keeps what it has promised, as if it had crashed: others may count on it; false if
     *     it has left the pool, which lives on elsewhere
     */
    void retired(PoolRuntime stopped, boolean parked);

    /**
     * A step threw, and the runtime has stopped. For a pool with recovery this is what a crash of the node would be; the
     * node is to take part again as after one.
     */
    void failed(PoolRuntime stopped);

    /**
     * Somebody destroyed the pool, and the runtime has stopped.
     *
     * @param seated true if others may count on what this node has promised
     */
    void destroyed(PoolRuntime stopped, boolean seated);
}
