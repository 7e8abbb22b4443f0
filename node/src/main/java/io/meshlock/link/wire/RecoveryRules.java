package io.meshlock.link.wire;

import static io.meshlock.link.wire.MessageRules.MAX_COUNTER;
import static io.meshlock.link.wire.MessageRules.MAX_TIME;
import static io.meshlock.link.wire.MessageRules.checkCount;
import static io.meshlock.link.wire.MessageRules.checkEpoch;
import static io.meshlock.link.wire.MessageRules.checkGrant;
import static io.meshlock.link.wire.MessageRules.checkIncarnation;
import static io.meshlock.link.wire.MessageRules.checkNode;
import static io.meshlock.link.wire.MessageRules.checkNumber;
import static io.meshlock.link.wire.MessageRules.checkTime;
import static io.meshlock.link.wire.MessageRules.checkView;
import static io.meshlock.link.wire.MessageRules.within;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.prioritized.Heir;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.recovery.ClockReading;
import io.meshlock.protocol.recovery.FrozenToken;
import io.meshlock.protocol.recovery.Heartbeat;
import io.meshlock.protocol.recovery.Offer;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Promise;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.recovery.RecoveryMessage;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.protocol.recovery.RecoveryMessage.Renew;
import io.meshlock.protocol.recovery.TokenHandoff;
import io.meshlock.protocol.token.LeasedGrant;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of {@link MessageRules} for pools with recovery. */
final class RecoveryRules {

    private RecoveryRules() {}

    static void check(RecoveryMessage message) throws MalformedFrameException {
        if (message instanceof Enclosed enclosed) {
            checkEnclosed(enclosed);
        } else if (message instanceof Beacon beacon) {
            checkBeacon(beacon);
        } else if (message instanceof Join join) {
            checkRound(join.epoch());
            checkIncarnation(join.incarnation());
        } else if (message instanceof Echo echo) {
            checkRound(echo.epoch());
            checkSeat(echo.seat());
            within("count of a heartbeat", echo.count(), 0, MAX_COUNTER);
        } else if (message instanceof Renew renew) {
            checkPeerState(renew.peerState());
        }
    }

    private static void checkEnclosed(Enclosed enclosed) throws MalformedFrameException {
        checkRound(enclosed.epoch());
        for (int i = 0; i < enclosed.readings().size(); i++) {
            ClockReading reading = enclosed.readings().get(i);
            checkNode(reading.node());
            checkIncarnation(reading.incarnation());
            checkTime(reading.at());
        }
        if (enclosed.message() instanceof PrioritizedMessage message) {
            MessageRules.checkPrioritized(message);
            if (message instanceof PrioritizedMessage.GrantMessage grant) {
                checkReading(grant.reading().at());
                checkReadings(grant.heirs());
            }
            if (message instanceof PrioritizedMessage.HeirsMessage heirs) {
                checkReadings(heirs.heirs());
            }
            if (message instanceof PrioritizedMessage.Token token) {
                checkHandoff(enclosed.handoff(), token);
            }
        }
    }

    /** A token has a hand-off with the remaining lease of each of its grants, and reservations of other slots. */
    private static void checkHandoff(@Nullable TokenHandoff handoff, PrioritizedMessage.Token token)
            throws MalformedFrameException {
        if (handoff == null || handoff.ledger().size() != token.ledger().size()) {
            throw new MalformedFrameException("a token without the leases of its grants");
        }
        checkIncarnation(handoff.incarnation());
        within("count of a heartbeat", handoff.count(), -1, MAX_COUNTER);
        checkTime(handoff.validFor());
        checkReading(handoff.yourTime());
        checkTime(handoff.heardFor());
        checkView(handoff.view());
        MessageRules.checkSize(handoff.size());
        if (token.ledger().isEmpty() && handoff.reserved().isEmpty()) {
            return; // as mostly, when the token moves
        }
        TakenSlots taken = new TakenSlots();
        for (int i = 0; i < token.ledger().size(); i++) {
            TokenHandoff.Remaining remaining = handoff.ledger().get(i);
            if (remaining.number() != token.ledger().get(i).number()) {
                throw new MalformedFrameException("the lease of grant " + remaining.number() + " without the grant");
            }
            checkTime(remaining.remaining());
            taken.grant(token.ledger().get(i).slots());
        }
        checkReserved(taken, handoff.reserved());
    }

    /** A reading of a clock, if one is known. */
    private static void checkReading(long at) throws MalformedFrameException {
        if (at != TokenLeaseCheck.UNKNOWN) {
            checkTime(at);
        }
    }

