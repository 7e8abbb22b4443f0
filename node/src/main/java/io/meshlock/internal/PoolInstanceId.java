package io.meshlock.internal;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/**
 * The id of a pool instance: the moment at which the pool was bootstrapped, in eighths of a second by the bootstrap
 * node's clock, followed by random bits. So tokens of two bootstraps are never confused, not even if one node made both,
 * before and after a restart; and of two instances every node calls the same one younger. Tokens made by recovery belong
 * to the same instance and differ by their {@linkplain io.meshlock.protocol.Epoch epochs}.
 *
 * <p>If a clock was wrong, the instance that was made first may count as the younger one. It gives way then: that
 * interrupts work, but all nodes still agree on which of the two grants.
 */
final class PoolInstanceId {

    /** The node does not know the pool's instance yet. */
    static final long UNKNOWN = 0;

    /** Enough to make equal ids unlikely, even if a thousand nodes bootstrap at the same moment. */
    private static final int RANDOM_BITS = 28;

    /** With the random bits, a positive number; enough until the year 2160. */
    private static final int TIME_BITS = Long.SIZE - 1 - RANDOM_BITS;

    private static final Instant BEGINNING = Instant.parse("2024-01-01T00:00:00Z");
    private static final int EIGHTH_MILLIS = 125;
    private static final SecureRandom RANDOM = new SecureRandom();

    private PoolInstanceId() {}

    /** A new id, for a pool that is bootstrapped now. */
    static long draw(InstantSource clock) {
        long eighths = (clock.millis() - BEGINNING.toEpochMilli()) / EIGHTH_MILLIS;
        long time = Math.max(2, Math.min(eighths, (1L << TIME_BITS) - 1));
        return time << RANDOM_BITS | RANDOM.nextInt(1 << RANDOM_BITS);
    }

    /**
     * The id of the pools that begin by a list of voters: the same at all nodes that have the list, and older than every
     * bootstrap, which can only be a mistake beside it.
     */
    static long ofVoters(List<Integer> voters) {
        int hash = voters.stream().sorted().toList().hashCode() & ((1 << RANDOM_BITS) - 1);
        return 1L << RANDOM_BITS | hash;
    }

    /** True for a number that this class makes, or that stands for none. */
    static boolean isOne(long instance) {
        return instance == UNKNOWN || instance >= 1L << RANDOM_BITS;
    }

    /** A fencing token of an instance as a text of fixed length: tokens of the older instance are larger. */
    static String fence(long instance, long token) {
        return String.format(Locale.ROOT, "%016x-%019d", Long.MAX_VALUE - instance, token);
    }

    /** True if the first was bootstrapped earlier. Ids of two instances differ, so one of the two is older. */
    static boolean isOlder(long one, long other) {
        return one < other;
    }
}
