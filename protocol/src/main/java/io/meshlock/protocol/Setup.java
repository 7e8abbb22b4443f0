package io.meshlock.protocol;

/**
 * Where one node stands when the pool begins.
 *
 * <p>The papers start all nodes at once on a known graph whose links already point towards the token. A laboratory can
 * provide that: the links that are up from the start and everybody's distance to the founder. A real node knows nothing:
 * it starts with no links, and learns of each by {@link Protocol#linkUp}.
 *
 * @param node this node's number, unique in the mesh
 * @param pool what the mesh agreed on
 * @param founder true at the one node that holds the pool's right to grant at the start
 * @param distance hops to the founder over the links up at the start
 * @param meshSize how many nodes the mesh has, as far as known; algorithms scale their rare floods by it
 * @param links the neighbours at the start
 * @param lossyLinks true if a link may die with messages in flight; false if, as the papers assume, everything sent
 *     arrives before {@link Protocol#linkDown}
 * @param options the algorithm's own settings
 */
public record Setup(
        int node,
        PoolSettings pool,
        boolean founder,
        int distance,
        int meshSize,
        Links links,
        boolean lossyLinks,
        Options options) {

    /**
     * The neighbours at the start, ascending, and how many hops each is away from the founder.
     *
     * @param peers neighbour numbers, ascending
     * @param distances their distances to the founder, in the same order
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; built once per node, read once
    public record Links(int[] peers, int[] distances) {
        /** No links at the start. */
        public static final Links NONE = new Links(new int[0], new int[0]);
    }

    /** A founder without links and with default options: enough to try a protocol. */
    public static Setup alone(int node, PoolSettings pool) {
        return new Setup(node, pool, true, 0, 1, Links.NONE, true, Options.DEFAULTS);
    }
}
