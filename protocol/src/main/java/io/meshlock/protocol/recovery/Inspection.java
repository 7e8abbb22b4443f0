package io.meshlock.protocol.recovery;

import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;

/** A read-only view of a node's state, for people. */
final class Inspection {

    private final NodeContext context;
    private final EpochParticipation participation;
    private final Proposer proposer;

    Inspection(NodeContext context, EpochParticipation participation, Proposer proposer) {
        this.context = context;
        this.participation = participation;
        this.proposer = proposer;
    }

    /** The pool's status as seen from this node. */
    RecoveryStatus status(long now) {
        long before = context.now;
        context.now = now;
        RecoveryStatus status = status();
        context.now = before;
        return status;
    }

    private RecoveryStatus status() {
        int heard = 0;
        for (Seat seat : context.acceptor.view().seats()) {
            heard += isHeard(seat) ? 1 : 0;
        }
        return new RecoveryStatus(
                context.acceptor.promised(),
                context.acceptor.seen(),
                participation.isTakingPart(),
                context.isActive(),
                context.isActive() ? context.holderLease.validFor(context.now) : 0,
                context.acceptor.evidenceAge(context.now),
                proposer.isSuspicious(),
                proposer.proposal() != null,
                context.acceptor.view(),
                heard,
                context.acceptor.seat(),
                context.acceptor.isVoter() && !context.acceptor.isOnProbation(context.now),
                context.sizeChange.wanted(context.acceptor.view(), context.table));
    }

    /** True of this node's own seat, and of voters whose echo or word came lately. In calm times there are echoes only. */
    private boolean isHeard(Seat seat) {
        return seat.equals(context.self()) || isEchoing(seat) || isSpeaking(seat);
    }

    private boolean isEchoing(Seat seat) {
        HolderLease lease = context.holderLease;
        return context.isValid() && lease.isRecent(context.echoes.count(seat, lease.epoch()));
    }

    private boolean isSpeaking(Seat seat) {
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            if (peerState.node() == seat.node() && peerState.seat() == seat.number() && context.isFresh(known)) {
                return true;
            }
        }
        return false;
    }

    /** One line about the present state. */
    String describe() {
        StringBuilder text = new StringBuilder("epoch ").append(context.acceptor.promised());
        if (!participation.isTakingPart()) {
            text.append(" outside");
        }
        if (context.isFrozen()) {
            text.append(" frozen");
        } else if (context.isActive() && !context.holderLease.isValid(context.now)) {
            text.append(" not valid");
        }
        if (proposer.proposal() != null) {
            text.append(" proposes");
        }
        return text.append(' ').append(participation).toString();
    }
}
