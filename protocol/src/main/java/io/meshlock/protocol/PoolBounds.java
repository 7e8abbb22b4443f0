package io.meshlock.protocol;

/**
 * The bounds of a pool. Everything that enters is checked against them: calls of programs, HTTP, files, and what other
 * nodes say. docs/security.md lists them. They are so chosen that the largest token, with its ledger, fits into one
 * frame.
 */
public final class PoolBounds {

    /** The most permits of a pool, and so of a request. */
    public static final int MAX_PERMITS = 1_000_000;

    /** The most grants of a pool that are out at once, at all nodes together. Further requests wait. */
    public static final int MAX_GRANTS = 8_192;

    /** Of so many ranges consist the slots of all grants that are out: a request that would need more waits. */
    public static final int MAX_RANGES = 32_768;

    /** The most voters that a pool may be given; there is one more while one of them is replaced. */
    public static final int MAX_VOTERS = 15;

    /** What other nodes may list as voters without being taken for broken. No pool has nearly as many. */
    public static final int MAX_SEATS = 1_024;

    /** The longest name of a pool, an algorithm or an option, in characters. */
    public static final int MAX_NAME = 200;

    /** The most options of a pool. */
    public static final int MAX_OPTIONS = 64;

    private PoolBounds() {}

    /**
     * Checks how many permits a pool is to have.
     *
     * @throws IllegalArgumentException if no pool can have so many; the message says the bound
     */
    public static void checkPermits(int permits) {
        if (permits < 1) {
            throw new IllegalArgumentException("a pool needs at least 1 permit, not " + permits);
        }
        if (permits > MAX_PERMITS) {
            throw new IllegalArgumentException("a pool has at most " + MAX_PERMITS + " permits, not " + permits);
        }
    }
}
