package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.RecoverySettings.Recovery;
import io.meshlock.protocol.token.FencingToken;
import org.jspecify.annotations.Nullable;

/** Promises to others, suspicion, and this node's own attempts to make a new token. */
final class Proposer {

    private static final int NOBODY = -1;

    /** After so many beacons without a result something else is tried: at first, and in the end. */
    private static final int BACKOFF_BEACONS = 3;

    private static final int MOST_BACKOFF = 16;

    private final NodeContext context;
    private final EpochParticipation participation;
    private @Nullable Proposal mine;
    private boolean forced;
    private int removing = NOBODY;
    private View base = View.NONE;

    /** How often this node proposed since it last heard of a token in force. */
    private int attempts;

    /** When to propose, if nothing changes; {@link Long#MAX_VALUE} while there is no reason to. */
    private long due = Long.MAX_VALUE;

    /** When the holder makes a new epoch, unless it hears of another's; {@link Long#MAX_VALUE} while it has no reason to. */
    private long turn = Long.MAX_VALUE;

    /** Since when somebody here wants something; {@link Long#MAX_VALUE} while nobody does. */
    private long wantingSince = Long.MAX_VALUE;

    /** Until when the operator's wish for a token waits for the evidence of another to grow old. */
    private long wishUntil = HolderLease.NEVER;

    /** When this node promised last. */
    private long promisedAt = HolderLease.NEVER;

    Proposer(NodeContext context, EpochParticipation participation) {
        this.context = context;
        this.participation = participation;
    }

    @Nullable
    Proposal proposal() {
        return mine;
    }

    long due() {
        return due;
    }

    // ---- promises ----

    /** Promises what others propose, if nothing forbids it; true if something was promised. */
    boolean promise() {
        boolean promised = false;
        for (GossipTable.Known known : context.table.all()) {
            Proposal proposal = known.peerState().proposal();
            boolean alive = context.now - known.heard() <= 2 * BACKOFF_BEACONS * context.settings.beacon();
            if (proposal != null && alive && context.acceptor.mayPromise(proposal, context.now)) {
                swear(proposal);
                promised = true;
            }
        }
        return promised;
    }

    private void swear(Proposal proposal) {
        context.acceptor.promise(
                proposal, participation.frozenToken(), participation.algorithm().count());
        promisedAt = context.now;
        due = Long.MAX_VALUE;
    }

    // ---- suspicion ----

    /** Wants something, and has heard of no token for so long that there may be none. */
    boolean isSuspicious() {
        return context.settings.policy() != Recovery.NEVER
                && !context.isActive()
                && !context.acceptor.isBound(context.now)
                && (wants() || context.isFrozen());
    }

    /** Notes whether somebody wants something; called at every input. */
    void watch() {
        if (context.isActive() || !wants()) {
            wantingSince = Long.MAX_VALUE;
        } else if (wantingSince == Long.MAX_VALUE) {
            wantingSince = context.now;
        }
    }

    /** Somebody here waits or holds something, or somebody asks that cannot propose itself, being no member or not knowing that it is. */
    boolean wants() {
        return participation.algorithm().isWanted() || !context.own.isEmpty() || (context.isCounted() && isAsked());
    }

