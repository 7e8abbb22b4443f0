package io.meshlock.protocol;

/**
 * The settings of a pool, the same at all nodes.
 *
 * @param permits k, 1 to {@link PoolBounds#MAX_PERMITS}
 * @param policy the order of waiting requests
 * @param aging how many grants of waiting outweigh one step of priority; {@link #NO_AGING} orders by priority alone
 */
public record PoolSettings(int permits, Policy policy, long aging) {

    /** Larger than any difference in births that occurs in practice. */
    public static final long NO_AGING = 1L << 31;

    /** One step of priority is worth this many grants unless the pool says otherwise. */
    public static final long DEFAULT_AGING = 100;

    public PoolSettings {
        PoolBounds.checkPermits(permits);
        if (aging < 1 || aging > NO_AGING) {
            throw new IllegalArgumentException("aging must be between 1 and " + NO_AGING + ", not " + aging);
        }
    }

    /** A pool of k permits with the default policy and aging. */
    public static PoolSettings permits(int k) {
        return new PoolSettings(k, Policy.PRIORITY, DEFAULT_AGING);
    }

    public PoolSettings withPolicy(Policy value) {
        return new PoolSettings(permits, value, aging);
    }

    public PoolSettings withAging(long value) {
        return new PoolSettings(permits, policy, value);
    }

    /** The key under which a request waits. */
    public Key key(PermitRequest request, long birth, long requestNumber) {
        return new Key(policy.score(request, birth, aging), birth, requestNumber, request.permits(), request.once());
    }
}
