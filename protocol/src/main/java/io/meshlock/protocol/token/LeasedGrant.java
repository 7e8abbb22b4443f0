package io.meshlock.protocol.token;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;

/**
 * A grant and how long it still lasts by the clock of whoever says so: by a grantee of its own lease, or by the holder of the
 * token of an entry of its ledger.
 *
 * @param number the fencing token
 * @param key the request that it answers
 * @param slots the permits it holds
 * @param remaining time left when this was said; 0 or less if it has run out, or if the grantee does not know yet
 */
public record LeasedGrant(long number, Key key, Slots slots, long remaining) {}