    private boolean isAsked() {
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            boolean alive = context.now - known.heard() <= 2 * BACKOFF_BEACONS * context.settings.beacon();
            boolean cannot =
                    peerState.outsider() || !context.acceptor.view().counts(peerState.node(), peerState.incarnation());
            if (peerState.asks() && alive && cannot) {
                return true;
            }
        }
        return false;
    }

    /** True as long as this node waits for answers of others. */
    boolean isBusy() {
        return mine != null || context.isFrozen() || isWished();
    }

    /** The operator wants a token made here. */
    boolean isWished() {
        return context.now < wishUntil;
    }

    /** Proposes when it is time to; true if it did. */
    boolean suspect() {
        if (mine != null && (!mine.epoch().equals(context.acceptor.promised()) || isStuck(mine))) {
            mine = null; // another is further, or two stand in each other's way
        }
        if (mine != null || !hasReason()) {
            due = Long.MAX_VALUE;
            return false;
        }
        if (due == Long.MAX_VALUE) {
            due = context.now + lot();
        }
        if (context.now < due) {
            return false;
        }
        boolean wished = isWished();
        propose(context.holderLease.isHere() ? context.holderLease.epoch() : Epoch.NONE);
        forced = wished && mine != null;
        return true;
    }

    private boolean hasReason() {
        if (isWished()
                && context.isCounted()
                && (context.holderLease.isHere() || !context.acceptor.isBound(context.now))) {
            return true;
        }
        boolean patient = context.now - promisedAt >= backoff();
        if (context.isFrozen() && patient) {
            return true; // whoever was promised may have died; this token is all there is
        }
        return context.settings.policy() == Recovery.MAJORITY
                && context.isCounted()
                && wantsForLong()
                && isSuspicious()
                && patient
                && isMajorityUnbound();
    }

    /**
     * How long a proposal is left alone. In a wide mesh of slow or lossy links an answer takes longer than a few beacons, and
     * many propose: unless they wait longer each time that nothing came of it, nothing ever would.
     */
    private long backoff() {
        int failures = Math.max(
                attempts,
                context.acceptor.promised().round() - context.acceptor.seen().round());
        long times = Math.min(MOST_BACKOFF, 1 + failures / 2);
        return times * BACKOFF_BEACONS * context.settings.beacon();
    }

    /** A token is in force. */
    void calm() {
        attempts = 0;
    }

    /** A pool that was silent has had time to show its token. */
    private boolean wantsForLong() {
        return wantingSince != Long.MAX_VALUE
                && context.now - wantingSince >= BACKOFF_BEACONS * context.settings.beacon();
    }

    private boolean isMajorityUnbound() {
        int unbound = 1;
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            if (context.acceptor.view().counts(peerState.node(), peerState.incarnation())
                    && !peerState.bound()
                    && context.isFresh(known)) {
                unbound++;
            }
        }
        return unbound >= context.settings.quorum(context.acceptor.view());
    }

    /** Somebody promised another epoch of this round, or a later one, and nothing came of either. */
    private boolean isStuck(Proposal proposal) {
        if (context.now - proposal.at() < backoff()) {
            return false;
        }
        for (GossipTable.Known known : context.table.all()) {
            Epoch theirs = known.peerState().promised();
            if (theirs.round() >= proposal.epoch().round() && !theirs.equals(proposal.epoch())) {
                return true;
            }
        }
        return false;
    }

    /** A wait that differs from node to node and from attempt to attempt, so that one of them is first. */
    private long lot() {
        long mixed = (context.node * 1_000_003L + context.acceptor.promised().round()) * 1_000_003L + attempts;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return Long.remainderUnsigned(mixed ^ (mixed >>> 31), backoff() + 1);
    }

    // ---- proposals ----

    /**
     * True if the holder, should it be overtaken by a promise of a newer epoch, has to make one that is newer still. It does so at once
     * if its own was ever in force. Otherwise two holders might do nothing but overtake each other, each before a majority
     * heard of the other's token: it draws a lot first.
     */
    boolean isItsTurn(boolean overtaken) {
        if (!overtaken) {
            turn = Long.MAX_VALUE;
        } else if (turn == Long.MAX_VALUE) {
            turn = context.holderLease.isCommitted() ? context.now : context.now + lot();
        }
        return turn <= context.now;
    }

    /** When it may be this holder's turn; {@link Long#MAX_VALUE} if it is not overtaken. */
    long turn() {
        return turn;
    }

    /** The holder makes a new epoch; {@code gone}, if not negative, is to be left out of it. */
    void renewEpoch(int gone) {
        propose(context.holderLease.epoch());
        removing = gone;
        base = context.acceptor.view();
    }

    /**
     * The operator wants a token, however few can be asked. Nothing happens while evidence of another comes in: he is mistaken
     * then, and his wish lapses.
     */
    void force() {
        wishUntil = context.now + 2 * context.settings.electionTimeout();
    }

    private void propose(Epoch waiver) {
        Check.invariant(
                waiver.equals(Epoch.NONE)
                        || (context.holderLease.isHere() && waiver.equals(context.holderLease.epoch())),
                "who waives a token's guard has that token");
        int round = context.largestRound() + 1;
        due = Long.MAX_VALUE;
        if (round > FencingToken.MAX_ROUND) {
            return;
        }
        attempts++;
        turn = Long.MAX_VALUE;
        wishUntil = HolderLease.NEVER;
        forced = false;
        removing = NOBODY;
        base = View.NONE;
        Proposal proposal = new Proposal(new Epoch(round, context.node), waiver, context.now);
        swear(proposal);
        mine = proposal;
    }

    /** Makes the token if enough members have answered; true if it did. */
    boolean create(PeerState own) {
        Proposal proposal = mine;
        if (proposal == null || !proposal.epoch().equals(context.acceptor.promised())) {
            return false;
        }
        boolean late = context.now - proposal.at() >= forcedAfter();
        TokenReconstruction reconstruction =
                TokenReconstruction.attempt(context, proposal, own, forced && late, removing, base);
        if (reconstruction == null) {
            mine = forced && late ? null : proposal; // the operator has his answer: it cannot be done here
            return false;
        }
        mine = null;
        forced = false;
        participation.found(proposal.epoch(), reconstruction);
        return true;
    }

    /** So long everybody that can be reached has time to answer, bound or not. */
    private long forcedAfter() {
        return context.settings.electionTimeout() + 4 * context.settings.beacon();
    }

    /** When a forced token is made at the latest; {@link Long#MAX_VALUE} if none is. */
    long forcedAt() {
        Proposal proposal = mine;
        return forced && proposal != null ? proposal.at() + forcedAfter() : Long.MAX_VALUE;
    }
}
