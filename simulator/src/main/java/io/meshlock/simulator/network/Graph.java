package io.meshlock.simulator.network;

import java.util.Arrays;

/** An immutable undirected graph without loops or parallel links. Links are ordered by lower, then by higher end. */
public final class Graph {

    /** The distance of a node that cannot be reached. */
    public static final int UNREACHABLE = -1;

    private final int nodes;
    private final int[] ends;
    private final int[] offsets;
    private final int[] neighbours;

    /** @param ends lower and higher end of each link in turn, in order */
    private Graph(int nodes, int[] ends) {
        this.nodes = nodes;
        this.ends = ends;
        offsets = offsets(nodes, ends);
        neighbours = neighbours(ends, offsets);
    }

    /**
     * A graph of links given as {@code low << 32 | high}, in ascending order.
     *
     * @throws IllegalArgumentException if a link is out of order or out of range
     */
    static Graph ofSorted(int nodes, long[] packed, int links) {
        int[] ends = new int[2 * links];
        for (int i = 0; i < links; i++) {
            int low = (int) (packed[i] >>> Integer.SIZE);
            int high = (int) packed[i];
            boolean inOrder = i == 0 || packed[i - 1] < packed[i];
            if (!inOrder || low < 0 || low >= high || high >= nodes) {
                throw new IllegalArgumentException("link " + low + "-" + high + " is out of order or out of range");
            }
            ends[2 * i] = low;
            ends[2 * i + 1] = high;
        }
        return new Graph(nodes, ends);
    }

    /** A link as one number: such numbers sort by lower, then by higher end. */
    static long pack(int a, int b) {
        return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    }

    public int nodes() {
        return nodes;
    }

    /** The same links among more nodes. */
    public Graph among(int moreNodes) {
        return moreNodes == nodes ? this : new Graph(moreNodes, ends);
    }

    /** The number of links. */
    public int links() {
        return ends.length / 2;
    }

    /** The lower end of a link, 0 ≤ link &lt; {@link #links}. */
    public int low(int link) {
        return ends[2 * link];
    }

    /** The higher end of a link. */
    public int high(int link) {
        return ends[2 * link + 1];
    }

    public int degree(int node) {
        return offsets[node + 1] - offsets[node];
    }

    /** The neighbours of a node, ascending, in a new array. */
    public int[] neighbours(int node) {
        return Arrays.copyOfRange(neighbours, offsets[node], offsets[node + 1]);
    }

    /** Hops from {@code source} to every node, or {@link #UNREACHABLE}. */
    public int[] distancesFrom(int source) {
        int[] distances = new int[nodes];
        Arrays.fill(distances, UNREACHABLE);
        int[] queue = new int[nodes];
        int tail = 0;
        distances[source] = 0;
        queue[tail++] = source;
        for (int head = 0; head < tail; head++) {
            int node = queue[head];
            for (int i = offsets[node]; i < offsets[node + 1]; i++) {
                int peer = neighbours[i];
                if (distances[peer] == UNREACHABLE) {
                    distances[peer] = distances[node] + 1;
                    queue[tail++] = peer;
                }
            }
        }
        return distances;
    }

    /** Everybody's neighbours, ascending. */
    public int[][] neighbours() {
        int[][] all = new int[nodes][];
        Arrays.setAll(all, this::neighbours);
        return all;
    }

    /** The lowest node that node 0 cannot reach, or {@link #UNREACHABLE} if there is none. */
    public int firstUnreachable() {
        int[] distances = distancesFrom(0);
        for (int node = 0; node < nodes; node++) {
            if (distances[node] == UNREACHABLE) {
                return node;
            }
        }
        return UNREACHABLE;
    }

    public boolean isConnected() {
        return firstUnreachable() == UNREACHABLE;
    }

    private static int[] offsets(int nodes, int[] ends) {
        int[] offsets = new int[nodes + 1];
        for (int end : ends) {
            offsets[end + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            offsets[node + 1] += offsets[node];
        }
        return offsets;
    }

    /** Since links are in order, every node meets first its lower, then its higher neighbours, both ascending. */
    private static int[] neighbours(int[] ends, int[] offsets) {
        int[] filled = offsets.clone();
        int[] neighbours = new int[ends.length];
        for (int i = 0; i < ends.length; i += 2) {
            neighbours[filled[ends[i + 1]]++] = ends[i];
        }
        for (int i = 0; i < ends.length; i += 2) {
            neighbours[filled[ends[i]]++] = ends[i + 1];
        }
        return neighbours;
    }
}
