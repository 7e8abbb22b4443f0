package io.meshlock.cli.terminal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Text in columns: the first one left-aligned, the others, mostly numbers, right-aligned. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();
    private final Set<Integer> left = new HashSet<>(Set.of(0));

    public Table(String... heading) {
        row(heading);
    }

    /** Aligns a column of words. */
    public Table left(int column) {
        left.add(column);
        return this;
    }

    public Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                String gap = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? "" : "  ").append(left.contains(column) ? cell + gap : gap + cell);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
