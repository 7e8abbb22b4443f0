package io.meshlock.simulator.network;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.apache.commons.rng.UniformRandomProvider;

/** Splits of the mesh in two along a random frontier, nodes that drop out, and the healing of both. */
public final class Partitions {

    private final LinkChanges changes;
    private final Network network;
    private final Split split;
    private final UniformRandomProvider random;
    /** The links that were cut, and that come up again when their ends are no longer apart. */
    private final LongArrayList severed = new LongArrayList();

    public Partitions(LinkChanges changes, Split split, UniformRandomProvider random) {
        this.changes = changes;
        this.network = changes.network();
        this.split = split;
        this.random = random;
    }

    /** True if there is a link between the two. */
    public boolean isLinked(int a, int b) {
        return network.isUp(a, b);
    }

    /** Splits the mesh: cuts every link between a random connected region and the rest. */
    public void begin() {
        if (network.nodes() < 2 || split.isActive()) {
            return;
        }
        begin(randomRegion(1 + random.nextInt(network.nodes() - 1)));
    }

    /** Splits the mesh between some nodes and the others. */
    public void begin(boolean[] side) {
        if (split.isActive()) {
            return;
        }
        split.begin(side);
        int before = severed.size();
        for (int node = 0; node < network.nodes(); node++) {
            for (int i = 0; i < network.degree(node); i++) {
                int peer = network.peer(node, i);
                if (node < peer && side[node] != side[peer]) {
                    severed.add(Graph.pack(node, peer));
                }
            }
        }
        for (int i = before; i < severed.size(); i++) {
            changes.cut(low(i), high(i));
        }
    }

    /** Heals the split, if there is one: forms the links again that it cut. */
    public void heal() {
        split.end();
        join();
    }

    /** Cuts all links of a node that has been taken out of the mesh. */
    public void cutOff(int node) {
        while (network.degree(node) > 0) {
            int peer = network.peer(node, 0);
            severed.add(Graph.pack(Math.min(node, peer), Math.max(node, peer)));
            changes.cut(node, peer);
        }
    }

    /** Two nodes came within reach of each other. If they are apart, their link waits until they are no longer. */
    public void form(int a, int b) {
        if (split.apart(a, b)) {
            severed.add(Graph.pack(Math.min(a, b), Math.max(a, b)));
        } else if (!network.isUp(a, b)) {
            changes.form(a, b);
        }
    }

    /** Two nodes went out of each other's reach: their link goes down, or no longer waits. */
    public void cut(int a, int b) {
        if (network.isUp(a, b)) {
            changes.cut(a, b);
        } else {
            severed.rem(Graph.pack(Math.min(a, b), Math.max(a, b)));
        }
    }

    /** Forms those links again whose ends are no longer apart. */
    public void join() {
        int kept = 0;
        for (int i = 0; i < severed.size(); i++) {
            if (split.apart(low(i), high(i))) {
                severed.set(kept++, severed.getLong(i));
            } else if (!network.isUp(low(i), high(i))) {
                changes.form(low(i), high(i));
            }
        }
        severed.size(kept);
    }

    /** Grows from a random node by random neighbours; smaller than asked for if the mesh is not connected. */
    private boolean[] randomRegion(int size) {
        boolean[] region = new boolean[network.nodes()];
        boolean[] seen = new boolean[network.nodes()];
        int[] frontier = new int[network.nodes()];
        int frontierSize = 1;
        frontier[0] = random.nextInt(network.nodes());
        seen[frontier[0]] = true;
        for (int grown = 0; grown < size && frontierSize > 0; grown++) {
            int pick = random.nextInt(frontierSize);
            int node = frontier[pick];
            frontier[pick] = frontier[--frontierSize];
            region[node] = true;
            for (int i = 0; i < network.degree(node); i++) {
                int peer = network.peer(node, i);
                if (!seen[peer]) {
                    seen[peer] = true;
                    frontier[frontierSize++] = peer;
                }
            }
        }
        return region;
    }

    private int low(int index) {
        return (int) (severed.getLong(index) >>> Integer.SIZE);
    }

    private int high(int index) {
        return (int) severed.getLong(index);
    }
}
