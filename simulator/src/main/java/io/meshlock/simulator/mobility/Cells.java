package io.meshlock.simulator.mobility;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The plane cut into square cells: finds the nodes near a place without visiting all nodes. */
final class Cells {

    private final double side;
    private final long[] columns;
    private final long[] rows;
    private final boolean[] placed;
    /** Cells that are not empty. Looked up only, never iterated over, so hash order has no influence. */
    private final Map<Cell, IntArrayList> members = new HashMap<>();

    private record Cell(long column, long row) {}

    /** @param side the side of a cell, which is the range of {@link #near} */
    Cells(int nodes, double side) {
        this.side = side;
        columns = new long[nodes];
        rows = new long[nodes];
        placed = new boolean[nodes];
    }

    void place(int node, double x, double y) {
        long column = (long) Math.floor(x / side);
        long row = (long) Math.floor(y / side);
        if (placed[node]) {
            if (columns[node] == column && rows[node] == row) {
                return;
            }
            leave(node);
        }
        placed[node] = true;
        columns[node] = column;
        rows[node] = row;
        members.computeIfAbsent(new Cell(column, row), cell -> new IntArrayList())
                .add(node);
    }

    /** All other nodes that were placed within a cell's side of this one, and perhaps some more. */
    int[] near(int node) {
        IntArrayList found = new IntArrayList();
        for (long column = columns[node] - 1; column <= columns[node] + 1; column++) {
            for (long row = rows[node] - 1; row <= rows[node] + 1; row++) {
                IntArrayList there = members.get(new Cell(column, row));
                if (there != null) {
                    found.addAll(there);
                }
            }
        }
        found.rem(node);
        return Arrays.copyOf(found.elements(), found.size());
    }

    private void leave(int node) {
        Cell cell = new Cell(columns[node], rows[node]);
        IntArrayList there = members.get(cell);
        if (there != null) {
            there.rem(node);
            if (there.isEmpty()) {
                members.remove(cell);
            }
        }
    }
}
