package io.meshlock.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Where one node stands when the pool begins.
 *
 * <p>The papers start all nodes at once on a known graph whose links already point towards the token. A laboratory can
 * provide that: the links that are up from the start and everybody's distance to a bootstrap. A real node knows nothing:
 * it starts with no links, and learns of each by {@link Protocol#linkUp}.
 *
 * @param node this node's number, unique in the mesh
 * @param pool what the mesh agreed on
 * @param bootstrap true at a node that holds a token at the start, and at the first node of a pool without tokens
 * @param tokens how many of the pool's tokens this node holds at the start
 * @param distance hops to the nearest bootstrap over the links up at the start; a bootstrap's is 0, or less if it is so many hops
 *     from the nearest node that is none; {@code meshSize} if no way leads to a bootstrap
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
 * @param durable what this node was asked to {@linkplain Effects#keep keep}, under its present incarnation; null where nothing is kept,
 *     because the pool has no recovery
 * @param firstNode where nodes write to anybody, the smallest number of all; in a laboratory 0
 */
public record Setup(
        int node,
        PoolSettings pool,
        boolean bootstrap,
        int tokens,
        int distance,
        int meshSize,
        Links links,
        boolean lossyLinks,
        Options options,
        int incarnation,
        @Nullable DurableState durable,
        int firstNode) {

    /** A node that starts for the first time and knows nothing: no token, no links, nobody else. */
    public static Builder of(int node, PoolSettings pool) {
        return new Builder(node, pool);
    }

    /** A bootstrap with one token, without links and with default options: enough to try a protocol. */
    public static Setup alone(int node, PoolSettings pool) {
        return of(node, pool).bootstrap(true).tokens(1).distance(0).build();
    }

    /** The same node at a later start. */
    public Setup withIncarnation(int value) {
        return but().incarnation(value).build();
    }

    /** The same node without links and without a token, as it stands when it enters an epoch that others began. */
    public Setup unlinked() {
        return but().bootstrap(false)
                .tokens(0)
                .distance(Math.max(1, meshSize))
                .links(Links.NONE)
                .lossyLinks(true)
                .build();
    }

    /** The same node with what it keeps, or kept from its former incarnations. */
    public Setup withDurable(DurableState value) {
        return but().durable(value).build();
    }

    /** The same node, where it is known exactly who shares the pool. */
    public Setup withNodes(int first, int count) {
        return but().firstNode(first).meshSize(count).build();
    }

    /** The same, to be changed. */
    private Builder but() {
        Builder same = new Builder(node, pool);
        same.bootstrap = bootstrap;
        same.tokens = tokens;
        same.distance = distance;
        same.meshSize = meshSize;
        same.links = links;
        same.lossyLinks = lossyLinks;
        same.options = options;
        same.incarnation = incarnation;
        same.durable = durable;
        same.firstNode = firstNode;
        return same;
    }

    /** Collects a setup; what is not said is as at the first start of a node that knows nothing. */
    public static final class Builder {

        private final int node;
        private final PoolSettings pool;
        private boolean bootstrap;
        private int tokens;
        private int distance = 1;
        private int meshSize = 1;
        private Links links = Links.NONE;
        private boolean lossyLinks = true;
        private Options options = Options.DEFAULTS;
        private int incarnation;
        private @Nullable DurableState durable;
        private int firstNode;

        private Builder(int node, PoolSettings pool) {
            this.node = node;
            this.pool = pool;
        }

        /** {@link Setup#bootstrap}. */
        public Builder bootstrap(boolean founds) {
            bootstrap = founds;
            return this;
        }

        /** {@link Setup#tokens}. */
        public Builder tokens(int held) {
            tokens = held;
            return this;
        }

        /** {@link Setup#distance}. */
        public Builder distance(int hops) {
            distance = hops;
            return this;
        }

        /** {@link Setup#meshSize}. */
        public Builder meshSize(int nodes) {
            meshSize = nodes;
            return this;
        }

        /** {@link Setup#links}. */
        public Builder links(Links atTheStart) {
            links = atTheStart;
            return this;
        }

        /** {@link Setup#lossyLinks}. */
        public Builder lossyLinks(boolean lossy) {
            lossyLinks = lossy;
            return this;
        }

        /** {@link Setup#options}. */
        public Builder options(Options given) {
            options = given;
            return this;
        }

        /** {@link Setup#incarnation}. */
        public Builder incarnation(int value) {
            incarnation = value;
            return this;
        }

        /** {@link Setup#durable}. */
        public Builder durable(DurableState kept) {
            durable = kept;
            return this;
        }

        /** {@link Setup#firstNode}. */
        public Builder firstNode(int smallest) {
            firstNode = smallest;
            return this;
        }

        /** All of it. */
        public Setup build() {
            return new Setup(
                    node,
                    pool,
                    bootstrap,
                    tokens,
                    distance,
                    meshSize,
                    links,
                    lossyLinks,
                    options,
                    incarnation,
                    durable,
                    firstNode);
        }
    }

    /**
     * The neighbours at the start, ascending, and how far each is from the nearest bootstrap.
     *
     * @param peers neighbour numbers, ascending
     * @param distances their distances, in the same order
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; built once per node, read once
    public record Links(int[] peers, int[] distances) {
        /** No links at the start. */
        public static final Links NONE = new Links(new int[0], new int[0]);
    }
}
