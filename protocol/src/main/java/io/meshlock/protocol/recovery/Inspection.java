package io.meshlock.protocol.recovery;

import io.meshlock.protocol.RecoveryStatus;

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
        int heard = context.acceptor.isVoter() ? 1 : 0;
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            heard += context.isVoter(peerState) && context.isFresh(known) ? 1 : 0;
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
                context.sizeChange.wanted(context.acceptor.view(), context.table));
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
