package io.meshlock.link.wire;

/**
 * The state of one pool at one node.
 *
 * @param name the pool's name
 * @param held permits that the node's clients hold
 * @param waiting how many requests of the node's clients wait
 * @param tokens how many of the pool's tokens are at the node
 */
public record PoolReport(String name, int held, int waiting, int tokens) {

    public PoolReport {
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

    /** True if there is nothing to report: no grant, no waiting request, no token. */
    public boolean isQuiet() {
        return held == 0 && waiting == 0 && tokens == 0;
    }
}
