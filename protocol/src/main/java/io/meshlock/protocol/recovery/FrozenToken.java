package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.List;

/**
 * What a node reports of a token that it has promised away. The token grants no more; its ledger is data for the new
 * token.
 *
 * @param epoch its epoch
 * @param ledger the outstanding grants and their remaining leases
 * @param reserved the slots kept back because a member out of reach may hold them
 */
public record FrozenToken(Epoch epoch, List<LeasedGrant> ledger, List<Reserved> reserved) {

    public FrozenToken {
        ledger = List.copyOf(ledger);
        reserved = List.copyOf(reserved);
    }

    /**
     * Slots that are kept back, and for how long. Without any slot it stands for those beyond the size that the token's
     * maker knew: an operator may have added permits.
     */
    public record Reserved(Slots slots, long remaining) {

        /** True if it stands for permits that an operator may have added without the knowledge of the token's maker. */
        public boolean isUnheardOf() {
            return slots.isEmpty();
        }
    }
}
