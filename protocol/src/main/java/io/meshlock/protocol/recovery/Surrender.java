package io.meshlock.protocol.recovery;

import java.util.List;

/**
 * A token that can grant no more: only what it knows is of use.
 *
 * @param epoch its epoch
 * @param ledger the grants outstanding, and for how long yet
 * @param reserved the slots that are kept because somebody out of reach may hold them
 */
public record Surrender(Epoch epoch, List<Holding> ledger, List<Reserved> reserved) {

    public Surrender {
        ledger = List.copyOf(ledger);
        reserved = List.copyOf(reserved);
    }

    /** One slot that is kept for a while yet. */
    public record Reserved(int slot, long remaining) {}
}
