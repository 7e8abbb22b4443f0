package io.meshlock.simulator.hunt;

import io.meshlock.simulator.hunt.Tally.Event;
import org.jspecify.annotations.Nullable;

/** What happens to the network of a schedule. */
final class Faults {

    private static final int TRIES = 8;

    private final HuntMesh mesh;
    private final Dice dice;
    private final Tally tally;
    private final boolean lossy;
    private final int usualLinks;

    /** Which side every node is on while the mesh is apart. */
    private boolean @Nullable [] side;

    Faults(HuntMesh mesh, Dice dice, Tally tally, boolean lossy) {
        this.mesh = mesh;
        this.dice = dice;
        this.tally = tally;
        this.lossy = lossy;
        this.usualLinks = mesh.channels.pairs.size();
    }

    /** A link dies or forms; in the long run there are about as many as in the beginning. */
    void changeLink() {
        int links = mesh.channels.pairs.size();
        if (links > 0 && dice.below(links + usualLinks) < links) {
            cut(mesh.channels.pairs.pick(dice));
        } else {
            formSome();
        }
    }

    private void formSome() {
        for (int tries = 0; tries < TRIES; tries++) {
            int a = dice.below(mesh.nodes());
            int b = dice.below(mesh.nodes());
            if (mesh.channels.canForm(a, b) && !isApart(a, b) && !mesh.hosts.isOff(a) && !mesh.hosts.isOff(b)) {
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
            mesh.die(a, b, dice.between(0, mesh.channels.inFlight(mesh.channels.way(a, b))));
        } else {
            mesh.die(b, a, dice.between(0, mesh.channels.inFlight(mesh.channels.way(b, a))));
        }
    }

    /** A node goes away, and all its links with it; false if one of them stays busy. */
    boolean cutOff(int node) {
        for (int peer = 0; peer < mesh.nodes(); peer++) {
            if (!mesh.channels.areLinked(node, peer)) {
                continue;
            }
            if (lossy) {
                mesh.die(node, peer, dice.between(0, mesh.channels.inFlight(mesh.channels.way(node, peer))));
            } else if (mesh.drain(node, peer)) {
                mesh.cut(node, peer);
            } else {
                return false;
            }
        }
        return mesh.hosts.mayGo(node);
    }

    /** An end of a dead link learns of it. */
    void notice() {
        IndexSet unnoticed = mesh.channels.unnoticed;
        if (!unnoticed.isEmpty()) {
            int way = unnoticed.pick(dice);
            mesh.notice(way / mesh.nodes(), way % mesh.nodes());
        }
    }

    /** The mesh falls apart along a random frontier or, if it is apart, meets again. */
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
        for (int pair : mesh.channels.pairs.sorted()) {
            // Cutting one link lets others work off what is on them, but never changes which are up.
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
        IndexSet pairs = mesh.channels.pairs;
        int tries = 4 * dice.below(nodes);
        for (int inside = 1; tries > 0 && !pairs.isEmpty() && inside < nodes - 1; tries--) {
            int pair = pairs.pick(dice);
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

    /** Everybody notices what is dead, and the mesh becomes whole. */
    void end() {
        side = null;
        while (!mesh.channels.unnoticed.isEmpty()) {
            notice();
        }
        boolean[] reached = mesh.channels.reachable(0);
        for (int node = 1; node < mesh.nodes(); node++) {
            if (!reached[node]) {
                mesh.form(reachedNode(reached), node);
                reached = mesh.channels.reachable(0);
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
