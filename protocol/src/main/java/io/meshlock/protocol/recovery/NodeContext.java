package io.meshlock.protocol.recovery;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import java.util.ArrayList;
import java.util.List;

/** What the parts of a node share: what it is bound to, what it knows of others, and the time. */
final class NodeContext {

    final int node;
    final RecoverySettings settings;
    final Acceptor acceptor;
    final GossipTable table;
    final HolderLease holderLease;
    final SizeChange sizeChange;
    final LocalGrants own = new LocalGrants();

    /** Members that are gone for good, as somebody said here; this node itself if it wants to leave. */
    final List<Integer> departures = new ArrayList<>(0);

    /** The clock of this node at the present input. */
    long now;

    NodeContext(int node, RecoverySettings settings, PoolSize bootstrapped, DurableState kept, boolean unkept) {
        this.node = node;
        this.settings = settings;
        this.acceptor = new Acceptor(settings, node, kept, unkept);
        this.table = new GossipTable(settings.drift());
        this.holderLease = new HolderLease(settings);
        this.sizeChange = new SizeChange(bootstrapped);
    }

    /** The token is here, and nobody was promised a newer one. */
    boolean isActive() {
        return holderLease.isHere() && holderLease.epoch().equals(acceptor.promised());
    }

    /** A token is here that grants no more, because a newer one was promised. */
    boolean isFrozen() {
        return holderLease.isHere() && acceptor.promised().isAfter(holderLease.epoch());
    }

    boolean isValid() {
        return isActive() && holderLease.isValid(now);
    }

    /** This incarnation counts when majorities are counted. */
    boolean isCounted() {
        return acceptor.view().counts(node, acceptor.incarnation());
    }

    /** The incarnation of that member that takes part in the epoch, or -1. */
    long listedIncarnation(int member) {
        Member listed = acceptor.view().member(member);
        return listed == null ? -1 : listed.incarnation();
    }

    /** True if this was heard so short a time ago that its writer is probably there. */
    boolean isFresh(GossipTable.Known known) {
        return now - known.heard() <= settings.electionTimeout();
    }

    /** The largest round that anybody spoke of. */
    int largestRound() {
        int round = acceptor.promised().round();
        for (GossipTable.Known known : table.all()) {
            round = Math.max(round, known.peerState().promised().round());
        }
        return round;
    }
}
