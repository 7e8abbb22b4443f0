package io.meshlock.protocol;

/**
 * How many permits a pool has, and how recent that is: an operator may change it while the pool runs.
 *
 * <p>Whoever changes it takes the version after the newest one known there. Of two changes that did not know of each other
 * everybody takes the same one: that of the higher version, or of the higher node.
 *
 * @param permits k
 * @param version how many changes led to it; 0 is the size that the pool was founded with
 * @param node where it was changed
 */
public record PoolSize(int permits, long version, int node) {

    public PoolSize {
        if (permits < 1) {
            throw new IllegalArgumentException("a pool needs at least 1 permit, not " + permits);
        }
    }

    /** The size that a pool has from the start. */
    public static PoolSize founded(int permits) {
        return new PoolSize(permits, 0, 0);
    }

    /** The change that follows this one. */
    public PoolSize changed(int newPermits, int byNode) {
        return new PoolSize(newPermits, version + 1, byNode);
    }

    /** True if an operator ever changed it. */
    public boolean isChanged() {
        return version > 0;
    }

    /** True if everybody who knows both takes this one. */
    public boolean isNewerThan(PoolSize other) {
        return version != other.version ? version > other.version : node > other.node;
    }

    @Override
    public String toString() {
        return permits + " (version " + version + " by " + node + ")";
    }
}
