package io.meshlock;

import java.util.Locale;

/**
 * The order in which a pool serves waiting requests.
 *
 * <pre>{@code
 * PoolConfig lanes = PoolConfig.permits(2).policy(Policy.DEADLINE);
 * }</pre>
 *
 * <p><i>Aged</i> means that waiting counts too: every {@link PoolConfig#aging()} grants of the pool, a waiting request
 * moves up one step, so no request starves.
 */
public enum Policy {

    /** Highest priority first, aged. */
    PRIORITY,

    /** Earliest deadline first. No request starves as long as later requests have later deadlines. */
    DEADLINE,

    /** Fewest permits first, aged: most requests are served at the same time. */
    SMALLEST_FIRST,

    /** First come, first served. */
    FIFO;

    /** The name in configuration files and over HTTP: {@code smallest-first}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The policy with that {@linkplain #label() label}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Policy named(String label) {
        for (Policy policy : values()) {
            if (policy.label().equals(label)) {
                return policy;
            }
        }
        throw new IllegalArgumentException(
                "unknown policy '" + label + "'; expected priority, deadline, smallest-first or fifo");
    }
}
