package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.List;

/**
 * A grant on its way to its requester.
 *
 * @param inherited it comes straight from the one who had the permits before
 * @param near the requester itself registered the request at the anchor
 */
record Delivery(
        long number,
        Key key,
        Slots slots,
        TokenLeaseCheck.Reading reading,
        NodeList route,
        List<Heir> heirs,
        boolean inherited,
        boolean near) {

    static Delivery of(GrantMessage grant) {
        return new Delivery(
                grant.number(),
                grant.key(),
                grant.slots(),
                grant.reading(),
                grant.route(),
                grant.heirs(),
                !grant.registered(),
                grant.near());
    }

    /** A grant that leaves the anchor. */
    static Delivery granted(LedgerEntry entry, TokenLeaseCheck.Reading reading, List<Heir> heirs) {
        return new Delivery(entry.number(), entry.key(), entry.slots(), reading, NodeList.EMPTY, heirs, false, false);
    }

    /** The permits go to the first of these heirs. */
    static Delivery toFirst(List<Heir> heirs, Slots slots) {
        Heir next = heirs.get(0);
        List<Heir> rest = heirs.subList(1, heirs.size());
        return new Delivery(
                next.number(), next.key(), slots, next.reading(), next.route(), List.copyOf(rest), true, next.near());
    }

    GrantMessage message(Header header, NodeList rest, boolean registered) {
        return new GrantMessage(header, number, key, slots, reading, rest, heirs, registered, near);
    }
}
