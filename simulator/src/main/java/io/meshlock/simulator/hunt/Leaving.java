package io.meshlock.simulator.hunt;

import java.util.function.IntSupplier;

/**
 * Two nodes of a healed mesh leave at the same time, one of them right after a request. They must be told that they may
 * leave, and the others must be served without them until they are back.
 */
final class Leaving {

    private final HuntMesh mesh;
    private final boolean linked;
    private final FinalRequests.Means means;

    Leaving(HuntSettings settings, HuntMesh mesh, FinalRequests.Means means) {
        this.mesh = mesh;
        this.linked = !settings.toAnybody();
        this.means = means;
    }

    /** @param anybody draws a node; the first that is neither of the two wants the whole pool while they are away */
    void run(int first, int second, IntSupplier anybody) {
        if (linked) {
            // A node may leave only if it has a neighbour that stays.
            int stays = other(first, second, anybody);
            means.form(first, stays);
            means.form(second, stays);
        }
        means.ask(first, 1);
        means.leave(first);
        means.leave(second);
        means.serveAll();
        mesh.departures.checkMayGo(first);
        mesh.departures.checkMayGo(second);
        switchOff(first);
        switchOff(second);
        int third = other(first, second, anybody);
        if (linked) {
            join(third, first, second);
        }
        means.ask(third, mesh.permits(third));
        means.serveAll();
        means.comeBack(first);
        means.comeBack(second);
        if (linked) {
            means.form(first, third);
            means.form(second, third);
        }
        means.serveAll();
    }

    private static int other(int first, int second, IntSupplier anybody) {
        int node = anybody.getAsInt();
        while (node == first || node == second) {
            node = anybody.getAsInt();
        }
        return node;
    }

    private void switchOff(int node) {
        for (int peer = 0; linked && peer < mesh.nodes(); peer++) {
            if (mesh.links.areLinked(node, peer)) {
                means.cut(node, peer);
            }
        }
        means.switchOff(node);
    }

    /** Adds links until the nodes that stay are connected. */
    private void join(int from, int first, int second) {
        for (int node = 0; node < mesh.nodes(); node++) {
            if (node != first && node != second && !mesh.links.reachable(from)[node]) {
                means.form(from, node);
            }
        }
    }
}
