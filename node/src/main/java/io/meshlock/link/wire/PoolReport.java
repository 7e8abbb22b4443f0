package io.meshlock.link.wire;

import java.util.List;

/**
 * The state of one pool at one node.
 *
 * @param name the pool's name
 * @param held permits that the node's clients hold
 * @param waiting how many requests of the node's clients wait
 * @param tokens how many of the pool's tokens are at the node
 * @param claims who holds and who waits, of those clients that have a name
 */
public record PoolReport(String name, int held, int waiting, int tokens, List<PoolClaim> claims) {

    public PoolReport {
        claims = List.copyOf(claims);
        if (name.isEmpty() || name.length() > PoolTerms.MAX_NAME) {
            throw new IllegalArgumentException("a report about a pool whose name has " + name.length() + " characters");
        }
        if (!name.codePoints().allMatch(PoolTerms::isPrintable)) {
            throw new IllegalArgumentException("a report about a pool whose name cannot be printed");
        }
        if (held < 0 || waiting < 0 || tokens < 0) {
            throw new IllegalArgumentException("a report with a negative number");
        }
    }

    /** A report without names. */
    public PoolReport(String name, int held, int waiting, int tokens) {
        this(name, held, waiting, tokens, List.of());
    }

    /** The same with its first claims only. */
    public PoolReport withClaims(int most) {
        return claims.size() <= most ? this : new PoolReport(name, held, waiting, tokens, claims.subList(0, most));
    }

    /** True if there is nothing to report: no grant, no waiting request, no token. */
    public boolean isQuiet() {
        return held == 0 && waiting == 0 && tokens == 0;
    }
}
