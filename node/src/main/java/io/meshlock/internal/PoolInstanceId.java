package io.meshlock.internal;

import java.security.SecureRandom;

/**
 * Which founding of a pool a node belongs to: a random number that the founding node drew. So two tokens that were made
 * independently of each other never pass for the same, not even if one node made both, before and after a restart. Tokens that
 * recovery makes belong to the same founding: they have {@linkplain io.meshlock.protocol.Epoch epochs}.
 */
final class PoolInstanceId {

    /** This node has not heard of the pool's founding yet. */
    static final long UNKNOWN = 0;

    /** So many bits are a positive number, and enough. */
    private static final int BITS = 48;

    private static final SecureRandom RANDOM = new SecureRandom();

    private PoolInstanceId() {}

    /** For a pool that is founded now. */
    static long draw() {
        long drawn = RANDOM.nextLong() >>> (Long.SIZE - BITS);
        return drawn == UNKNOWN ? draw() : drawn;
    }
}
