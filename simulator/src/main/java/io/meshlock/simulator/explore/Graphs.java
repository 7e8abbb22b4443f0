package io.meshlock.simulator.explore;

import io.meshlock.simulator.narrative.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Small graphs, by name or all of a size. Nodes are called a, b, c…; the first one is the bootstrap node. */
public final class Graphs {

    private Graphs() {}

    /**
     * A graph such as {@code line:3}, {@code ring:4}, {@code star:4}, {@code full:3}, or its links: {@code a-b,b-c}.
     */
    public static Topology named(String text) {
        String[] parts = text.split(":", 2);
        if (parts.length == 1) {
            return ofLinks(text);
        }
        int nodes = size(parts[1]);
        return switch (parts[0]) {
            case "line" -> Topology.line(names(nodes));
            case "ring" -> Topology.ring(names(nodes));
            case "star" -> Topology.star(names(nodes));
            case "full" -> of(nodes, -1);
            default ->
                throw new IllegalArgumentException(
                        "unknown graph '" + text + "'; expected line:N, ring:N, star:N, full:N or links as in a-b,b-c");
        };
    }

    private static Topology ofLinks(String text) {
        String[] pairs = text.split(",", -1);
        for (String pair : pairs) {
            if (!pair.matches("[A-Za-z]+(-[A-Za-z]+)?") || pair.matches("(\\w+)-\\1")) {
                throw new IllegalArgumentException("'" + pair + "' is no link; expected links as in a-b,b-c");
            }
        }
        return Topology.links(pairs);
    }

    private static int size(String text) {
        int nodes = text.matches("\\d{1,3}") ? Integer.parseInt(text) : 0;
        if (nodes < 1 || nodes > Exploration.MAX_NODES) {
            throw new IllegalArgumentException(
                    "'" + text + "' nodes cannot be explored; expected 1 to " + Exploration.MAX_NODES);
        }
        return nodes;
    }

    /** Every connected graph of that many nodes, up to renaming all nodes but the bootstrap node. */
    public static List<Topology> connected(int nodes) {
        int pairs = nodes * (nodes - 1) / 2;
        List<Topology> graphs = new ArrayList<>();
        SortedSet<Integer> seen = new TreeSet<>();
        for (int links = 0; links < 1 << pairs; links++) {
            Topology graph = of(nodes, links);
            if (graph.isConnected() && seen.add(leastRenaming(nodes, links))) {
                graphs.add(graph);
            }
        }
        return graphs;
    }

    private static int leastRenaming(int nodes, int links) {
        int[] names = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            names[i] = i;
        }
        return leastRenaming(names, 1, links);
    }

    private static int leastRenaming(int[] names, int from, int links) {
        if (from >= names.length - 1) {
            return renamed(names, links);
        }
        int least = Integer.MAX_VALUE;
        for (int i = from; i < names.length; i++) {
            swap(names, from, i);
            least = Math.min(least, leastRenaming(names, from + 1, links));
            swap(names, from, i);
        }
        return least;
    }

    private static void swap(int[] names, int i, int j) {
        int kept = names[i];
        names[i] = names[j];
        names[j] = kept;
    }

    private static int renamed(int[] names, int links) {
        int result = 0;
        int bit = 0;
        for (int a = 0; a < names.length; a++) {
            for (int b = a + 1; b < names.length; b++, bit++) {
                if ((links >> bit & 1) != 0) {
                    result |= 1 << bitOf(Math.min(names[a], names[b]), Math.max(names[a], names[b]), names.length);
                }
            }
        }
        return result;
    }

    private static int bitOf(int a, int b, int nodes) {
        return a * (2 * nodes - a - 1) / 2 + (b - a - 1);
    }

    private static Topology of(int nodes, int links) {
        String[] names = names(nodes);
        List<String> pairs = new ArrayList<>(List.of(names));
        int bit = 0;
        for (int a = 0; a < nodes; a++) {
            for (int b = a + 1; b < nodes; b++, bit++) {
                if ((links >> bit & 1) != 0) {
                    pairs.add(names[a] + "-" + names[b]);
                }
            }
        }
        return Topology.links(pairs.toArray(String[]::new));
    }

    private static String[] names(int nodes) {
        String[] names = new String[nodes];
        for (int i = 0; i < nodes; i++) {
            names[i] = String.valueOf((char) ('a' + i));
        }
        return names;
    }
}
