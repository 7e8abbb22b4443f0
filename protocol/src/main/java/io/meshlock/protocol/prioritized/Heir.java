package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.WireSize;
import io.meshlock.protocol.token.TokenLeaseCheck;

/**
 * A request that gets the permits of a grant straight from its holder, when the holder is done.
 *
 * @param number the fencing token of its own grant, which the anchor has decided already
 * @param key the request
 * @param reading the requester's incarnation and clock when that was decided; the lease counts from it
 * @param route the way from the holder before it, which ends at the requester
 * @param near the requester itself registered the request at the anchor, so nobody else passes the registration on
 */
public record Heir(long number, Key key, TokenLeaseCheck.Reading reading, NodeList route, boolean near) {

    int bytes() {
        int lease = reading.at() == TokenLeaseCheck.UNKNOWN
                ? 0
                : WireSize.number(reading.at()) + WireSize.number(reading.incarnation());
        return 2 + WireSize.number(number) + WireSize.key(key) + lease + route.bytes() + (near ? 1 : 0);
    }

    @Override
    public String toString() {
        return number + ":" + key + " by " + route;
    }
}
