package io.meshlock.protocol.token;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;

/**
 * A grant and its remaining lease, by the clock of the reporting node: the grantee reports its own lease, the token's
 * holder reports the ledger's.
 *
 * @param number the fencing token
 * @param key the request that was granted
 * @param incarnation the grantee's incarnation; another one neither holds nor denies the grant
 * @param slots the slots that it holds
 * @param remaining the remaining lease at the time of the report; 0 or less if it is over or not known yet
 */
public record LeasedGrant(long number, Key key, long incarnation, Slots slots, long remaining) {

    /** The same grant with these slots only. */
    public LeasedGrant reduced(Slots kept) {
        return new LeasedGrant(number, key.reduced(kept.count()), incarnation, kept, remaining);
    }
}
