package io.meshlock;

import java.time.Instant;
import java.util.List;

/**
 * The mesh as one node knows it: nodes, links, and what they report of their pools. Immutable. Adverts travel from
 * neighbour to neighbour, so a map may be slightly out of date. Nodes out of reach stay on the map for a minute, as
 * last reported.
 *
 * <pre>{@code
 * for (MeshMap.Node node : mesh.map().nodes()) {
 *     System.out.println(node.name() + (node.isReachable() ? ", " + node.hops() + " links away" : ", out of reach"));
 * }
 * }</pre>
 *
 * @param revision rises with every change: two maps of one node with the same revision are equal
 * @param nodes all known nodes, by number; this node has 0 hops
 * @param links the links that both ends have reported, in order
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
     * @param hops how many links away it is; -1 if it cannot be reached
     * @param pools reports of the pools in which it holds or waits for permits or has a token; at most 32, by name
     */
    public record Node(int number, String name, int hops, List<PoolReport> pools) {

        public Node {
            pools = List.copyOf(pools);
        }

        /** True if a route to the node is known. */
        public boolean isReachable() {
            return hops >= 0;
        }
    }

    /**
     * The state of one pool at one node.
     *
     * @param name the pool's name
     * @param held permits that the node's clients hold
     * @param waiting how many requests of the node's clients wait
     * @param tokens how many of the pool's tokens are at the node
     * @param claims who holds and who waits, of those clients that {@linkplain Request#client(String) have a name}; at
     *     most 64 of a node
     */
    public record PoolReport(String name, int held, int waiting, int tokens, List<Claim> claims) {

        public PoolReport {
            claims = List.copyOf(claims);
        }

        /** A report without names. */
        public PoolReport(String name, int held, int waiting, int tokens) {
            this(name, held, waiting, tokens, List.of());
        }
    }

    /**
     * A client that holds permits, or waits for some.
     *
     * @param client what it calls itself
     * @param permits how many
     * @param waits true if it waits, false if it holds them
     * @param since since when, by the wall clock of its node
     */
    public record Claim(String client, int permits, boolean waits, Instant since) {}

    /**
     * One link.
     *
     * @param from the end with the smaller number
     * @param to the other end
     */
    public record Link(int from, int to) {}
}
