package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
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
     * A slot that is kept back, and for how long; slot {@link #UNHEARD_OF} stands for all slots beyond the size that
     * the token's maker knew.
     */
    public record Reserved(int slot, long remaining) {

        /** Stands for permits that an operator may have added without the knowledge of the token's maker. */
        public static final int UNHEARD_OF = 0;
    }
}
