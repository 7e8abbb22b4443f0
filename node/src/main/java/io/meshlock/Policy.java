package io.meshlock;

import java.util.Locale;

/**
 * In which order a pool serves the requests that wait.
 *
 * <pre>{@code
 * PoolConfig lanes = PoolConfig.permits(2).policy(Policy.DEADLINE);
 * }</pre>
 *
 * <p>Where it says <i>aged</i>, waiting counts too: {@link PoolConfig#aging()} grants outweigh one step, so nobody
 * starves.
 */
public enum Policy {

    /** Highest priority first, aged. */
    PRIORITY,

    /** Earliest deadline first. Deadlines of later requests are later, so nobody starves. */
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
