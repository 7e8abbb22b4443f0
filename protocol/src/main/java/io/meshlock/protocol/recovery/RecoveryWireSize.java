package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.WireSize;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sizes on the wire of the messages and fields of recovery. */
final class RecoveryWireSize {

    /** A tag and a length. */
    private static final int NESTED = 2;

    private static final int FLAG = 2;

    private RecoveryWireSize() {}

    static int of(RecoveryMessage.Beacon beacon) {
        int bytes = NESTED + WireSize.number(beacon.incarnation()) + WireSize.number(beacon.at());
        bytes += beacon.ask() < 0 ? 0 : WireSize.number(beacon.ask());
        Heartbeat heartbeat = beacon.heartbeat();
        if (heartbeat != null) {
            bytes += of(heartbeat);
        }
        View view = beacon.view();
        bytes += view == null ? 0 : of(view);
        for (Offer offer : beacon.offers()) {
            bytes += NESTED + of(offer.seat()) + of(offer.epoch()) + WireSize.number(offer.version());
            bytes += WireSize.number(offer.age());
        }
        for (PeerState peerState : beacon.peerStates()) {
            bytes += of(peerState);
        }
        return bytes;
    }

    static int of(RecoveryMessage.Echo echo) {
        return NESTED + of(echo.seat()) + of(echo.epoch()) + WireSize.number(echo.count());
    }

    static int of(RecoveryMessage.Renew renew) {
        return NESTED + of(renew.peerState()) + WireSize.number(renew.hops());
    }

    static int of(Epoch epoch) {
        int incarnation = epoch.incarnation() == 0 ? 0 : WireSize.number(epoch.incarnation());
        return NESTED + WireSize.number(epoch.round()) + WireSize.number(epoch.maker()) + incarnation;
    }

    static int of(@Nullable TokenHandoff handoff) {
        if (handoff == null) {
            return 0;
        }
        int bytes = NESTED + FLAG + of(handoff.view()) + of(handoff.size());
        bytes += WireSize.number(handoff.incarnation()) + WireSize.number(handoff.count());
        bytes += WireSize.number(handoff.validFor());
        bytes += WireSize.number(handoff.yourTime()) + WireSize.number(handoff.heardFor());
        for (TokenHandoff.Remaining each : handoff.ledger()) {
            bytes += NESTED + WireSize.number(each.number()) + WireSize.number(each.remaining());
        }
        return bytes + reserved(handoff.reserved());
    }

    static int of(List<ClockReading> readings) {
        int bytes = 0;
        for (ClockReading each : readings) {
            bytes += NESTED + WireSize.number(each.node()) + WireSize.number(each.at());
            bytes += each.incarnation() == 0 ? 0 : WireSize.number(each.incarnation());
        }
        return bytes;
    }

    private static int of(Heartbeat heartbeat) {
        int bytes =
                NESTED + 3 * FLAG + of(heartbeat.epoch()) + WireSize.number(heartbeat.count()) + of(heartbeat.view());
        for (Heartbeat.Ack ack : heartbeat.acks()) {
            bytes += NESTED + WireSize.number(ack.node()) + WireSize.number(ack.at());
            for (long number : ack.renewed()) {
                bytes += WireSize.number(number);
            }
        }
        return bytes;
    }

    private static int of(View view) {
        int bytes = NESTED + of(view.epoch()) + WireSize.number(view.version()) + of(view.size());
        for (Seat seat : view.seats()) {
            bytes += of(seat);
        }
        return bytes;
    }

    private static int of(Seat seat) {
        return NESTED + WireSize.number(seat.node()) + WireSize.number(seat.number());
    }

    private static int of(PoolSize size) {
        int bytes = NESTED + WireSize.number(size.permits());
        return size.isChanged() ? bytes + WireSize.number(size.version()) + WireSize.number(size.node()) : bytes;
    }

    private static int of(PeerState peerState) {
        int bytes = NESTED + 2 * FLAG + WireSize.number(peerState.node()) + WireSize.number(peerState.incarnation());
        bytes += WireSize.number(peerState.seat());
        bytes += WireSize.number(peerState.serial())
                + WireSize.number(peerState.at())
                + of(peerState.promised())
                + of(peerState.seen())
                + WireSize.number(peerState.echo());
        bytes += leasedGrants(peerState.held());
        for (int gone : peerState.departures()) {
            bytes += WireSize.number(gone);
        }
        PoolSize wish = peerState.wish();
        bytes += wish == null ? 0 : of(wish);
        Proposal proposal = peerState.proposal();
        if (proposal != null) {
            bytes += NESTED + of(proposal.epoch()) + of(proposal.waiver()) + WireSize.number(proposal.at());
            bytes += of(proposal.view());
        }
        Promise report = peerState.report();
        return report == null ? bytes : bytes + of(report);
    }

    private static int of(Promise report) {
        int bytes = NESTED + of(report.proposal()) + WireSize.number(report.at());
        bytes += of(report.seen()) + of(report.view()) + WireSize.number(report.count());
        FrozenToken token = report.token();
        if (token == null) {
            return bytes;
        }
        return bytes + NESTED + of(token.epoch()) + leasedGrants(token.ledger()) + reserved(token.reserved());
    }

    private static int leasedGrants(List<LeasedGrant> leasedGrants) {
        int bytes = 0;
        for (LeasedGrant each : leasedGrants) {
            bytes += NESTED + WireSize.number(each.number()) + WireSize.key(each.key());
            bytes += each.incarnation() == 0 ? 0 : WireSize.number(each.incarnation());
            bytes += WireSize.slots(each.slots()) + WireSize.number(each.remaining());
        }
        return bytes;
    }

    private static int reserved(List<FrozenToken.Reserved> slots) {
        int bytes = 0;
        for (FrozenToken.Reserved each : slots) {
            bytes += NESTED + WireSize.slots(each.slots()) + WireSize.number(each.remaining());
        }
        return bytes;
    }
}
