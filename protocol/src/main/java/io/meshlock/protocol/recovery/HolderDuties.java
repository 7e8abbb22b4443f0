package io.meshlock.protocol.recovery;

import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The duties of the active token's holder: makes heartbeats, looks after the view and renews leases. */
final class HolderDuties {

    private final NodeContext context;
    private final EpochParticipation participation;
    private final Proposer proposer;
    private final Committee committee;

    HolderDuties(NodeContext context, EpochParticipation participation, Proposer proposer) {
        this.context = context;
        this.participation = participation;
        this.proposer = proposer;
        this.committee = new Committee(context);
    }

    // ---- heartbeats ----

    /** True while heartbeats are needed. A pool that is not in use falls silent. */
    boolean isNeeded() {
        return participation.algorithm().isWanted()
                || context.holderLease.isInUse(context.now)
                || !context.holderLease.isCommitted()
                || committee.isBusy()
                || wishedSize().isNewerThan(context.acceptor.view().size())
                || isAnybodyLeaving();
    }

    /** True if a voter wants to go, or an operator says that one is gone. */
    private boolean isAnybodyLeaving() {
        View view = context.acceptor.view();
        for (int node : context.departures) {
            if (view.seat(node) != null) {
                return true;
            }
        }
        for (GossipTable.Known known : context.table.all()) {
            for (int node : known.peerState().departures()) {
                if (view.seat(node) != null && context.isFresh(known)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The holder waits for echoes. */
    boolean isUrgent() {
        return !context.holderLease.isCommitted()
                || (!context.holderLease.isValid(context.now)
                        && participation.algorithm().isWanted());
    }

    /** When the holder's next heartbeat is due, if one is needed. */
    long heartbeatDue() {
        long gap = isUrgent() ? 2 * context.settings.pause() : context.settings.beacon();
        return context.holderLease.lastHeartbeat() + gap;
    }

    /** Makes the next heartbeat. */
    Heartbeat heartbeat() {
        committee.watch();
        return context.holderLease.heartbeat(context.acceptor.view(), isUrgent(), committee.seeks(), context.now);
    }

    /** Counts the echoes; true if the view has just become committed. Its size is in force from then on. */
    boolean judge() {
        boolean before = context.holderLease.isCommitted();
        Seat self = context.acceptor.isOnProbation(context.now) ? new Seat(context.node, Seat.NONE) : context.self();
        context.holderLease.judge(self, context.acceptor.view(), context.echoes);
        boolean committed = !before && context.holderLease.isCommitted();
        if (committed) {
            proposer.resetBackoff();
            participation.resize(context.acceptor.view().size());
        }
        return committed;
    }

    // ---- the view ----

    /**
     * Changes the voters or the size, or begins a new epoch because this one was overtaken. True if the view changed,
     * which a heartbeat has to announce.
     */
    boolean changeView() {
        if (proposer.proposal() != null) {
            return false;
        }
        if (proposer.isItsTurn(isOvertaken())) {
            proposer.renewEpoch();
            return false;
        }
        if (!context.isValid() || !context.holderLease.isCommitted()) {
            return false;
        }
        View next = changedSize();
        next = next == null ? committee.next() : next;
        if (next == null) {
            return false;
        }
        context.holderLease.changeView();
        context.acceptor.hold(context.holderLease.epoch(), next, context.now);
        return true;
    }

    private @Nullable View changedSize() {
        View view = context.acceptor.view();
        PoolSize wished = wishedSize();
        return wished.isNewerThan(view.size()) ? view.next(view.seats(), wished) : null;
    }

    private PoolSize wishedSize() {
        return context.sizeChange.newest(context.acceptor.view(), context.table);
    }

    /**
     * True if a voter promised a newer epoch: it serves this one no more. Or if a node without a vote did and asks for a
     * token. Anybody can claim that, so such a claim counts once per election timeout.
     */
    private boolean isOvertaken() {
        boolean stranded = false;
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            if (!context.isFresh(known)) {
                continue;
            }
            if (context.isVoter(peerState) && peerState.promised().isAfter(context.holderLease.epoch())) {
                return true;
            }
            stranded |= context.isStranded(peerState);
        }
        return stranded && proposer.hasPromisedNothingLately();
    }

    // ---- leases ----

    /**
     * A node reports its grants: these are renewed. Grants of earlier epochs that it should have and does not report
     * are struck off.
     */
    void renew(PeerState peerState) {
        if (context.isValid()) {
            List<Long> renewed = new ArrayList<>(peerState.held().size());
            for (LeasedGrant grant : peerState.held()) {
                if (isKnown(peerState, grant) || adopt(peerState, grant)) {
                    context.holderLease.leases().renew(grant.number(), context.now + context.settings.ledgerLease());
                    renewed.add(grant.number());
                }
            }
            context.holderLease.acknowledge(peerState, renewed, context.now);
        }
        strikeDenied(peerState);
    }

    private boolean isKnown(PeerState peerState, LeasedGrant grant) {
        return isOf(grant, peerState) && context.holderLease.leases().has(grant.number());
    }

    /**
     * Takes a grant of an earlier token into the ledger, made to a node that had not reported it, so that its slots
     * are reserved. The peer state was written in this epoch, when no earlier token could grant any more; so no other
     * node has these slots.
     */
    private boolean adopt(PeerState peerState, LeasedGrant grant) {
        LedgerLeases leases = context.holderLease.leases();
        boolean earlier =
                FencingToken.round(grant.number()) < context.holderLease.epoch().round();
        boolean inForce = grant.remaining() > 0 && isOf(grant, peerState);
        if (!earlier || !inForce || !peerState.seen().equals(context.holderLease.epoch())) {
            return false;
        }
        if (!leases.isReserved(grant.slots())) {
            return false;
        }
        leases.unreserve(grant.slots());
        participation.algorithm().unreserve(grant.slots());
        participation.algorithm().adopt(grant);
        return true;
    }

    /** True if the grant was made to the incarnation that wrote the peer state: another one cannot speak for it. */
    private static boolean isOf(LeasedGrant grant, PeerState peerState) {
        return grant.key().node() == peerState.node() && grant.incarnation() == peerState.incarnation();
    }

    /**
     * Strikes off grants that their grantee does not have, and frees slots that it has given back. A node that has
     * promised this epoch never accepts a GRANT of an earlier one; and a RELEASE or AMEND may have been lost between
     * epochs.
     */
    private void strikeDenied(PeerState peerState) {
        if (context.holderLease.epoch().isAfter(peerState.promised())
                || !context.holderLease.leases().hasNumberBelow(context.holderLease.epoch())) {
            return;
        }
        Map<Long, LeasedGrant> reported = peerState.heldByNumber();
        for (LeasedGrant grant : participation.algorithm().ledger()) {
            boolean earlier = FencingToken.round(grant.number())
                    < context.holderLease.epoch().round();
            if (!earlier || !isOf(grant, peerState)) {
                continue;
            }
            LeasedGrant held = reported.get(grant.number());
            if (held == null) {
                participation.algorithm().strike(grant.number());
            } else if (held.slots().count() < grant.slots().count()) {
                participation.algorithm().reduce(grant.number(), held.slots());
            }
        }
    }
}
