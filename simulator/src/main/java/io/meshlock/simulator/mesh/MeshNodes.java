package io.meshlock.simulator.mesh;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Protocol;
import io.meshlock.simulator.InitialTokens;

/**
 * The nodes of a mesh: their protocols, which of them cannot be reached, and the incarnation that survives a reboot.
 */
public final class MeshNodes {

    private final Algorithm algorithm;
    private final InitialTokens initialTokens;
    private final Protocol[] protocols;
    private final boolean[] off;
    private final int[] incarnations;

    public MeshNodes(int nodes, Algorithm algorithm, InitialTokens initialTokens) {
        this.algorithm = algorithm;
        this.initialTokens = initialTokens;
        protocols = new Protocol[nodes];
        off = new boolean[nodes];
        incarnations = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            protocols[node] = algorithm.create(initialTokens.setup(node));
        }
    }

    public int count() {
        return protocols.length;
    }

    public Protocol protocol(int node) {
        return protocols[node];
    }

    /** True if the node can neither send nor receive. */
    public boolean isOff(int node) {
        return off[node];
    }

    public void switchOff(int node) {
        off[node] = true;
    }

    public void switchOn(int node) {
        off[node] = false;
    }

    /** The node wants to know this number after a reboot; see {@link io.meshlock.protocol.Effects#remember}. */
    public void remember(int node, int incarnation) {
        incarnations[node] = Math.max(incarnations[node], incarnation);
    }

    /** The node forgets everything but its incarnation, and starts the next one. */
    public void reboot(int node) {
        protocols[node] = algorithm.create(initialTokens.setup(node).withIncarnation(++incarnations[node]));
    }
}
