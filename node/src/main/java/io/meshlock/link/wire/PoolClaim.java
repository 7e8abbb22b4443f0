package io.meshlock.link.wire;

/**
 * A client that holds permits of a pool or waits for some.
 *
 * @param client what it calls itself
 * @param permits how many
 * @param waits true if it waits, false if it holds them
 * @param sinceMillis since when, by the wall clock of its node
 */
public record PoolClaim(String client, int permits, boolean waits, long sinceMillis) {

    /** The longest name of a client in a report. */
    public static final int LONGEST_NAME = 64;

    /** The largest number of claims in an advert, and so in a report. */
    public static final int MOST = 64;

    public PoolClaim {
        if (client.isEmpty() || client.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("a claim of a client whose name has " + client.length() + " characters");
        }
        if (!client.codePoints().allMatch(PoolTerms::isPrintable)) {
            throw new IllegalArgumentException("a claim of a client whose name cannot be printed");
        }
        if (permits < 1 || sinceMillis < 0) {
            throw new IllegalArgumentException("a claim of nothing, or before all time");
        }
    }

    /** The name of a client of this node as others are told it: not too long, and printable. */
    public static String told(String client) {
        return PoolTerms.printable(client.substring(0, Math.min(client.length(), LONGEST_NAME)));
    }
}
