package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.protocol.recovery.RecoveryMessage.Renew;
import java.util.List;

/** Takes in the messages of recovery: beacons with heartbeats, offers and peer states; echoes, renewals and joins. */
final class MessageHandler {

    private final NodeContext context;
    private final EpochParticipation participation;
    private final Proposer proposer;
    private final HolderDuties duties;
    private final Candidate candidate;
    private final Gossip gossip;
    private final Renewals renewals;
    private final EpochEffects out;

    MessageHandler(
            NodeContext context,
            EpochParticipation participation,
            Proposer proposer,
            HolderDuties duties,
            Candidate candidate,
            Gossip gossip,
            Renewals renewals,
            EpochEffects out) {
        this.context = context;
        this.participation = participation;
        this.proposer = proposer;
        this.duties = duties;
        this.candidate = candidate;
        this.gossip = gossip;
        this.renewals = renewals;
        this.out = out;
    }

    /** Takes in a message; true if it may be a reason to act. */
    boolean handle(int from, Message message) {
        if (message instanceof Beacon beacon) {
            Peers.Peer peer = context.peers.find(from);
            if (peer != null) {
                peer.hear(beacon.incarnation(), beacon.at(), context.now);
            }
            hear(from, beacon);
            return true;
        }
        if (message instanceof Echo echo) {
            return hear(echo);
        }
        if (message instanceof Join join) {
            participation.hear(from, join);
        } else if (message instanceof Renew renew) {
            hear(from, renew);
        }
        return false;
    }

    /** An echo goes on towards the holder, once; true if it is news to the holder. */
    private boolean hear(Echo echo) {
        if (!context.echoes.hear(echo.seat(), echo.epoch(), echo.count())) {
            return false;
        }
        Heartbeat newest = context.acceptor.newest();
        if (!context.isActive() && newest != null && newest.epoch().equals(echo.epoch())) {
            passOn(echo);
        }
        return context.isActive();
    }

    private void passOn(Echo echo) {
        if (context.peers.find(context.wayToHolder) != null) {
            out.sendPlain(context.wayToHolder, echo);
        }
    }

    private void hear(int from, Renew renew) {
        if (context.isActive()) {
            PeerState told = renew.peerState();
            context.readings.hear(new ClockReading(told.node(), told.incarnation(), told.at()), context.now);
            duties.renew(told);
        } else {
            renewals.passOn(from, renew);
        }
    }

    private void hear(int from, Beacon beacon) {
        if (context.acceptor.isOnProbation(context.now) || context.acceptor.isFounding()) {
            hearOfItself(beacon);
        }
        Heartbeat heartbeat = beacon.heartbeat();
        if (heartbeat != null) {
            hear(from, heartbeat);
        }
        View view = beacon.view();
        if (view != null && view.compareTo(context.acceptor.view()) > 0) {
            context.acceptor.learn(view);
            gossip.news(true);
        }
        if (proposer.hearAsk(beacon.ask())) {
            gossip.news(true);
            gossip.answer();
        }
        for (Offer offer : beacon.offers()) {
            if (candidate.hear(offer)) {
                gossip.news(true);
            }
        }
        for (PeerState peerState : beacon.peerStates()) {
            if (peerState.node() == context.node) {
                hearOfItself(peerState);
            } else if (context.table.take(peerState, context.acceptor.view(), context.now)) {
                hear(peerState);
            }
        }
        if (context.table.hasNewDispute()) {
            gossip.news(true);
        }
        if (gossip.owes(beacon)) {
            gossip.news(false);
        }
    }

    private void hear(int from, Heartbeat heartbeat) {
        boolean first = context.acceptor.newest() == null;
        boolean evidence = context.acceptor.hear(heartbeat, context.now);
        boolean agreed = heartbeat.committed() && heartbeat.view().equals(context.acceptor.view());
        if (evidence) {
            proposer.hearEvidence();
            context.wayToHolder = from;
            if (isAwaited()) {
                passOn(new Echo(context.self(), heartbeat.epoch(), heartbeat.count()));
            }
            participation.follow();
            renewOwn(heartbeat);
            tellHeartbeat(first);
            if (agreed) {
                proposer.resetBackoff();
            }
        }
        if (agreed && (evidence || isInVain(heartbeat))) {
            participation.resize(heartbeat.view().size());
        }
    }

    /** This node promised an epoch that came to nothing, and follows nobody: what a majority agreed on holds all the same. */
    private boolean isInVain(Heartbeat heartbeat) {
        return context.acceptor.promised().isAfter(heartbeat.epoch()) && !context.isFrozen();
    }

    /**
     * Looks for what others remember of this node and its disk does not. Once its probation is over nothing is believed:
     * whoever lies could unseat any voter.
     */
    private void hearOfItself(Beacon beacon) {
        boolean lost = false;
        for (PeerState told : beacon.peerStates()) {
            lost |= told.node() == context.node
                    ? context.acceptor.hearOfItself(told)
                    : context.acceptor.hearOfItself(told.promised());
        }
        Heartbeat heartbeat = beacon.heartbeat();
        View view = beacon.view();
        lost |= heartbeat != null && context.acceptor.hearOfItself(heartbeat.epoch());
        lost |= view != null && context.acceptor.hearOfItself(view.epoch());
        if (lost) {
            out.forgot();
            gossip.news(true);
        }
    }

    /** What a later incarnation of this node says of itself changes nothing here; people should know. */
    private void hearOfItself(PeerState told) {
        if (told.incarnation() > context.acceptor.incarnation()) {
            out.heardOfLaterSelf();
        }
    }

    /** True if the holder counts this node's echoes: it votes, or may be seated next. */
    private boolean isAwaited() {
        return (context.acceptor.isVoter() || context.offers.lists(context.self()))
                && !context.acceptor.isOnProbation(context.now);
    }

    private void tellHeartbeat(boolean first) {
        if (first) {
            gossip.firstHeartbeat();
        } else {
            gossip.news(true);
        }
    }

    private void hear(PeerState peerState) {
        context.echoes.hear(new Seat(peerState.node(), peerState.seat()), peerState.seen(), peerState.echo());
        context.readings.hear(new ClockReading(peerState.node(), peerState.incarnation(), peerState.at()), context.now);
        Heartbeat newest = context.acceptor.newest();
        boolean awaited = newest != null
                && newest.urgent()
                && peerState.echo() == newest.count()
                && peerState.seen().equals(newest.epoch());
        gossip.news(awaited || peerState.proposal() != null || peerState.report() != null);
        if (context.isActive()) {
            duties.renew(peerState);
        }
    }

    /**
     * The heartbeat acknowledges a peer state of this node: the grants renewed last a lease from the time of that peer
     * state.
     */
    void renewOwn(Heartbeat heartbeat) {
        for (Heartbeat.Ack ack : heartbeat.acks()) {
            if (ack.node() == context.node) {
                renewOwn(ack.renewed(), ack.at() + context.settings.lease());
            }
        }
    }

    private void renewOwn(List<Long> numbers, long until) {
        int next = 0;
        for (long number : numbers) {
            int at = context.own.find(number, next);
            if (at < 0) {
                continue; // it was given back meanwhile
            }
            next = at + 1;
            if (context.own.renew(at, until)) {
                Check.invariant(context.holderLease.outlives(number, until), "the ledger outlives the lease");
                out.leased(number, until);
            }
        }
    }
}
