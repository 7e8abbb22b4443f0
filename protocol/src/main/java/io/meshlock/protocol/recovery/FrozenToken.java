package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.List;

/**
 * A token that can grant no more: only what it knows is of use.
 *
 * @param epoch its epoch
 * @param ledger the grants outstanding, and for how long yet
 * @param reserved the slots that are kept because somebody out of reach may hold them
 */
public record FrozenToken(Epoch epoch, List<LeasedGrant> ledger, List<Reserved> reserved) {

    public FrozenToken {
        ledger = List.copyOf(ledger);
        reserved = List.copyOf(reserved);
    }

    /** One slot that is kept for a while yet; or, as slot {@link #UNHEARD_OF}, all beyond the size that the token's maker knew. */
    public record Reserved(int slot, long remaining) {

        /** Stands for permits that an operator may have added without the token's maker hearing of it. */
        public static final int UNHEARD_OF = 0;
    }
}
