package io.meshlock.simulator.narrative;

import io.meshlock.protocol.registry.Algorithms;

/**
 * The schedules that show the flaws of the printed algorithm, numbered as in the package documentation. They consist
 * only of requests, link changes and deliveries, so that they can be run with any algorithm.
 */
final class Flaws {

    /** Far more deliveries than a mesh of five needs to fall silent. */
    static final int CAP = 5_000;

    private Flaws() {}

    static NarrativeMesh mesh(String algorithm, int k, Topology topology) {
        return new NarrativeMesh(Algorithms.named(algorithm), topology, MeshSettings.permits(k));
    }

    /** Own request lost: c waits for permits with the token in hand when a less urgent request comes by. */
    static NarrativeMesh scenario1(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 2, Topology.line("a", "b", "c"));
        mesh.request("b", 1, 5);
        mesh.request("c", 2, 5);
        mesh.deliver("c", "b"); // b knows of c before the token comes, and so passes it on as it enters
        mesh.deliverAll(CAP);
        mesh.request("a", 1, 0);
        mesh.deliverAll(CAP);
        return mesh;
    }

    /** Token blocked: a holder is inside while a second permit is free and wanted. */
    static NarrativeMesh scenario2(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 2, Topology.line("a", "b"));
        mesh.request("a", 1, 0);
        mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        return mesh;
    }

    /** Resent in vain: c, waiting with the token, is overtaken by an UPDATE and asks upstream for itself. */
    static NarrativeMesh scenario3(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 2, Topology.line("a", "b", "c", "d", "e"));
        mesh.request("b", 1, 9);
        mesh.request("c", 2, 5);
        mesh.request("d", 2, 1);
        mesh.deliver("c", "b");
        mesh.deliver("d", "c");
        mesh.deliverAll(CAP); // b is inside, c waits for b's permit, d's request is in c's queue
        mesh.request("e", 1, 9);
        mesh.deliverAll(CAP);
        return mesh;
    }

    /** Better own request untold: b has asked for c with priority 1, then wants to enter itself with priority 9. */
    static NarrativeMesh scenario4(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, Topology.links("a-b", "a-x", "b-c"));
        mesh.request("a", 1, 0);
        mesh.request("c", 1, 1);
        mesh.deliverAll(CAP);
        mesh.request("x", 1, 5);
        mesh.request("b", 1, 9);
        mesh.deliverAll(CAP);
        return mesh;
    }

    /** Clobbered next: b has c's request registered at x, releases through a, and then x turns its back. */
    static NarrativeMesh scenario5(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 2, Topology.line("a", "x", "b", "c"));
        String inB = mesh.request("b", 1, 0);
        String inC = mesh.request("c", 1, 0);
        mesh.deliver("c", "b");
        mesh.deliverAll(CAP); // both are inside
        mesh.release(inC);
        mesh.deliverAll(CAP);
        mesh.request("a", 1, 0);
        mesh.deliverAll(CAP); // a and b are inside, the token is at a
        mesh.request("c", 2, 0);
        mesh.deliverAll(CAP); // registered from c to b to x to a
        mesh.link("a", "b");
        mesh.deliverAll(CAP);
        mesh.release(inB);
        mesh.deliverAll(CAP);
        mesh.cut("a", "x", false);
        mesh.deliverAll(CAP);
        return mesh;
    }

    /** Empty N: b's only link fails while the link to a is still forming. The mesh is never partitioned. */
    static NarrativeMesh scenario6(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, Topology.line("a", "c", "b"));
        mesh.request("b", 1, 0);
        mesh.link("a", "b");
        mesh.cut("c", "b", false);
        mesh.deliverAll(CAP);
        return mesh;
    }

    /** Aging: a and b wait for the permit that c gives back. */
    static NarrativeMesh scenario7(String algorithm, MeshSettings settings) {
        NarrativeMesh mesh = new NarrativeMesh(Algorithms.named(algorithm), Topology.line("c", "a", "b"), settings);
        String inC = mesh.request("c", 1, 0);
        mesh.request("a", 1, 0);
        mesh.deliverAll(CAP);
        mesh.request("b", 1, 1);
        mesh.deliver("b", "a");
        mesh.release(inC);
        mesh.deliverAll(CAP);
        return mesh;
    }

    /** Reversal storm: b and c are cut off from the token, and c asks for it. */
    static NarrativeMesh scenario8(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, Topology.line("a", "b", "c"));
        mesh.cut("a", "b", false);
        mesh.request("c", 1, 0);
        mesh.deliverAll(CAP);
        return mesh;
    }

    /** UPDATE stops early: c's request becomes more urgent, and b, whose only request it is, tells nobody. */
    static NarrativeMesh scenario9(String algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, Topology.links("a-b", "a-x", "b-c", "c-d"));
        mesh.request("a", 1, 0);
        mesh.request("c", 1, 1);
        mesh.request("x", 1, 5);
        mesh.deliverAll(CAP);
        mesh.request("d", 1, 9);
        mesh.deliverAll(CAP);
        return mesh;
    }
}
