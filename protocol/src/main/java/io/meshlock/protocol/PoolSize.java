package io.meshlock.protocol;

/**
 * How many permits a pool has, with a version: an operator may change it while the pool runs.
 *
 * <p>A change gets the version after the newest one known at its node. If two changes conflict, all nodes choose the
 * same one: the higher version, then the higher node number.
 *
 * @param permits k
 * @param version how many changes led to it; 0 is the size at bootstrap
 * @param node the node where it was changed
 */
public record PoolSize(int permits, long version, int node) {

    public PoolSize {
        PoolBounds.checkPermits(permits);
    }

    /** The size that a pool has from the start. */
    public static PoolSize initial(int permits) {
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

    /** True if this size wins over the other one. */
    public boolean isNewerThan(PoolSize other) {
        return version != other.version ? version > other.version : node > other.node;
    }

    @Override
    public String toString() {
        return permits + " (version " + version + " by " + node + ")";
    }
}
