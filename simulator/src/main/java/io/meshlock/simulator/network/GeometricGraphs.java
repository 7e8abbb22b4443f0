package io.meshlock.simulator.network;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Nodes uniform in a square, linked when within range. A draw that is not connected is discarded and repeated: adding
 * links would make some longer than the range, and keeping only the largest part would change the number of nodes.
 * Neighbours are found with a grid of cells that are at least as wide as the range.
 */
final class GeometricGraphs {

    static final double SIDE = 1000;
    private static final int DRAWS = 100;

    private final double range;
    private final int cells;
    private final double[] xs;
    private final double[] ys;
    /** Nodes by cell: those of cell c stand at {@code cellStarts[c]} to {@code cellStarts[c + 1]}. */
    private final int[] byCell;

    private final int[] cellStarts;

    private GeometricGraphs(int nodes, double range) {
        this.range = range;
        // More cells than nodes would only mean more empty cells to visit.
        cells = (int) Math.max(1, Math.min(Math.floor(SIDE / range), Math.ceil(Math.sqrt(nodes))));
        xs = new double[nodes];
        ys = new double[nodes];
        byCell = new int[nodes];
        cellStarts = new int[cells * cells + 1];
    }

    static Graph connected(int nodes, double range, UniformRandomProvider random) {
        if (!(range > 0)) {
            throw new IllegalArgumentException("range must be positive, not " + range);
        }
        GeometricGraphs place = new GeometricGraphs(nodes, range);
        for (int draw = 0; draw < DRAWS; draw++) {
            Graph graph = place.draw(random);
            if (graph.isConnected()) {
                return graph;
            }
        }
        throw new IllegalArgumentException(String.format(
                Locale.ROOT,
                "%d nodes with range %s were not connected in %d draws; a range of about %.0f would do",
                nodes,
                range,
                DRAWS,
                sufficientRange(nodes)));
    }

    /**
     * A range that connects with high probability: a node is isolated with probability about exp(−nπr²/side²), plus a
     * margin because nodes at the border have fewer neighbours.
     */
    static double sufficientRange(int nodes) {
        double estimate = SIDE * Math.sqrt((Math.log(nodes) + 5) / (Math.PI * nodes));
        return Math.ceil(Math.min(estimate, SIDE * Math.sqrt(2)));
    }

    private Graph draw(UniformRandomProvider random) {
        for (int node = 0; node < xs.length; node++) {
            xs[node] = random.nextDouble() * SIDE;
            ys[node] = random.nextDouble() * SIDE;
        }
        sortIntoCells();
        LongArrayList links = new LongArrayList();
        for (int node = 0; node < xs.length; node++) {
            linkWithHigher(node, links);
        }
        long[] packed = links.toLongArray();
        Arrays.sort(packed);
        return Graph.ofSorted(xs.length, packed, packed.length);
    }

    private void sortIntoCells() {
        Arrays.fill(cellStarts, 0);
        for (int node = 0; node < xs.length; node++) {
            cellStarts[cellOf(node) + 1]++;
        }
        for (int cell = 0; cell < cells * cells; cell++) {
            cellStarts[cell + 1] += cellStarts[cell];
        }
        int[] filled = cellStarts.clone();
        for (int node = 0; node < xs.length; node++) {
            byCell[filled[cellOf(node)]++] = node;
        }
    }

    private void linkWithHigher(int node, LongArrayList links) {
        int column = line(xs[node]);
        int row = line(ys[node]);
        for (int r = Math.max(0, row - 1); r <= Math.min(cells - 1, row + 1); r++) {
            int from = cellStarts[r * cells + Math.max(0, column - 1)];
            int to = cellStarts[r * cells + Math.min(cells - 1, column + 1) + 1];
            for (int i = from; i < to; i++) {
                int other = byCell[i];
                if (other > node && inRange(node, other)) {
                    links.add(Graph.pack(node, other));
                }
            }
        }
    }

    private boolean inRange(int a, int b) {
        double dx = xs[a] - xs[b];
        double dy = ys[a] - ys[b];
        return dx * dx + dy * dy <= range * range;
    }

    private int cellOf(int node) {
        return line(ys[node]) * cells + line(xs[node]);
    }

    private int line(double coordinate) {
        return Math.min(cells - 1, (int) (coordinate * cells / SIDE));
    }
}
