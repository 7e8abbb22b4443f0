package io.meshlock.simulator.network;

import org.apache.commons.rng.UniformRandomProvider;

/** Connects the parts of a mesh. */
public final class Reconnection {

    private Reconnection() {}

    /**
     * Forms one random link from each part to those already joined, so that the mesh is connected; returns how many.
     *
     * @param split knows the nodes that are out of the mesh; they stay out
     */
    public static int reconnect(LinkChanges changes, Split split, UniformRandomProvider random) {
        Network network = changes.network();
        Reachability reachability = new Reachability(network);
        int[] joined = new int[network.nodes()];
        boolean[] seen = new boolean[network.nodes()];
        int end = 0;
        int formed = 0;
        for (int node = 0; node < network.nodes(); node++) {
            if (!seen[node] && !split.isOut(node)) {
                int start = end;
                end = reachability.collect(node, joined, start, seen);
                if (start == 0) {
                    continue;
                }
                int member = joined[start + random.nextInt(end - start)];
                changes.form(member, joined[random.nextInt(start)]);
                formed++;
            }
        }
        return formed;
    }
}
