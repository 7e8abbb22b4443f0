package io.meshlock.simulator.mobility;

/** The path of one node. */
public interface Walker {

    /**
     * The node's next leg. The first one begins at tick 0, and each begins where and when the one before ended; after a
     * leg that ends {@link Leg#FOREVER} there is no next one.
     */
    Leg next();
}
