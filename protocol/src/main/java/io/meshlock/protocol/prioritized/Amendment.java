package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Slots;
import io.meshlock.protocol.WireSize;

/**
 * A change of an outstanding grant, on its way from the holder to the anchor. It may arrive twice, or after the grant's
 * release: what the ledger does not have is not changed.
 *
 * @param number the grant's fencing token
 * @param back slots that it gives back
 * @param keep for how long, from its arrival, the ledger keeps the grant at least; 0 for no longer than its lease
 */
public record Amendment(long number, Slots back, long keep) {

    /** This one and a later one of the same grant. */
    Amendment and(Amendment later) {
        return new Amendment(number, back.with(later.back), Math.max(keep, later.keep));
    }

    int bytes() {
        return 2 + WireSize.number(number) + WireSize.slots(back) + (keep == 0 ? 0 : WireSize.number(keep));
    }

    @Override
    public String toString() {
        return number + (back.count() == 0 ? "" : " less " + back) + (keep == 0 ? "" : " kept for " + keep);
    }
}
