package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes this node's peer state and schedules beacons: news goes out within b of the last beacon, urgent news within
 * b/4. Without news no beacon is sent.
 */
final class Gossip {

    private final NodeContext context;
    private final EpochParticipation participation;
    private final Proposer proposer;
    private final EpochEffects out;
    private @Nullable PeerState own;
    private long serial;
    private long lastSent = HolderLease.NEVER;
    private long due = Long.MAX_VALUE;

    /** Another node asked for a fresh peer state. */
    private boolean asked;

    Gossip(NodeContext context, EpochParticipation participation, Proposer proposer, EpochEffects out) {
        this.context = context;
        this.participation = participation;
        this.proposer = proposer;
        this.out = out;
    }

    /** When the next beacon is due; {@link Long#MAX_VALUE} if there is no news. */
    long due() {
        return due;
    }

    long lastSent() {
        return lastSent;
    }

    /** Schedules a beacon. */
    void news(boolean urgent) {
        long gap = urgent ? context.settings.pause() : context.settings.beacon();
        due = Math.min(due, Math.max(context.now, lastSent + gap));
    }

    void answer() {
        asked = true;
        news(true);
    }

    /** Schedules a beacon if this node's peer state has changed since it was last written. */
    void announceChanges(boolean urgent) {
        if (isPeerStateOutdated()) {
            news(urgent);
        }
    }

    /**
     * Sends a beacon if one is due. It has a fresh peer state if this node is interested in the pool or its peer state
     * has changed.
     */
    void flush(boolean interested) {
        if (context.now < due) {
            return;
        }
        Check.invariant(context.now - lastSent >= context.settings.pause(), "at most one beacon per b/4");
        due = Long.MAX_VALUE;
        lastSent = context.now;
        if (!participation.hasPeers()) {
            return;
        }
        Beacon beacon = beacon(interested);
        for (int peer : participation.peers()) {
            out.sendPlain(peer, beacon);
        }
    }

    /** Sends all that is known to a new neighbour. */
    void greet(int peer) {
        out.sendPlain(peer, beacon(false));
    }

    private Beacon beacon(boolean fresh) {
        PeerState told = own;
        boolean stale = told != null && fresh && context.now - told.at() >= context.settings.beacon();
        PeerState peerState = told == null || stale || asked || isPeerStateOutdated() ? write() : told;
        asked = false;
        List<PeerState> peerStates = new ArrayList<>();
        boolean placed = false;
        for (GossipTable.Known known : context.table.all()) {
            if (!placed && known.peerState().node() > context.node) {
                peerStates.add(peerState);
                placed = true;
            }
            peerStates.add(known.peerState());
        }
        if (!placed) {
            peerStates.add(peerState);
        }
        return new Beacon(
                context.acceptor.incarnation(),
                context.now,
                context.acceptor.newest(),
                context.offers.best(context.now),
                peerStates);
    }

    /** Writes this node's peer state anew. */
    PeerState write() {
        PeerState peerState = peerStateNow(++serial);
        own = peerState;
        return peerState;
    }

    private PeerState peerStateNow(long number) {
        Acceptor acceptor = context.acceptor;
        return new PeerState(
                context.node,
                acceptor.incarnation(),
                acceptor.seat(),
                number,
                context.now,
                acceptor.promised(),
                acceptor.seen(),
                acceptor.echo(),
                acceptor.isBound(context.now),
                proposer.isSuspicious(),
                context.own.list(acceptor.incarnation(), context.now),
                context.departures,
                context.sizeChange.wish(),
                proposer.proposal(),
                acceptor.report());
    }

    private boolean isPeerStateOutdated() {
        PeerState told = own;
        if (told == null) {
            return true;
        }
        Acceptor acceptor = context.acceptor;
        return !told.promised().equals(acceptor.promised())
                || !told.seen().equals(acceptor.seen())
                || told.echo() != acceptor.echo()
                || told.bound() != acceptor.isBound(context.now)
                || told.held().size() != context.own.size()
                || told.asks() != proposer.isSuspicious()
                || told.seat() != acceptor.seat()
                || !told.departures().equals(context.departures)
                || !Objects.equals(told.wish(), context.sizeChange.wish())
                || !Objects.equals(told.proposal(), proposer.proposal())
                || !Objects.equals(told.report(), acceptor.report());
    }

    /** True if this node knows something newer than the sender of this beacon. */
    boolean owes(Beacon beacon) {
        Heartbeat newest = context.acceptor.newest();
        Heartbeat theirs = beacon.heartbeat();
        if (newest != null && (theirs == null || newest.isNewerThan(theirs))) {
            return true;
        }
        int at = 0;
        for (GossipTable.Known known : context.table.all()) {
            while (at < beacon.peerStates().size()
                    && beacon.peerStates().get(at).node() < known.peerState().node()) {
                at++;
            }
            boolean listed = at < beacon.peerStates().size()
                    && beacon.peerStates().get(at).node() == known.peerState().node();
            if (!listed || known.peerState().isNewerThan(beacon.peerStates().get(at))) {
                return true;
            }
        }
        return own != null && knowsOlder(beacon, own);
    }

    private static boolean knowsOlder(Beacon beacon, PeerState own) {
        for (PeerState peerState : beacon.peerStates()) {
            if (peerState.node() == own.node()) {
                return own.isNewerThan(peerState);
            }
        }
        return true;
    }
}
