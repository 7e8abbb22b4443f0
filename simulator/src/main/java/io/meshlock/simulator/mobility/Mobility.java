package io.meshlock.simulator.mobility;

/** How nodes move. Immutable: walkers hold the state. */
public interface Mobility {

    /**
     * The path of a node, from its beginning. The same node and seed give the same path, as often as asked.
     *
     * @param seed of the concern; every node derives a stream of its own from it
     */
    Walker walker(int node, long seed);

    /** The paths of the nodes 0 to {@code nodes - 1}. */
    default Walker[] walkers(int nodes, long seed) {
        Walker[] walkers = new Walker[nodes];
        for (int node = 0; node < nodes; node++) {
            walkers[node] = walker(node, seed);
        }
        return walkers;
    }
}
