package io.meshlock.link.wire;

import io.meshlock.protocol.Slots;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * The slots of a ledger that is being checked. Grants with exactly the same slots are a line: they get them one after
 * the other. Any other overlap would be a slot that is granted twice.
 */
final class TakenSlots {

    private final BitSet taken = new BitSet();
    private final Set<Slots> lines = new HashSet<>();

    /** A grant has these slots, or gets them from the grants before it. */
    void grant(Slots slots) throws MalformedFrameException {
        if (lines.add(slots)) {
            keepBack(slots);
        }
    }

    /** These slots are nobody else's. */
    void keepBack(Slots slots) throws MalformedFrameException {
        if (slots.meets(taken)) {
            throw new MalformedFrameException("one of the slots " + slots + " is granted or kept back twice");
        }
        slots.mark(taken, true);
    }
}
