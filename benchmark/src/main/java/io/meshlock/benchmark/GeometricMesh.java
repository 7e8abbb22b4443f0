package io.meshlock.benchmark;

import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The graph of the benchmarks: n nodes uniform in a 1000 × 1000 square, linked within 1000·√(12/(π(n−1))), so that a
 * node far from the border has 12 neighbours in the mean.
 *
 * <p>At that range a few nodes near the border end up alone or in small groups, and the more nodes there are, the
 * surer. The simulator wants connected networks, so each stray group is tied to the nearest node outside it by one
 * link. That concerns a few nodes in a thousand, and it leaves no node without a neighbour.
 */
public final class GeometricMesh {

    static final double SIDE = 1000;

    private final double[] xs;
    private final double[] ys;
    private final int cells;
    private final int[][] byCell;
    private final int[] group;
    private final List<Topology.Link> links = new ArrayList<>();
    private int ties;

    public GeometricMesh(int nodes, long seed) {
        double range = SIDE * Math.sqrt(12 / (Math.PI * (nodes - 1)));
        SplittableRandom random = new SplittableRandom(seed);
        xs = random.doubles(nodes, 0, SIDE).toArray();
        ys = random.doubles(nodes, 0, SIDE).toArray();
        cells = (int) Math.max(1, Math.floor(SIDE / range));
        byCell = nodesByCell();
        group = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            group[node] = node;
        }
        for (int node = 0; node < nodes; node++) {
            linkWithHigher(node, range);
        }
        tieStrays();
    }

    public int nodes() {
        return xs.length;
    }

    public List<Topology.Link> links() {
        return links;
    }

    /** How many of the links are longer than the range, to tie stray groups to the rest. */
    int ties() {
        return ties;
    }

    double x(int node) {
        return xs[node];
    }

    double y(int node) {
        return ys[node];
    }

    private int[][] nodesByCell() {
        int[] counts = new int[cells * cells];
        for (int node = 0; node < xs.length; node++) {
            counts[cellOf(node)]++;
        }
        int[][] all = new int[cells * cells][];
        for (int cell = 0; cell < all.length; cell++) {
            all[cell] = new int[counts[cell]];
        }
        for (int node = 0; node < xs.length; node++) {
            int cell = cellOf(node);
            all[cell][--counts[cell]] = node;
        }
        return all;
    }

    private void linkWithHigher(int node, double range) {
        int column = line(xs[node]);
        int row = line(ys[node]);
        for (int r = Math.max(0, row - 1); r <= Math.min(cells - 1, row + 1); r++) {
            for (int c = Math.max(0, column - 1); c <= Math.min(cells - 1, column + 1); c++) {
                for (int other : byCell[r * cells + c]) {
                    if (other > node && squaredDistance(node, other) <= range * range) {
                        link(node, other);
                    }
                }
            }
        }
    }

    private void tieStrays() {
        int main = largestGroup();
        for (int node = 0; node < xs.length; node++) {
            if (find(node) != find(main)) {
                link(node, nearestOutside(node));
                ties++;
            }
        }
    }

    private int largestGroup() {
        int[] sizes = new int[xs.length];
        int largest = 0;
        for (int node = 0; node < xs.length; node++) {
            int root = find(node);
            if (++sizes[root] > sizes[largest]) {
                largest = root;
            }
        }
        return largest;
    }

    private int nearestOutside(int node) {
        int nearest = -1;
        for (int other = 0; other < xs.length; other++) {
            boolean nearer = nearest < 0 || squaredDistance(node, other) < squaredDistance(node, nearest);
            if (nearer && find(other) != find(node)) {
                nearest = other;
            }
        }
        return nearest;
    }

    private void link(int a, int b) {
        links.add(new Topology.Link(a, b));
        group[find(a)] = find(b);
    }

    private int find(int node) {
        int root = node;
        while (group[root] != root) {
            group[root] = group[group[root]];
            root = group[root];
        }
        return root;
    }

    private double squaredDistance(int a, int b) {
        double dx = xs[a] - xs[b];
        double dy = ys[a] - ys[b];
        return dx * dx + dy * dy;
    }

    private int cellOf(int node) {
        return line(ys[node]) * cells + line(xs[node]);
    }

    private int line(double coordinate) {
        return Math.min(cells - 1, (int) (coordinate * cells / SIDE));
    }
}
