package io.meshlock.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The initial state of one node of a pool.
 *
 * <p>The papers start all nodes at once on a known graph whose links already point towards the token. The simulator
 * provides that: the links that are up from the start and every node's distance to a bootstrap node. A real node starts
 * without links and learns of each by {@link Protocol#linkUp}.
 *
 * @param node this node's number, unique in the mesh
 * @param pool the settings of the pool, the same at all nodes
 * @param bootstrap true at a node that holds a token at the start, and at the first node of a pool without tokens
 * @param tokens how many of the pool's tokens this node holds at the start
 * @param distance hops to the nearest bootstrap node over the links up at the start. At a bootstrap node it is 0, or −d
 *     if all nodes within d hops are bootstrap nodes, too; {@code meshSize} if no bootstrap node can be reached
 * @param meshSize how many nodes the mesh has, as far as known; algorithms scale their rare floods by it. Where nodes
 *     write to any node it is exact, and the nodes are numbered without gaps
 * @param links the neighbours at the start. Where nodes write to any node it is a hint, such as for a tree, that may be
 *     empty and is soon out of date
 * @param lossyLinks true if a link may die with messages in flight; false if, as the papers assume, everything sent
 *     arrives before {@link Protocol#linkDown}. Where nodes write to any node: true if messages may get lost or arrive
 *     twice
 * @param options the algorithm's own settings
 * @param incarnation 0 at a node's first start. Larger at every start without its memory than at the starts before, and
 *     than any number that it was asked to {@linkplain Effects#remember remember}. The driver stores this number
 *     durably
 * @param durable the node's {@linkplain Effects#keep durable state} with its present incarnation; null if the pool has
 *     no recovery
 * @param firstNode where nodes write to any node, the smallest node number; 0 in the simulator
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

    /** A node at its first start, without token and links. */
    public static Builder of(int node, PoolSettings pool) {
        return new Builder(node, pool);
    }

    /** A bootstrap node with one token, without links and with default options: enough to try a protocol. */
    public static Setup alone(int node, PoolSettings pool) {
        return of(node, pool).bootstrap(true).tokens(1).distance(0).build();
    }

    /** The same node at a later start. */
    public Setup withIncarnation(int value) {
        return but().incarnation(value).build();
    }

    /** The same node without links and token, as it enters an epoch that another node began. */
    public Setup unlinked() {
        return but().bootstrap(false)
                .tokens(0)
                .distance(Math.max(1, meshSize))
                .links(Links.NONE)
                .lossyLinks(true)
                .build();
    }

    /** The same node, which makes the pool's first token. */
    public Setup founding() {
        return but().bootstrap(true).tokens(1).distance(0).build();
    }

    /** The same node with this durable state. */
    public Setup withDurable(DurableState value) {
        return but().durable(value).build();
    }

    /** The same node of a mesh whose nodes are known exactly. */
    public Setup withNodes(int first, int count) {
        return but().firstNode(first).meshSize(count).build();
    }

    /** A builder with the values of this setup. */
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

    /** Builds a setup. The defaults are those of a node at its first start, without token and links. */
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
        public Builder bootstrap(boolean value) {
            bootstrap = value;
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

        /** The setup. */
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
     * The neighbours at the start, ascending, and the distance of each to the nearest bootstrap node.
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
