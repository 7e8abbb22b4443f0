package io.meshlock.simulator.network;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Random connected graphs with a given number of links: a uniformly random spanning tree, then uniformly random further
 * links. Pairs of nodes are ranked in the order of {@link Graph}'s links, and sets of pairs are sorted arrays of ranks:
 * quick to merge, and no hash table of millions of links.
 */
final class RandomGraphs {

    private final int nodes;
    private final long pairs;
    private final UniformRandomProvider random;

    private RandomGraphs(int nodes, UniformRandomProvider random) {
        this.nodes = nodes;
        this.pairs = pairs(nodes);
        this.random = random;
    }

    /** A connected graph with the given share of all possible links, but at least the n − 1 that connect it. */
    static Graph connected(int nodes, double density, UniformRandomProvider random) {
        if (!(density >= 0 && density <= 1)) {
            throw new IllegalArgumentException("density must be between 0 and 1, not " + density);
        }
        long links = Math.max(nodes - 1, Math.round(density * pairs(nodes)));
        checkSize(nodes, links);
        return new RandomGraphs(nodes, random).withLinks((int) links);
    }

    /** The graph with every possible link. */
    static Graph full(int nodes) {
        checkSize(nodes, pairs(nodes));
        return graph(nodes, complement(pairs(nodes), new long[0]));
    }

    private Graph withLinks(int links) {
        long[] tree = spanningTree();
        if (links <= pairs / 2) {
            return graph(nodes, merged(tree, distinct(links - tree.length, tree)));
        }
        // Dense: drawing the few links that are missing takes fewer tries than drawing the many that are there.
        return graph(nodes, complement(pairs, distinct((int) (pairs - links), tree)));
    }

    /**
     * A random walk on the complete graph: the links by which it first reaches each node are a uniformly random tree.
     */
    private long[] spanningTree() {
        long[] tree = new long[nodes - 1];
        boolean[] reached = new boolean[nodes];
        int at = random.nextInt(nodes);
        reached[at] = true;
        for (int found = 0; found < tree.length; ) {
            int to = random.nextInt(nodes);
            if (!reached[to]) {
                reached[to] = true;
                tree[found++] = rank(Math.min(at, to), Math.max(at, to));
            }
            at = to;
        }
        Arrays.sort(tree);
        return tree;
    }

    /** Uniformly random distinct ranks outside {@code excluded}, ascending. Draws in batches until there are enough. */
    private long[] distinct(int count, long[] excluded) {
        long[] drawn = new long[0];
        while (drawn.length < count) {
            long[] batch = new long[count - drawn.length];
            for (int i = 0; i < batch.length; i++) {
                batch[i] = random.nextLong(pairs);
            }
            Arrays.sort(batch);
            drawn = merged(drawn, without(batch, excluded));
        }
        return drawn;
    }

    /** The union of two ascending arrays, duplicates dropped. */
    private static long[] merged(long[] left, long[] right) {
        long[] all = new long[left.length + right.length];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < left.length || j < right.length) {
            boolean fromLeft = j == right.length || (i < left.length && left[i] <= right[j]);
            long value = fromLeft ? left[i++] : right[j++];
            if (size == 0 || all[size - 1] != value) {
                all[size++] = value;
            }
        }
        return Arrays.copyOf(all, size);
    }

    private static long[] without(long[] values, long[] excluded) {
        long[] kept = new long[values.length];
        int size = 0;
        int j = 0;
        for (long value : values) {
            while (j < excluded.length && excluded[j] < value) {
                j++;
            }
            if (j == excluded.length || excluded[j] != value) {
                kept[size++] = value;
            }
        }
        return Arrays.copyOf(kept, size);
    }

    private static long[] complement(long bound, long[] excluded) {
        long[] rest = new long[(int) bound - excluded.length];
        int size = 0;
        int j = 0;
        for (long value = 0; value < bound; value++) {
            if (j < excluded.length && excluded[j] == value) {
                j++;
            } else {
                rest[size++] = value;
            }
        }
        return rest;
    }

    /** Turns ascending ranks into links, in place. */
    private static Graph graph(int nodes, long[] ranks) {
        int low = 0;
        long rowEnd = nodes - 1L;
        for (int i = 0; i < ranks.length; i++) {
            while (ranks[i] >= rowEnd) {
                low++;
                rowEnd += nodes - 1 - low;
            }
            ranks[i] = Graph.pack(low, (int) (nodes - (rowEnd - ranks[i])));
        }
        return Graph.ofSorted(nodes, ranks, ranks.length);
    }

    private long rank(int low, int high) {
        return (long) low * nodes - (long) low * (low + 1) / 2 + high - low - 1;
    }

    private static long pairs(int nodes) {
        return (long) nodes * (nodes - 1) / 2;
    }

    private static void checkSize(int nodes, long links) {
        if (links > 1 << 28) {
            throw new IllegalArgumentException(
                    nodes + " nodes with " + links + " links are more than this simulator can hold");
        }
    }
}
