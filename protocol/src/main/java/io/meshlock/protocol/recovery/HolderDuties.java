package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.ArrayList;
import java.util.List;

/** The duties of the active token's holder: makes heartbeats, changes the view and renews leases. */
final class HolderDuties {

    private static final int NOBODY = -1;

    private final NodeContext context;
    private final EpochParticipation participation;
    private final Proposer proposer;

    HolderDuties(NodeContext context, EpochParticipation participation, Proposer proposer) {
        this.context = context;
        this.participation = participation;
        this.proposer = proposer;
    }

    // ---- heartbeats ----

    /** True while heartbeats are needed. A pool that is not in use falls silent. */
    boolean isNeeded() {
        return participation.algorithm().isWanted()
                || context.holderLease.isInUse(context.now)
                || !context.holderLease.isCommitted()
                || isAnyNodeNew()
                || wishedSize().isNewerThan(context.acceptor.view().size())
                || !context.departures.isEmpty();
    }

    private boolean isAnyNodeNew() {
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            boolean listed = context.listedIncarnation(peerState.node()) == peerState.incarnation();
            if ((!listed || !peerState.departures().isEmpty()) && context.isFresh(known) && !isLeaving(peerState)) {
                return true;
            }
        }
        return false;
    }

    private boolean isLeaving(PeerState peerState) {
        return context.acceptor.view().member(peerState.node()) == null
                && peerState.departures().contains(peerState.node());
    }

    /** The holder waits for echoes. */
    boolean isUrgent() {
        return !context.holderLease.isCommitted()
                || (!context.holderLease.isValid(context.now)
                        && participation.algorithm().isWanted());
    }

    /** When the next heartbeat is due; {@link Long#MAX_VALUE} if none is. */
    long heartbeatDue() {
        if (!context.isActive() || !isNeeded()) {
            return Long.MAX_VALUE;
        }
        long gap = isUrgent() ? 2 * context.settings.pause() : context.settings.beacon();
        return context.holderLease.lastHeartbeat() + gap;
    }

    /** Makes the next heartbeat. */
    Heartbeat heartbeat() {
        return context.holderLease.heartbeat(context.acceptor.view(), isUrgent(), context.now);
    }

    /** Counts the echoes; true if the view has just become committed. Its size is in force from then on. */
    boolean judge() {
        boolean before = context.holderLease.isCommitted();
        context.holderLease.judge(context.node, context.acceptor.view(), context.table);
        boolean committed = !before && context.holderLease.isCommitted();
        if (committed) {
            proposer.resetBackoff();
            participation.resize(context.acceptor.view().size());
        }
        return committed;
    }

    // ---- members ----

    /**
     * Adds or removes a member, changes the size, or begins a new epoch for a member that lost its memory. True if the
     * view changed, which a heartbeat has to announce. One change at a time, so that majorities of successive views
     * overlap.
     */
    boolean changeView() {
        if (proposer.proposal() != null) {
            return false;
        }
        int gone = goneMember();
        if (gone != NOBODY || isAnyMemberRestarted() || proposer.isItsTurn(isOvertaken())) {
            proposer.renewEpoch(gone);
            return false;
        }
        return isStable() && (changeSize() || addNewcomer());
    }

    private boolean changeSize() {
        View view = context.acceptor.view();
        PoolSize wished = wishedSize();
        if (!wished.isNewerThan(view.size())) {
            return false;
        }
        tell(view.next(view.members(), wished));
        return true;
    }

    private PoolSize wishedSize() {
        return context.sizeChange.newest(context.acceptor.view(), context.table);
    }

    private void tell(View changed) {
        context.holderLease.changeView();
        context.acceptor.hold(context.holderLease.epoch(), changed, context.now);
    }

    private boolean isStable() {
        return context.isValid() && context.holderLease.isCommitted();
    }

    /** True if a member came back without its memory: it cannot take part in this epoch. */
    private boolean isAnyMemberRestarted() {
        if (!context.isValid()) {
            return false;
        }
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            boolean restarted = context.isFresh(known)
                    && context.acceptor.view().counts(peerState.node(), peerState.incarnation())
                    && peerState.incarnation() > context.listedIncarnation(peerState.node())
                    && isRecent(peerState);
            if (restarted) {
                return true;
            }
        }
        return false;
    }

    /** True if another node promised a newer epoch: it cannot take part in this one any more. */
    private boolean isOvertaken() {
        for (GossipTable.Known known : context.table.all()) {
            if (context.isFresh(known) && known.peerState().promised().isAfter(context.holderLease.epoch())) {
                return true;
            }
        }
        return false;
    }

    /** True if the peer state echoes a recent heartbeat, so that it was written recently. */
    private boolean isRecent(PeerState peerState) {
        return peerState.seen().equals(context.holderLease.epoch()) && context.holderLease.isRecent(peerState.echo());
    }

    /**
     * A member that left, was removed by the operator or lost its disk, and that cannot hold a grant; or
     * {@code NOBODY}.
     */
    private int goneMember() {
        if (!isStable() || context.holderLease.leases().hasReservations()) {
            return NOBODY;
        }
        for (int gone : context.departures) {
            if (isRemovable(gone)) {
                return gone;
            }
        }
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            long listed = context.listedIncarnation(peerState.node());
            boolean otherDisk = peerState.incarnation() > listed
                    && !Incarnation.sameDisk(peerState.incarnation(), listed)
                    && isRecent(peerState);
            if (otherDisk && isRemovable(peerState.node())) {
                return peerState.node();
            }
            for (int gone : peerState.departures()) {
                if (context.isFresh(known) && isRemovable(gone)) {
                    return gone;
                }
            }
        }
        return NOBODY;
    }

    private boolean isRemovable(int node) {
        return node != context.node && context.acceptor.view().member(node) != null && !isInLedger(node);
    }

    private boolean isInLedger(int node) {
        return participation.algorithm().ledger().stream()
                .anyMatch(grant -> grant.key().node() == node);
    }

    private boolean addNewcomer() {
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            View view = context.acceptor.view();
            boolean welcome = view.member(peerState.node()) == null
                    && peerState.promised().equals(context.holderLease.epoch())
                    && isRecent(peerState)
                    && !peerState.departures().contains(peerState.node());
            if (welcome) {
                List<Member> members = new ArrayList<>(view.members());
                members.removeIf(member -> member.node() > peerState.node());
                members.add(new Member(peerState.node(), peerState.incarnation()));
                view.members().stream()
                        .filter(member -> member.node() > peerState.node())
                        .forEach(members::add);
                tell(view.next(members, view.size()));
                return true;
            }
        }
        return false;
    }

    // ---- leases ----

    /**
     * A member reports its grants: these are renewed. Grants of earlier epochs that it should have and does not report
     * are struck off.
     */
    void renew(PeerState peerState) {
        if (context.listedIncarnation(peerState.node()) != peerState.incarnation()) {
            return;
        }
        if (context.isValid()) {
            List<Long> renewed = new ArrayList<>(peerState.held().size());
            for (LeasedGrant grant : peerState.held()) {
                if (context.holderLease.leases().has(grant.number()) || adopt(peerState, grant)) {
                    context.holderLease.leases().set(grant.number(), context.now + context.settings.ledgerLease());
                    renewed.add(grant.number());
                }
            }
            context.holderLease.acknowledge(peerState, renewed);
        }
        strikeDenied(peerState);
    }

    /**
     * Takes a grant of an earlier token into the ledger, made to a member that had not reported it, so that its slots
     * are reserved. The peer state was written in this epoch, when no earlier token could grant any more; so no other
     * node has these slots.
     */
    private boolean adopt(PeerState peerState, LeasedGrant grant) {
        LedgerLeases leases = context.holderLease.leases();
        boolean earlier =
                FencingToken.round(grant.number()) < context.holderLease.epoch().round();
        boolean inForce = grant.remaining() > 0 && grant.key().node() == peerState.node();
        if (!earlier || !inForce || !peerState.seen().equals(context.holderLease.epoch())) {
            return false;
        }
        for (int i = 0; i < grant.slots().count(); i++) {
            if (!leases.isReserved(grant.slots().at(i))) {
                return false;
            }
        }
        for (int i = 0; i < grant.slots().count(); i++) {
            leases.unreserve(grant.slots().at(i));
            participation.algorithm().unreserve(grant.slots().at(i));
        }
        participation.algorithm().adopt(grant);
        return true;
    }

    /**
     * Strikes off grants that their grantee does not have. A node that has promised this epoch never accepts a GRANT of
     * an earlier one; and a RELEASE may have been lost between epochs.
     */
    private void strikeDenied(PeerState peerState) {
        if (peerState.unknown()
                || context.holderLease.epoch().isAfter(peerState.promised())
                || !context.holderLease.leases().hasNumberBelow(context.holderLease.epoch())) {
            return;
        }
        for (LeasedGrant grant : participation.algorithm().ledger()) {
            boolean earlier = FencingToken.round(grant.number())
                    < context.holderLease.epoch().round();
            boolean denied = peerState.held().stream().noneMatch(held -> held.number() == grant.number());
            if (earlier && grant.key().node() == peerState.node() && denied) {
                participation.algorithm().strike(grant.number());
            }
        }
    }
}
