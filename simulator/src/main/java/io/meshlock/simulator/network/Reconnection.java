package io.meshlock.simulator.network;

import org.apache.commons.rng.UniformRandomProvider;

/** Makes a mesh that fell into parts whole again. */
public final class Reconnection {

    private Reconnection() {}

    /** Forms one random link from each part to those already joined, so that the mesh is connected; returns how many. */
    public static int reconnect(LinkChanges changes, UniformRandomProvider random) {
        Network network = changes.network();
        Reachability reachability = new Reachability(network);
        int[] joined = new int[network.nodes()];
        boolean[] seen = new boolean[network.nodes()];
        int end = reachability.collect(0, joined, 0, seen);
        int formed = 0;
        for (int node = 1; node < network.nodes(); node++) {
            if (!seen[node]) {
                int start = end;
                end = reachability.collect(node, joined, start, seen);
                int member = joined[start + random.nextInt(end - start)];
                changes.form(member, joined[random.nextInt(start)]);
                formed++;
            }
        }
        return formed;
    }
}
