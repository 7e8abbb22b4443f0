package io.meshlock.internal;

import java.security.SecureRandom;

/**
 * The id of a pool instance: a random number that the bootstrap node draws when it bootstraps the pool. So tokens of
 * two bootstraps are never confused, not even if one node made both, before and after a restart. Tokens made by
 * recovery belong to the same instance and differ by their {@linkplain io.meshlock.protocol.Epoch epochs}.
 */
final class PoolInstanceId {

    /** The node does not know the pool's instance yet. */
    static final long UNKNOWN = 0;

    /** Few enough for a positive number, and enough to make equal ids unlikely. */
    private static final int BITS = 48;

    private static final SecureRandom RANDOM = new SecureRandom();

    private PoolInstanceId() {}

    /** A new id, for a pool that is bootstrapped now. */
    static long draw() {
        long drawn = RANDOM.nextLong() >>> (Long.SIZE - BITS);
        return drawn == UNKNOWN ? draw() : drawn;
    }
}
