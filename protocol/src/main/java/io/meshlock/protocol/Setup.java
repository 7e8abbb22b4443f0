package io.meshlock.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Where one node stands when the pool begins.
 *
 * <p>The papers start all nodes at once on a known graph whose links already point towards the token. A laboratory can
 * provide that: the links that are up from the start and everybody's distance to a founder. A real node knows nothing:
 * it starts with no links, and learns of each by {@link Protocol#linkUp}.
 *
 * @param node this node's number, unique in the mesh
 * @param pool what the mesh agreed on
 * @param founder true at a node that holds a token at the start, and at the first node of a pool without tokens
 * @param tokens how many of the pool's tokens this node holds at the start
 * @param distance hops to the nearest founder over the links up at the start; a founder's is 0, or less if it is so many hops
 *     from the nearest node that is none; {@code meshSize} if no way leads to a founder
 * @param meshSize how many nodes the mesh has, as far as known; algorithms scale their rare floods by it. Where nodes write
 *     to anybody it is exact, and the nodes are numbered without gaps
 * @param links the neighbours at the start. Where nodes write to anybody it is a hint, such as for a tree, that may be empty
 *     and is soon out of date
 * @param lossyLinks true if a link may die with messages in flight; false if, as the papers assume, everything sent
 *     arrives before {@link Protocol#linkDown}. Where nodes write to anybody: true if messages may get lost or arrive twice
 * @param options the algorithm's own settings
 * @param incarnation 0 at a node's first start, and larger at every start without its memory than at those before, and than
 *     whatever it was asked to {@linkplain Effects#remember remember}. The driver keeps this one number where a crash does
 *     not reach it
 * @param durable what this node was asked to {@linkplain Effects#keep keep}, under its present life; null where nothing is kept,
 *     because the pool has no recovery
 * @param firstNode where nodes write to anybody, the smallest number of all; in a laboratory 0
 */
public record Setup(
        int node,
        PoolSettings pool,
        boolean founder,
        int tokens,
        int distance,
        int meshSize,
        Links links,
        boolean lossyLinks,
        Options options,
        int incarnation,
        @Nullable Durable durable,
        int firstNode) {

    /** The first start of a node. */
    public Setup(
            int node,
            PoolSettings pool,
            boolean founder,
            int tokens,
            int distance,
            int meshSize,
            Links links,
            boolean lossyLinks,
            Options options) {
        this(node, pool, founder, tokens, distance, meshSize, links, lossyLinks, options, 0, null, 0);
    }

    /** The same node at a later start. */
    public Setup withIncarnation(int value) {
        return new Setup(
                node, pool, founder, tokens, distance, meshSize, links, lossyLinks, options, value, durable, firstNode);
    }

    /** The same node without links and without a token, as it stands when it enters an epoch that others began. */
    public Setup unlinked() {
        return new Setup(
                node,
                pool,
                false,
                0,
                Math.max(1, meshSize),
                meshSize,
                Links.NONE,
                true,
                options,
                incarnation,
                durable,
                firstNode);
    }

    /** The same node with what it keeps, or kept from its former lives. */
    public Setup withDurable(Durable value) {
        return new Setup(
                node,
                pool,
                founder,
                tokens,
                distance,
                meshSize,
                links,
                lossyLinks,
                options,
                incarnation,
                value,
                firstNode);
    }

    /** The same node, where it is known exactly who shares the pool. */
    public Setup withNodes(int first, int count) {
        return new Setup(
                node, pool, founder, tokens, distance, count, links, lossyLinks, options, incarnation, durable, first);
    }

    /**
     * The neighbours at the start, ascending, and how far each is from the nearest founder.
     *
     * @param peers neighbour numbers, ascending
     * @param distances their distances, in the same order
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; built once per node, read once
    public record Links(int[] peers, int[] distances) {
        /** No links at the start. */
        public static final Links NONE = new Links(new int[0], new int[0]);
    }

    /** A founder with one token, without links and with default options: enough to try a protocol. */
    public static Setup alone(int node, PoolSettings pool) {
        return new Setup(node, pool, true, 1, 0, 1, Links.NONE, true, Options.DEFAULTS);
    }
}
