package io.meshlock.simulator.narrative;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Named nodes and the links that are up at the start. Nodes are numbered as named; the first ones get the tokens. */
public final class Topology {

    private final List<String> names = new ArrayList<>();
    private final List<SortedSet<Integer>> neighbours = new ArrayList<>();

    private Topology(List<String> nodes) {
        for (String node : nodes) {
            if (!names.contains(node)) {
                names.add(node);
                neighbours.add(new TreeSet<>());
            }
        }
    }

    public static Topology line(String... nodes) {
        Topology line = new Topology(List.of(nodes));
        for (int i = 1; i < nodes.length; i++) {
            line.join(i - 1, i);
        }
        return line;
    }

    public static Topology ring(String... nodes) {
        Topology ring = line(nodes);
        ring.join(nodes.length - 1, 0);
        return ring;
    }

    /** Everybody can write to everybody. */
    public static Topology hosts(String... nodes) {
        Topology full = new Topology(List.of(nodes));
        for (int a = 0; a < full.size(); a++) {
            for (int b = 0; b < a; b++) {
                full.join(a, b);
            }
        }
        return full;
    }

    /** The first node in the middle. */
    public static Topology star(String... nodes) {
        Topology star = new Topology(List.of(nodes));
        for (int i = 1; i < nodes.length; i++) {
            star.join(0, i);
        }
        return star;
    }

    /** Any graph, as {@code a-b b-c}; a single name is a node without links. */
    public static Topology links(String... pairs) {
        Topology graph = new Topology(Arrays.stream(pairs)
                .flatMap(pair -> Arrays.stream(pair.split("-", -1)))
                .toList());
        for (String pair : pairs) {
            String[] ends = pair.split("-", -1);
            if (ends.length == 2) {
                graph.join(graph.number(ends[0]), graph.number(ends[1]));
            }
        }
        return graph;
    }

    private void join(int a, int b) {
        neighbours.get(a).add(b);
        neighbours.get(b).add(a);
    }

    public List<String> names() {
        return List.copyOf(names);
    }

    public int size() {
        return names.size();
    }

    public int number(String name) {
        int number = names.indexOf(name);
        if (number < 0) {
            throw new IllegalArgumentException("no node " + name + "; there are " + names);
        }
        return number;
    }

    /** True if every node can be reached from the first. */
    public boolean isConnected() {
        SortedSet<Integer> seen = new TreeSet<>(List.of(0));
        Deque<Integer> reached = new ArrayDeque<>(seen);
        while (!reached.isEmpty()) {
            for (int peer : neighbours.get(reached.poll())) {
                if (seen.add(peer)) {
                    reached.add(peer);
                }
            }
        }
        return seen.size() == size();
    }

    /** True if the two are linked at the start. */
    public boolean areLinked(int a, int b) {
        return neighbours.get(a).contains(b);
    }

    /** Everybody's neighbours, ascending. */
    public int[][] neighbours() {
        return neighbours.stream()
                .map(peers -> peers.stream().mapToInt(peer -> peer).toArray())
                .toArray(int[][]::new);
    }
}
