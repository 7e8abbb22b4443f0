package io.meshlock.internal;

import java.security.SecureRandom;

/**
 * Epochs of a pool's token, as numbers on the wire: the round in the upper 16 bits, and in the lower 48 a random number that
 * its maker drew. So two tokens that were made independently of each other never pass for the same, not even if one node made
 * both, before and after a restart.
 */
final class Epoch {

    /** This node has not heard of the token yet. */
    static final long UNKNOWN = 0;

    private static final int MAKER_BITS = 48;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Epoch() {}

    /** The epoch of a pool that is founded now: round 0. */
    static long founded() {
        long maker = RANDOM.nextLong() >>> (Long.SIZE - MAKER_BITS);
        return maker == UNKNOWN ? founded() : maker;
    }
}
