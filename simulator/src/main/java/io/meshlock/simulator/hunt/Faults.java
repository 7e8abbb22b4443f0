package io.meshlock.simulator.hunt;

import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.mesh.IndexSet;
import org.jspecify.annotations.Nullable;

/** Network faults of a schedule: links that die and form, partitions. */
final class Faults {

    private static final int TRIES = 8;

    private final HuntMesh mesh;
    private final Dice dice;
    private final Tally tally;
    private final boolean lossy;
    private final int usualLinks;

    /** The side of every node while the mesh is partitioned. */
    private boolean @Nullable [] side;

    Faults(HuntMesh mesh, Dice dice, Tally tally, boolean lossy) {
        this.mesh = mesh;
        this.dice = dice;
        this.tally = tally;
        this.lossy = lossy;
        this.usualLinks = mesh.links.pairs().size();
    }

    /** A link dies or forms; in the long run there are about as many as in the beginning. */
    void changeLink() {
        int links = mesh.links.pairs().size();
        if (links > 0 && dice.below(links + usualLinks) < links) {
            cut(dice.pick(mesh.links.pairs()));
        } else {
            formSome();
        }
    }

    private void formSome() {
        for (int tries = 0; tries < TRIES; tries++) {
            int a = dice.below(mesh.nodes());
            int b = dice.below(mesh.nodes());
            if (mesh.links.canForm(a, b) && !isApart(a, b) && !mesh.isOff(a) && !mesh.isOff(b)) {
                mesh.form(a, b);
                return;
            }
        }
    }

    private boolean isApart(int a, int b) {
        return side != null && side[a] != side[b];
    }

    private void cut(int pair) {
        int a = pair / mesh.nodes();
        int b = pair % mesh.nodes();
        if (!lossy) {
            if (mesh.drain(a, b)) {
                mesh.cut(a, b);
            }
        } else if (dice.oneIn(2)) {
            mesh.die(a, b, dice.between(0, mesh.links.inFlight(mesh.links.way(a, b))));
        } else {
            mesh.die(b, a, dice.between(0, mesh.links.inFlight(mesh.links.way(b, a))));
        }
    }

    /** Cuts all links of a node that leaves; false if one of them stays busy. */
    boolean cutOff(int node) {
        for (int peer = 0; peer < mesh.nodes(); peer++) {
            if (!mesh.links.areLinked(node, peer)) {
                continue;
            }
            if (lossy) {
                mesh.die(node, peer, dice.between(0, mesh.links.inFlight(mesh.links.way(node, peer))));
            } else if (mesh.drain(node, peer)) {
                mesh.cut(node, peer);
            } else {
                return false;
            }
        }
        return mesh.departures.mayGo(node);
    }

    /** An end of a dead link learns of it. */
    void notice() {
        IndexSet unnoticed = mesh.links.unnoticed();
        if (!unnoticed.isEmpty()) {
            int way = dice.pick(unnoticed);
            mesh.notice(way / mesh.nodes(), way % mesh.nodes());
        }
    }

    /** Partitions the mesh along a random frontier or, if it is partitioned, heals it. */
    void partitionOrHeal() {
        if (side != null) {
            side = null;
            for (int links = 1 + dice.below(3); links > 0; links--) {
                formSome();
            }
            return;
        }
        if (mesh.nodes() < 2) {
            return;
        }
        tally.count(Event.PARTITIONS);
        boolean[] here = draw();
        side = here;
        for (int pair : mesh.links.pairs().sorted()) {
            // Cutting one link may deliver messages on others, but never changes which links are up.
            if (here[pair / mesh.nodes()] != here[pair % mesh.nodes()]) {
                cut(pair);
            }
        }
    }

    /** A connected part of the mesh, mostly. */
    private boolean[] draw() {
        int nodes = mesh.nodes();
        boolean[] here = new boolean[nodes];
        here[dice.below(nodes)] = true;
        IndexSet pairs = mesh.links.pairs();
        int tries = 4 * dice.below(nodes);
        for (int inside = 1; tries > 0 && !pairs.isEmpty() && inside < nodes - 1; tries--) {
            int pair = dice.pick(pairs);
            int a = pair / nodes;
            int b = pair % nodes;
            if (here[a] != here[b]) {
                here[a] = true;
                here[b] = true;
                inside++;
            }
        }
        return here;
    }

    /** All ends notice their dead links, and the mesh becomes connected. */
    void end() {
        side = null;
        while (!mesh.links.unnoticed().isEmpty()) {
            notice();
        }
        boolean[] reached = mesh.links.reachable(0);
        for (int node = 1; node < mesh.nodes(); node++) {
            if (!reached[node]) {
                mesh.form(reachedNode(reached), node);
                reached = mesh.links.reachable(0);
            }
        }
    }

    private int reachedNode(boolean[] reached) {
        int node = dice.below(mesh.nodes());
        while (!reached[node]) {
            node = dice.below(mesh.nodes());
        }
        return node;
    }
}
