package io.meshlock.simulator.explore;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Slots;
import io.meshlock.simulator.explore.Exploration.PlannedRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the search needs to know of a node's state without unpacking it. */
final class NodeStateView {

    final int asked;
    final int waiting;
    final int inside;
    final int held;
    final long slots;
    final boolean slotTwice;
    final int tokens;
    final int timers;
    final boolean leaving;
    final boolean mayLeave;
    final boolean off;
    final long lastDecided;
    final PoolSize size;
    final PoolSize decidedBy;
    final @Nullable Key[] keys;

    NodeStateView(Witness witness, List<PlannedRequest> wishes) {
        int askedSoFar = 0;
        int waitingSet = 0;
        int insideSet = 0;
        int permits = 0;
        long taken = 0;
        boolean twice = false;
        for (int i = 0; i < witness.status.length; i++) {
            byte status = witness.status[i];
            askedSoFar += status == Witness.NOT_ASKED ? 0 : 1;
            waitingSet |= status == Witness.WAITING ? 1 << i : 0;
            if (status == Witness.INSIDE) {
                insideSet |= 1 << i;
                permits += wishes.get(i).permits();
                long mine = bits(witness.slots[i]);
                twice |= (taken & mine) != 0;
                taken |= mine;
            }
        }
        asked = askedSoFar;
        waiting = waitingSet;
        inside = insideSet;
        held = permits;
        slots = taken;
        slotTwice = twice;
        tokens = witness.tokens;
        timers = witness.timers;
        leaving = witness.leaving;
        mayLeave = witness.mayLeave;
        off = witness.off;
        lastDecided = witness.lastDecided;
        size = witness.size;
        decidedBy = witness.decidedBy;
        keys = witness.keys.clone();
    }

    private static long bits(@Nullable Slots slots) {
        long bits = 0;
        for (int i = 0; slots != null && i < slots.count(); i++) {
            bits |= 1L << slots.at(i);
        }
        return bits;
    }
}
