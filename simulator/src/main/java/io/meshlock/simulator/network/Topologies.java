package io.meshlock.simulator.network;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;

/** Makes the network that a world starts with. Every graph made here is connected. */
public final class Topologies {

    private Topologies() {}

    /**
     * A graph of that shape over {@code nodes} nodes.
     *
     * @param random drawn from only by the random shapes
     * @throws IllegalArgumentException if there is no connected graph of that shape
     */
    public static Graph create(Topology topology, int nodes, UniformRandomProvider random) {
        if (nodes < 1) {
            throw new IllegalArgumentException("a network needs at least 1 node, not " + nodes);
        }
        if (topology instanceof Topology.Random shape) {
            return RandomGraphs.connected(nodes, shape.density(), random);
        } else if (topology instanceof Topology.Geometric shape) {
            return GeometricGraphs.connected(nodes, shape.range(), random);
        } else if (topology instanceof Topology.Line) {
            return below(nodes, node -> node - 1);
        } else if (topology instanceof Topology.Ring) {
            return ring(nodes);
        } else if (topology instanceof Topology.Grid) {
            return grid(nodes);
        } else if (topology instanceof Topology.Star) {
            return below(nodes, node -> 0);
        } else if (topology instanceof Topology.Full) {
            return RandomGraphs.full(nodes);
        } else if (topology instanceof Topology.Tree tree) {
            return tree(nodes, tree.children());
        } else if (topology instanceof Topology.Listed listed) {
            return listed(nodes, listed.links());
        }
        throw new IllegalArgumentException("unknown topology " + topology);
    }

    private static Graph tree(int nodes, int children) {
        if (children < 1) {
            throw new IllegalArgumentException("a tree needs at least 1 child per node, not " + children);
        }
        return below(nodes, node -> (node - 1) / children);
    }

    /** The tree in which every node but 0 is linked to a parent of lower number. */
    private static Graph below(int nodes, IntUnaryOperator parent) {
        LongArrayList links = new LongArrayList(nodes);
        for (int node = 1; node < nodes; node++) {
            links.add(Graph.pack(parent.applyAsInt(node), node));
        }
        return sorted(nodes, links);
    }

    private static Graph ring(int nodes) {
        LongArrayList links = new LongArrayList(nodes);
        for (int node = 1; node < nodes; node++) {
            links.add(Graph.pack(node - 1, node));
        }
        if (nodes > 2) {
            links.add(Graph.pack(0, nodes - 1));
        }
        return sorted(nodes, links);
    }

    /** Rows of ⌈√n⌉ nodes, the last one perhaps shorter. */
    private static Graph grid(int nodes) {
        int columns = (int) Math.ceil(Math.sqrt(nodes));
        LongArrayList links = new LongArrayList(2 * nodes);
        for (int node = 0; node < nodes; node++) {
            if (node % columns != 0) {
                links.add(Graph.pack(node - 1, node));
            }
            if (node >= columns) {
                links.add(Graph.pack(node - columns, node));
            }
        }
        return sorted(nodes, links);
    }

    private static Graph listed(int nodes, List<Topology.Link> listed) {
        long[] links = new long[listed.size()];
        for (int i = 0; i < links.length; i++) {
            Topology.Link link = listed.get(i);
            int low = Math.min(link.a(), link.b());
            int high = Math.max(link.a(), link.b());
            if (low < 0 || high >= nodes || low == high) {
                throw new IllegalArgumentException(
                        "link " + link.a() + "-" + link.b() + " does not join two of the nodes 0 to " + (nodes - 1));
            }
            links[i] = Graph.pack(low, high);
        }
        Arrays.sort(links);
        for (int i = 1; i < links.length; i++) {
            if (links[i] == links[i - 1]) {
                throw new IllegalArgumentException(
                        "link " + (links[i] >>> Integer.SIZE) + "-" + (int) links[i] + " is listed twice");
            }
        }
        Graph graph = Graph.ofSorted(nodes, links, links.length);
        if (!graph.isConnected()) {
            throw new IllegalArgumentException(
                    "the listed links do not connect node " + graph.firstUnreachable() + " with node 0");
        }
        return graph;
    }

    private static Graph sorted(int nodes, LongArrayList links) {
        long[] packed = links.toLongArray();
        Arrays.sort(packed);
        return Graph.ofSorted(nodes, packed, packed.length);
    }
}