    private static void checkReadings(List<Heir> heirs) throws MalformedFrameException {
        for (Heir heir : heirs) {
            checkReading(heir.reading().at());
        }
    }

    private static void checkBeacon(Beacon beacon) throws MalformedFrameException {
        checkIncarnation(beacon.incarnation());
        checkTime(beacon.at());
        within("age of an ask", beacon.ask(), -1, MAX_TIME);
        Heartbeat heartbeat = beacon.heartbeat();
        if (heartbeat != null) {
            checkHeartbeat(heartbeat);
        }
        View view = beacon.view();
        if (view != null) {
            checkView(view);
        }
        for (Offer offer : beacon.offers()) {
            checkSeat(offer.seat());
            checkEpoch(offer.epoch());
            within("version of a view", offer.version(), 0, Integer.MAX_VALUE / 2);
            within("age of an offer", offer.age(), 0, MAX_TIME);
        }
        for (PeerState peerState : beacon.peerStates()) {
            checkPeerState(peerState);
        }
    }

    private static void checkHeartbeat(Heartbeat heartbeat) throws MalformedFrameException {
        checkRound(heartbeat.epoch());
        within("count of a heartbeat", heartbeat.count(), 0, MAX_COUNTER);
        checkView(heartbeat.view());
        for (Heartbeat.Ack ack : heartbeat.acks()) {
            checkTime(ack.at());
            for (long number : ack.renewed()) {
                checkNumber(number);
            }
        }
    }

    private static void checkPeerState(PeerState peerState) throws MalformedFrameException {
        checkIncarnation(peerState.incarnation());
        within("serial of a peer state", peerState.serial(), 0, MAX_COUNTER);
        checkTime(peerState.at());
        checkEpoch(peerState.promised());
        checkEpoch(peerState.seen());
        if (peerState.seen().isAfter(peerState.promised())) {
            throw new MalformedFrameException(
                    "a node saw epoch " + peerState.seen() + " and promised " + peerState.promised());
        }
        within("count of a heartbeat", peerState.echo(), 0, MAX_COUNTER);
        for (LeasedGrant grant : peerState.held()) {
            checkLeased(grant);
            if (grant.key().node() != peerState.node()) {
                throw new MalformedFrameException("node " + peerState.node() + " holds a grant of node "
                        + grant.key().node());
            }
        }
        PoolSize wish = peerState.wish();
        if (wish != null) {
            MessageRules.checkSize(wish);
        }
        Proposal proposal = peerState.proposal();
        if (proposal != null) {
            checkRound(proposal.epoch());
            checkEpoch(proposal.waiver());
            checkTime(proposal.at());
            checkView(proposal.view());
        }
        Promise promise = peerState.report();
        if (promise != null) {
            checkPromise(promise);
        }
    }

    private static void checkPromise(Promise promise) throws MalformedFrameException {
        checkRound(promise.proposal());
        checkTime(promise.at());
        checkEpoch(promise.seen());
        checkView(promise.view());
        checkCount(promise.count());
        FrozenToken token = promise.token();
        if (token != null) {
            checkRound(token.epoch());
            TakenSlots taken = new TakenSlots();
            long before = 0;
            for (LeasedGrant grant : token.ledger()) {
                checkLeased(grant);
                before = MessageRules.checkRises(before, grant.number());
                taken.grant(grant.slots());
            }
            checkReserved(taken, token.reserved());
        }
    }

    private static void checkLeased(LeasedGrant grant) throws MalformedFrameException {
        checkGrant(grant.number(), grant.key(), grant.slots());
        checkIncarnation(grant.incarnation());
        checkTime(grant.remaining());
    }

    private static void checkReserved(TakenSlots taken, List<FrozenToken.Reserved> reserved)
            throws MalformedFrameException {
        for (FrozenToken.Reserved each : reserved) {
            within("slot", each.slots().last(), 0, PoolBounds.MAX_PERMITS);
            checkTime(each.remaining());
            taken.keepBack(each.slots());
        }
    }

    private static void checkSeat(Seat seat) throws MalformedFrameException {
        checkNode(seat.node());
        within("seat", seat.number(), Seat.NONE, Long.MAX_VALUE - 1);
    }

    /** An epoch that has a token, or may have one. */
    private static void checkRound(Epoch epoch) throws MalformedFrameException {
        checkEpoch(epoch);
        within("round", epoch.round(), 0, Integer.MAX_VALUE);
    }
}
