package io.meshlock.protocol.token;

import io.meshlock.protocol.Check;

/**
 * Grant numbers: the round of the epoch above, a count below that goes on over all epochs. So numbers rise over recoveries,
 * and requests age by counts alone: a new epoch makes nobody older.
 */
public final class FencingToken {

    /** Bits of the count: 2^40 grants, a thousand per second for 34 years. Beyond them a pool grants no more. */
    public static final int COUNT_BITS = 40;

    /** Rounds that fit above the count. A pool that has had so many makes no further token. */
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

    /** True if no number of this round follows. */
    public static boolean isLast(long number) {
        return count(number) == COUNTS - 1;
    }
}
