package io.meshlock;

import java.util.List;

/**
 * The mesh as one node knows it. Immutable. News travels from neighbour to neighbour, so it may be a moment old, and what
 * is out of reach is remembered for a minute as it was last heard of.
 *
 * @param revision rises whenever something changed: two maps of one node with the same revision are equal
 * @param nodes all nodes that are known, by number; this one has no hops
 * @param links the links that both ends have told of, in order
 */
public record MeshMap(long revision, List<Node> nodes, List<Link> links) {

    public MeshMap {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
    }

    /**
     * One node.
     *
     * @param number its number
     * @param name its name
     * @param hops over how many links it is reached; -1 if no way leads to it
     * @param pools how its pools do: those in which it holds or waits for something, or has the token, at most 32 by name
     */
    public record Node(int number, String name, int hops, List<PoolReport> pools) {

        public Node {
            pools = List.copyOf(pools);
        }

        public boolean isReachable() {
            return hops >= 0;
        }
    }

    /**
     * How one pool does at one node.
     *
     * @param name the pool's name
     * @param held permits that the node's clients hold
     * @param waiting requests of the node's clients that wait
     * @param tokens the pool's tokens that are at the node
     */
    public record PoolReport(String name, int held, int waiting, int tokens) {}

    /**
     * One link.
     *
     * @param from the end with the smaller number
     * @param to the other
     */
    public record Link(int from, int to) {}
}
