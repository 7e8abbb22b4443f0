package io.meshlock.protocol.recovery;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import java.util.ArrayList;
import java.util.List;

/** State that the parts of a node share: acceptor, gossip table, holder lease, local grants and the time. */
final class NodeContext {

    /** No node has this number. */
    static final int NOBODY = -1;

    /** By how many rounds others lead at most, as far as this node believes them at once. */
    static final int MAX_LEAD = 1_000;

    final int node;
    final RecoverySettings settings;
    final Acceptor acceptor;
    final GossipTable table;
    final HolderLease holderLease;
    final SizeChange sizeChange;
    final LocalGrants own = new LocalGrants();
    final Offers offers;
    final ClockReadings readings;
    final Echoes echoes = new Echoes();

    /** The neighbour on the way to the token's holder: the newest heartbeat, or the token, went over it. */
    int wayToHolder = NOBODY;

    final Peers peers = new Peers();

    /** Voters that are gone for good, as the operator said here; this node itself if it wants to leave. */
    final List<Integer> departures = new ArrayList<>(0);

    /** The time of the present input by this node's clock. */
    long now;

    NodeContext(int node, RecoverySettings settings, PoolSize bootstrapped, DurableState kept, boolean unkept) {
        this.node = node;
        this.settings = settings;
        this.acceptor = new Acceptor(settings, node, kept, unkept);
        this.table = new GossipTable(settings.electionTimeout());
        this.holderLease = new HolderLease(settings);
        this.sizeChange = new SizeChange(bootstrapped);
        this.offers = new Offers(settings);
        this.readings = new ClockReadings(settings.drift(), settings.electionTimeout());
    }

    /** The token is here, and this node has promised no newer epoch. */
    boolean isActive() {
        return holderLease.isHere() && holderLease.epoch().equals(acceptor.promised());
    }

    /** The token is here but grants no more, because this node has promised a newer epoch. */
    boolean isFrozen() {
        return holderLease.isHere() && acceptor.promised().isAfter(holderLease.epoch());
    }

    boolean isValid() {
        return isActive() && holderLease.isValid(now);
    }

    /** This node's seat; its number is {@link Seat#NONE} if it has none. */
    Seat self() {
        return new Seat(node, acceptor.seat());
    }

    /** This node's clock. */
    ClockReading ownReading() {
        return new ClockReading(node, acceptor.incarnation(), now);
    }

    /** True if the writer of this peer state votes, as far as is known here. */
    boolean isVoter(PeerState peerState) {
        return peerState.seat() != Seat.NONE && acceptor.view().counts(peerState.node(), peerState.seat());
    }

    /**
     * True if the writer of this peer state asks for a token and promised a newer epoch than the newest view's, without a
     * vote. It serves that view's token no more, and nobody but the token's holder can make an epoch that it may join. A
     * lead of very many rounds is made up.
     */
    boolean isStranded(PeerState peerState) {
        Epoch present = acceptor.view().epoch();
        Epoch promised = peerState.promised();
        return peerState.asks()
                && !isVoter(peerState)
                && promised.isAfter(present)
                && promised.round() <= present.round() + MAX_LEAD;
    }

    /** True if this peer state arrived so recently that its writer is probably alive. */
    boolean isFresh(GossipTable.Known known) {
        return now - known.heard() <= settings.electionTimeout();
    }

    /**
     * The largest round promised by a voter, as far as is known here. Anybody can claim anything: what others promised
     * does not count, and no voter leads by so much that a few claims could use the rounds up.
     */
    int largestRound() {
        int own = acceptor.promised().round();
        int round = own;
        for (GossipTable.Known known : table.all()) {
            int theirs = known.peerState().promised().round();
            if (theirs > round && isVoter(known.peerState())) {
                round = theirs;
            }
        }
        return Math.min(round, own + MAX_LEAD);
    }
}
