package io.meshlock.simulator;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Incarnation;
import java.util.Arrays;

/** What nodes keep where no crash reaches it. */
final class Disks {

    private final DurableState[] kept;
    /** How often nodes without recovery have lost their memory, as far as others may have heard. */
    private final int[] incarnations;

    private long lastDisk;

    /** @param used false: nobody keeps anything but its incarnation, and nothing is wasted on it */
    Disks(InitialTokens founding, int nodes, boolean used) {
        kept = new DurableState[used ? nodes : 0];
        incarnations = new int[nodes];
        if (used) {
            DurableState first = founding.durable();
            Arrays.fill(kept, first);
            lastDisk = Incarnation.disk(first.incarnation());
        }
    }

    void keep(int node, DurableState durable) {
        kept[node] = durable;
    }

    /** The node's next incarnation is to be larger than this. */
    void remember(int node, int incarnation) {
        incarnations[node] = Math.max(incarnations[node], incarnation);
    }

    /** A node lost its memory; returns its new incarnation. */
    int nextIncarnation(int node) {
        return ++incarnations[node];
    }

    /** A node starts again; returns what it finds. */
    DurableState restart(int node, boolean lost) {
        kept[node] = lost ? DurableState.fresh(Incarnation.first(++lastDisk)) : kept[node].restarted();
        return kept[node];
    }
}
