package io.meshlock.protocol.token;

import io.meshlock.protocol.Check;

/**
 * Fencing tokens: the round of the epoch in the upper bits, and in the lower bits a count of grants that goes on over
 * all epochs. So fencing tokens rise over recoveries, while requests age by counts alone: a new epoch does not age
 * them.
 */
public final class FencingToken {

    /**
     * Bits of the count: 2^38 grants, 87 per second for a century. After the last one the pool grants no more.
     *
     * <p>Programs that read fencing tokens as floating-point numbers (JSON in browsers) need them below 2^53. That leaves
     * 15 bits for rounds: a token lost per day for 89 years. Restarts, joins and leaves begin no round.
     */
    public static final int COUNT_BITS = 38;

    /** The largest round that fits above the count. After it the pool makes no new token. */
    public static final int MAX_ROUND = (1 << (Long.SIZE - 1 - COUNT_BITS)) - 1;

    private static final long COUNTS = 1L << COUNT_BITS;

    private FencingToken() {}

    public static long of(int round, long count) {
        Check.invariant(round >= 0 && round <= MAX_ROUND, "a round must fit above the count");
        Check.invariant(count >= 0 && count < COUNTS, "a count must not reach into the round");
        return (long) round << COUNT_BITS | count;
    }

    public static long count(long number) {
        return number & (COUNTS - 1);
    }

    public static int round(long number) {
        return (int) (number >>> COUNT_BITS);
    }

    /** True if this is the last fencing token of its round. */
    public static boolean isLast(long number) {
        return count(number) == COUNTS - 1;
    }
}
