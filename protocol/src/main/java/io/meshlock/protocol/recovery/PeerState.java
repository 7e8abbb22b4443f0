package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself. Nodes keep the newest peer state of every node and pass it on, so that it reaches the
 * whole mesh over any number of hops. Order and repetition do not matter.
 *
 * @param node the writer
 * @param incarnation the writer's incarnation
 * @param seat the number of the writer's seat; {@link io.meshlock.protocol.Seat#NONE} if it has none
 * @param serial counts the peer states of that incarnation
 * @param at the writer's clock when it was written
 * @param promised the newest epoch promised: the node serves no token of an older one
 * @param seen the newest epoch whose token or heartbeat it accepted
 * @param echo the count of the newest heartbeat of that epoch that it accepted
 * @param bound its election timeout runs: it does not help to make a new token yet
 * @param asks it wants permits and has no evidence of a token: every node that reads this answers with a fresh peer
 *     state
 * @param held the grants of its clients
 * @param departures voters that are gone for good, as its operator said; its own number if it wants to leave
 * @param wish the pool size that its operator wants, until that or a newer one is in force; null if none
 * @param proposal what it proposes; null if nothing
 * @param report its latest promise, until it hears of a token of that epoch or a newer one; null if none
 */
public record PeerState(
        int node,
        long incarnation,
        long seat,
        long serial,
        long at,
        Epoch promised,
        Epoch seen,
        long echo,
        boolean bound,
        boolean asks,
        List<LeasedGrant> held,
        List<Integer> departures,
        @Nullable PoolSize wish,
        @Nullable Proposal proposal,
        @Nullable Promise report) {

    public PeerState {
        held = List.copyOf(held);
        departures = List.copyOf(departures);
    }

    /** True if this peer state was written after the other one of the same node. */
    public boolean isNewerThan(PeerState other) {
        return incarnation != other.incarnation ? incarnation > other.incarnation : serial > other.serial;
    }

    /** The grants of its clients, to be looked up: there may be thousands. */
    public Map<Long, LeasedGrant> heldByNumber() {
        Map<Long, LeasedGrant> byNumber = new HashMap<>();
        held.forEach(grant -> byNumber.putIfAbsent(grant.number(), grant));
        return byNumber;
    }

    /** As {@code 2 in 0/0#3 holds [5]}: node 2 promised epoch 0/0 and echoes its heartbeat 3; then exceptions. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(node).append(" in ").append(promised);
        text.append(seen.equals(promised) ? "" : " saw " + seen).append('#').append(echo);
        text.append(bound ? "" : " unbound").append(asks ? " asks" : "");
        if (!held.isEmpty()) {
            text.append(" holds ").append(held.stream().map(LeasedGrant::number).toList());
        }
        text.append(departures.isEmpty() ? "" : " farewell " + departures);
        text.append(wish == null ? "" : " wants size " + wish);
        if (proposal != null) {
            text.append(" proposes ").append(proposal.epoch());
            text.append(proposal.waiver().equals(Epoch.NONE) ? "" : " with " + proposal.waiver());
        }
        return text.append(report == null ? "" : " reports").toString();
    }
}
