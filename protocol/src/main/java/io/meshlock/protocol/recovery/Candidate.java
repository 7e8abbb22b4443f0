package io.meshlock.protocol.recovery;

/** This node as a candidate for a seat: it offers itself when the holder seeks voters. And as a voter that leaves. */
final class Candidate {

    /** How long a voter that leaves waits for somebody who would vote in its place, in beacon intervals. */
    private static final int PATIENCE_BEACONS = 3;

    /** How long it waits for that one to be seated, in beacon intervals. */
    private static final int LONGEST_BEACONS = 12;

    private final NodeContext context;
    private final EpochParticipation participation;
    private long leavingSince = HolderLease.NEVER;

    Candidate(NodeContext context, EpochParticipation participation) {
        this.context = context;
        this.participation = participation;
    }

    // ---- offers ----

    /** Takes in an offer; true if it is news. */
    boolean hear(Offer offer) {
        context.offers.follow(context.acceptor.view(), context.now);
        return context.offers.hear(offer, context.now);
    }

    /** Offers to vote if this node's turn has come; true if it did. */
    boolean offer() {
        context.offers.follow(context.acceptor.view(), context.now);
        if (!isSought() || isLeaving() || !context.offers.isWanted(context.node, context.now)) {
            return false;
        }
        context.acceptor.takeSeat();
        context.offers.make(context.self(), context.now);
        return true;
    }

    /** True if the holder seeks voters, and this node, which is none, has heard so a moment ago. */
    private boolean isSought() {
        Heartbeat newest = context.acceptor.newest();
        return newest != null
                && newest.seeks()
                && !context.acceptor.isVoter() // before the views: every step asks, and most nodes of a small mesh vote
                && newest.view().equals(context.acceptor.view())
                && participation.isTakingPart()
                && context.acceptor.evidenceAge(context.now) < 2 * context.settings.beacon();
    }

    // ---- leaving ----

    void leave() {
        leavingSince = context.now;
    }

    private boolean isLeaving() {
        return !context.departures.isEmpty() && context.departures.contains(context.node);
    }

    /** True if this node leaves and does not vote any more, or nobody will vote in its place. */
    boolean mayGo() {
        if (!isLeaving()) {
            return false;
        }
        long waited = context.now - leavingSince;
        boolean nobody = context.offers.isEmpty() && waited >= PATIENCE_BEACONS * context.settings.beacon();
        return !context.acceptor.isVoter()
                || !participation.hasPeers()
                || nobody
                || waited >= LONGEST_BEACONS * context.settings.beacon();
    }

    // ---- time ----

    /** When to look again; {@link Long#MAX_VALUE} if there is nothing to wait for. */
    long due() {
        long next = isSought() ? context.offers.due(context.node, context.now) : Long.MAX_VALUE;
        if (isLeaving() && context.acceptor.isVoter()) {
            long patience = leavingSince + PATIENCE_BEACONS * context.settings.beacon();
            long longest = leavingSince + LONGEST_BEACONS * context.settings.beacon();
            long later = context.now < longest ? longest : Long.MAX_VALUE;
            next = Math.min(next, context.now < patience ? patience : later);
        }
        return next;
    }
}
