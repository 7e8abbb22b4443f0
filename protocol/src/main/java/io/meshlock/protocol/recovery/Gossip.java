package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes this node's peer state and schedules beacons: news goes out within b of the last beacon, urgent news within
 * b/4, and the first heartbeat that this node hears of at once. Without news no beacon is sent.
 *
 * <p>In calm times beacons have the same size however many nodes there are. Peer states go round only of nodes
 * that have a wish; and, while the token is in trouble, of those that vote, propose or have a token.
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

    /** The first heartbeat waits for no pause: whoever uses a new pool waits for it, hop by hop. */
    private boolean first;

    /** New neighbours that were sent no beacon yet. */
    private final List<Integer> ungreeted = new ArrayList<>(0);

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

    /** Schedules a beacon for now. */
    void firstHeartbeat() {
        first = true;
        due = context.now;
    }

    void answer() {
        if (isWriter()) {
            asked = true;
            news(true);
        }
    }

    /** Schedules a beacon if this node's peer state has changed since it was last written. */
    void announceChanges(boolean urgent) {
        if ((urgent || !isScheduled()) && isPeerStateOutdated()) {
            news(urgent);
        }
    }

    /** True if a beacon is due so soon that news, unless it is urgent, changes nothing. */
    boolean isScheduled() {
        return due <= lastSent + context.settings.beacon();
    }

    /**
     * Sends a beacon if one is due, and all that is known to new neighbours in any case. It has a fresh peer state if
     * this node is interested in the pool or its peer state has changed.
     */
    void flush(boolean interested) {
        if (context.now < due) {
            greet();
            return;
        }
        Check.invariant(first || context.now - lastSent >= context.settings.pause(), "at most one beacon per b/4");
        due = Long.MAX_VALUE;
        first = false;
        lastSent = context.now;
        if (!participation.hasPeers()) {
            ungreeted.clear();
            return;
        }
        Beacon beacon = beacon(interested);
        ungreeted.clear();
        for (int peer : participation.peers()) {
            out.sendPlain(peer, beacon);
        }
    }

    /** A new neighbour gets a beacon at the end of this input: what the node does about it may be the news. */
    void meet(int peer) {
        ungreeted.add(peer);
        if (participation.peers().size() == 1) {
            lastSent = HolderLease.NEVER; // what follows must not wait for a beacon that nobody got
        }
    }

    /** Many nodes that start at once need not tell each other that they know nothing. */
    private void greet() {
        if (ungreeted.isEmpty()) {
            return; // as in almost every step
        }
        for (int peer : ungreeted) {
            Beacon beacon = beacon(false);
            if (beacon.tellsAnything()) {
                out.sendPlain(peer, beacon);
            }
        }
        ungreeted.clear();
    }

    private Beacon beacon(boolean fresh) {
        if (isWriter()) {
            PeerState told = own;
            boolean stale = told != null && fresh && context.now - told.at() >= context.settings.beacon();
            if (told == null || stale || asked || isPeerStateOutdated()) {
                write();
            }
        }
        asked = false;
        return new Beacon(
                context.acceptor.incarnation(),
                context.now,
                context.acceptor.newest(),
                proposer.askAge(),
                context.offers.best(context.now),
                told(),
                untold());
    }

    /**
     * The view, if no heartbeat that this node knows tells it; null otherwise. Where a token is missed, asks make everybody
     * send beacons, so all hear of the newest view.
     */
    private @Nullable View untold() {
        View view = context.acceptor.view();
        Heartbeat newest = context.acceptor.newest();
        return view.compareTo(newest == null ? View.NONE : newest.view()) > 0 ? view : null;
    }

    /** The peer states that a beacon tells now, by ascending node. */
    private List<PeerState> told() {
        boolean trouble = isTrouble();
        List<PeerState> told = new ArrayList<>();
        for (GossipTable.Known known : context.table.all()) {
            if (isTold(known, trouble)) {
                told.add(known.peerState());
            }
        }
        PeerState mine = own;
        if (mine != null && isOwnTold(mine, trouble)) {
            int at = 0;
            while (at < told.size() && told.get(at).node() < mine.node()) {
                at++;
            }
            told.add(at, mine);
        }
        return told;
    }

    private boolean isTold(GossipTable.Known known, boolean trouble) {
        boolean lately = context.now - known.heard() <= 2 * context.settings.beacon();
        boolean matters = trouble ? context.isFresh(known) : lately && matters(known.peerState());
        return matters || context.table.isDisputed(known, context.now) || isGreeted(known.peerState());
    }

    private boolean isOwnTold(PeerState mine, boolean trouble) {
        return isWriter() && (trouble || matters(mine) || context.acceptor.isOnProbation(context.now));
    }

    /** True if its writer is a new neighbour: it may have forgotten what it said. */
    private boolean isGreeted(PeerState peerState) {
        return !ungreeted.isEmpty() && ungreeted.contains(peerState.node());
    }

    /** True if everybody passes it on in calm times, too: the holder has to hear it. */
    private boolean matters(PeerState peerState) {
        return !peerState.departures().isEmpty()
                || peerState.wish() != null
                || peerState.proposal() != null
                || peerState.report() != null
                || context.isStranded(peerState);
    }

    /**
     * True if this node has something to say of itself. That it has offered a seat is nothing: in a wide mesh almost
     * everybody has, before the better offers come round.
     */
    private boolean isWriter() {
        return context.acceptor.isVoter()
                || context.acceptor.report() != null
                || context.holderLease.isHere()
                || !context.own.isEmpty()
                || !context.departures.isEmpty()
                || context.sizeChange.wish() != null
                || proposer.proposal() != null
                || (context.acceptor.isStranded() && proposer.isSuspicious());
    }

    /** True if the token may be lost, or a majority is awaited: then everybody needs to know who promised what. */
    private boolean isTrouble() {
        Acceptor acceptor = context.acceptor;
        Heartbeat newest = acceptor.newest();
        if (newest == null || newest.urgent() || !acceptor.isBound(context.now)) {
            return true;
        }
        return context.largestRound() > newest.epoch().round();
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
                acceptor.echo(context.now),
                acceptor.isBound(context.now),
                proposer.isSuspicious(),
                context.own.list(acceptor.incarnation(), context.now),
                context.departures,
                context.sizeChange.wish(),
                proposer.proposal(),
                acceptor.report());
    }

    private boolean isPeerStateOutdated() {
        if (!isWriter()) {
            return false;
        }
        PeerState told = own;
        if (told == null) {
            return true;
        }
        Acceptor acceptor = context.acceptor;
        return !told.promised().equals(acceptor.promised())
                || !told.seen().equals(acceptor.seen())
                || told.echo() != acceptor.echo(context.now)
                || told.bound() != acceptor.isBound(context.now)
                || told.held().size() != context.own.size()
                || told.asks() != proposer.isSuspicious()
                || told.seat() != acceptor.seat()
                || told.departures().size() != context.departures.size() // before their equality: mostly there are none
                || !(context.departures.isEmpty() || told.departures().equals(context.departures))
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
        boolean trouble = isTrouble();
        for (GossipTable.Known known : context.table.all()) { // without a list: every beacon is asked
            if (isTold(known, trouble) && isNewTo(beacon, known.peerState())) {
                return true;
            }
        }
        PeerState mine = own;
        return mine != null && isOwnTold(mine, trouble) && isNewTo(beacon, mine);
    }

    private static boolean isNewTo(Beacon beacon, PeerState peerState) {
        for (PeerState told : beacon.peerStates()) {
            if (told.node() == peerState.node()) {
                return peerState.isNewerThan(told);
            }
        }
        return true;
    }
}
