package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.recovery.RecoveryMessage.Renew;

/**
 * Renewals of the grants held here, and those of others on their way to the token's holder. They go back the way that
 * the newest heartbeat came: it is at most a beacon old, however links come and go, and costs a message per hop, not one
 * per link of the mesh.
 */
final class Renewals {

    /** How long a grantee waits for the acknowledgement before it asks again, in beacon intervals. */
    private static final int REPEAT_BEACONS = 2;

    private final NodeContext context;
    private final EpochParticipation participation;
    private final Gossip gossip;
    private final EpochEffects out;
    private long lastSent = HolderLease.NEVER;
    private Epoch sentIn = Epoch.NONE;

    Renewals(NodeContext context, EpochParticipation participation, Gossip gossip, EpochEffects out) {
        this.context = context;
        this.participation = participation;
        this.gossip = gossip;
        this.out = out;
    }

    /** Asks the holder to renew this node's grants, if one of them needs it. */
    void send() {
        if (due() <= context.now) {
            lastSent = context.now;
            sentIn = participation.epoch();
            out.sendPlain(context.wayToHolder, new Renew(gossip.write(), 1));
        }
    }

    /** When the holder is to be asked; {@link Long#MAX_VALUE} if there is nothing to renew, or no way is known. */
    long due() {
        if (context.own.isEmpty() || context.isActive() || !participation.isTakingPart() || !hasWay()) {
            return Long.MAX_VALUE;
        }
        long from = context.own.renewableFrom(context.acceptor.seen().round(), context.settings.lease());
        if (from == Long.MAX_VALUE || !sentIn.equals(participation.epoch())) {
            return from;
        }
        return Math.max(from, lastSent + REPEAT_BEACONS * context.settings.beacon());
    }

    /** Passes on what another node sent. */
    void passOn(int from, Renew renew) {
        boolean back = context.wayToHolder == from; // the way is broken here; the next heartbeat shows another one
        if (!back && renew.hops() < Renew.MOST_HOPS && hasWay()) {
            out.sendPlain(context.wayToHolder, new Renew(renew.peerState(), renew.hops() + 1));
        }
    }

    private boolean hasWay() {
        return context.peers.find(context.wayToHolder) != null;
    }
}
