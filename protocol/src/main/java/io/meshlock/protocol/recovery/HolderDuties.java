package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.ArrayList;
import java.util.List;

/** What the holder of the active token does for the pool: evidence, members, renewals. */
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

    // ---- evidence ----

    /** True while evidence has to go round; a pool that nobody uses falls silent. */
    boolean isNeeded() {
        return participation.algorithm().isWanted()
                || context.holderLease.isInUse(context.now)
                || !context.holderLease.isCommitted()
                || isAnybodyNew()
                || wishedSize().isNewerThan(context.acceptor.view().size())
                || !context.departures.isEmpty();
    }

    private boolean isAnybodyNew() {
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

    /** Makes evidence. */
    Heartbeat heartbeat() {
        return context.holderLease.heartbeat(context.acceptor.view(), isUrgent(), context.now);
    }

    /** Looks what others have echoed; true if the view has just become committed. Its size is in force then. */
    boolean judge() {
        boolean before = context.holderLease.isCommitted();
        context.holderLease.judge(context.node, context.acceptor.view(), context.table);
        boolean committed = !before && context.holderLease.isCommitted();
        if (committed) {
            proposer.calm();
            participation.resize(context.acceptor.view().size());
        }
        return committed;
    }

    // ---- members ----

    /**
     * Adds or removes somebody, changes the size, or begins a new epoch for whoever lost its memory; true if a heartbeat has to
     * tell. One thing at a time, so that a view differs from the one before it in little.
     */
    boolean changeView() {
        if (proposer.proposal() != null) {
            return false;
        }
        int gone = someoneGone();
        if (gone != NOBODY || isAnybodyRestarted() || proposer.isItsTurn(isOvertaken())) {
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

    /** Somebody came back without its memory: it cannot take part in this epoch. */
    private boolean isAnybodyRestarted() {
        if (!context.isValid()) {
            return false;
        }
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            boolean restarted = context.isFresh(known)
                    && context.acceptor.view().counts(peerState.node(), peerState.incarnation())
                    && peerState.incarnation() > context.listedIncarnation(peerState.node())
                    && isThere(peerState);
            if (restarted) {
                return true;
            }
        }
        return false;
    }

    /** Somebody promised a newer epoch: it cannot take part in this one any more. */
    private boolean isOvertaken() {
        for (GossipTable.Known known : context.table.all()) {
            if (context.isFresh(known) && known.peerState().promised().isAfter(context.holderLease.epoch())) {
                return true;
            }
        }
        return false;
    }

    /** A peer state that echoes a heartbeat of late was written of late. */
    private boolean isThere(PeerState peerState) {
        return peerState.seen().equals(context.holderLease.epoch()) && context.holderLease.isRecent(peerState.echo());
    }

    /** A member that left, was forgotten or lost its disk, and that cannot hold anything; or nobody. */
    private int someoneGone() {
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
                    && isThere(peerState);
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
                    && isThere(peerState)
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

    /** A member says what it holds: that is renewed, and what it should have and does not is struck off. */
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
     * A grant of an earlier token, made to a member that did not report it: its slots are reserved. Its peer state was written in this
     * epoch, when no earlier token could grant any more, so nobody else has these slots.
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

    /** Who has promised this epoch never takes a GRANT of an earlier one, and what it released in between was not heard. */
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
