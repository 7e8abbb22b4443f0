package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.WireSize;

/**
 * An outstanding grant.
 *
 * @param number the fencing token
 * @param key the request that was granted
 * @param incarnation the requester's incarnation; no other one takes the grant or answers for it
 * @param slots the slots that it holds
 * @param doubtful a link died while the GRANT was on it: the requester must be asked whether it arrived
 */
public record LedgerEntry(long number, Key key, long incarnation, Slots slots, boolean doubtful) {

    LedgerEntry inDoubt() {
        return new LedgerEntry(number, key, incarnation, slots, true);
    }

    /** The same grant with these slots only. */
    LedgerEntry reduced(Slots kept) {
        return new LedgerEntry(number, key.reduced(kept.count()), incarnation, kept, doubtful);
    }

    int bytes() {
        return 2
                + WireSize.number(number)
                + WireSize.key(key)
                + (incarnation == 0 ? 0 : WireSize.number(incarnation))
                + WireSize.slots(slots)
                + (doubtful ? 2 : 0);
    }

    @Override
    public String toString() {
        return number + ":" + key + slots + (doubtful ? "?" : "");
    }
}
