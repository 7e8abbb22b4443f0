package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.recovery.RecoverySettings.Recovery;
import io.meshlock.protocol.token.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * The proposer of a node, as in Paxos: suspects that the token is lost, proposes new epochs and makes their tokens.
 * Also answers the proposals of others with promises.
 */
final class Proposer {

    /** The first backoff of a proposal, in beacon intervals. */
    private static final int BACKOFF_BEACONS = 3;

    /** How long a word of another node counts, or a want that ended unserved, in beacon intervals. */
    private static final int MEMORY_BEACONS = 2 * BACKOFF_BEACONS;

    /** The longest backoff, as a multiple of the first one. */
    private static final int MAX_BACKOFF = 16;

    private final NodeContext context;
    private final EpochParticipation participation;
    private @Nullable Proposal mine;
    private boolean forced;

    /** Proposals of this node since it last heard of a committed view. */
    private int attempts;

    /** When to propose; {@link Long#MAX_VALUE} while there is no reason to. */
    private long due = Long.MAX_VALUE;

    /** When the holder proposes a newer epoch because it was overtaken; {@link Long#MAX_VALUE} while it is not. */
    private long turn = Long.MAX_VALUE;

    /** Since when this node has had a use for the token; {@link Long#MAX_VALUE} while it has none. */
    private long wantingSince = Long.MAX_VALUE;

    /** When this node had a use for the token last. */
    private long wantedAt = HolderLease.NEVER;

    /** When another node asked last, as far as is known here. */
    private long askedAt = HolderLease.NEVER;

    /** Until when an operator's order to make a token waits for the election timeout to pass. */
    private long orderedUntil = HolderLease.NEVER;

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

    /** Promises the proposals of others where that is allowed; true if something was promised. */
    boolean promise() {
        boolean promised = false;
        for (GossipTable.Known known : context.table.all()) {
            Proposal proposal = known.peerState().proposal();
            if (proposal == null || !isAlive(known)) {
                continue;
            }
            context.acceptor.learn(proposal.view());
            if (context.acceptor.mayPromise(proposal, context.holderLease.isHere(), context.now)) {
                promiseTo(proposal);
                promised = true;
            }
        }
        return promised;
    }

    private boolean isAlive(GossipTable.Known known) {
        return context.now - known.heard() <= MEMORY_BEACONS * context.settings.beacon();
    }

    private void promiseTo(Proposal proposal) {
        context.acceptor.promise(
                proposal, participation.frozenToken(), participation.algorithm().count());
        promisedAt = context.now;
        due = Long.MAX_VALUE;
    }

    /** True if the last promise is an election timeout old. */
    boolean hasPromisedNothingLately() {
        return context.now - promisedAt >= context.settings.electionTimeout();
    }

    // ---- suspicion ----

    /** True if this node has a use for the token and has heard of none for an election timeout. */
    boolean isSuspicious() {
        return context.settings.policy() != Recovery.NEVER
                && !context.isActive()
                && !context.acceptor.isBound(context.now)
                && (wants() || wantedLately() || context.isFrozen());
    }

    /** Notes since when the token has been wanted; called at every input. */
    void watch() {
        if (context.isActive()) {
            wantingSince = Long.MAX_VALUE;
            wantedAt = HolderLease.NEVER;
        } else if (wants()) {
            wantedAt = context.now;
            wantingSince = Math.min(wantingSince, context.now);
        } else if (!wantedLately()) {
            wantingSince = Long.MAX_VALUE;
        }
    }

    /**
     * True if a want ended within the last beacons. Clients with little patience withdraw their requests and ask again;
     * each for itself is too short to be a reason for anything.
     */
    private boolean wantedLately() {
        return context.now - wantedAt <= MEMORY_BEACONS * context.settings.beacon();
    }

    /**
     * True if a client here waits or holds a grant, or if this node votes and another one asks: most nodes have no vote
     * and cannot propose.
     */
    boolean wants() {
        return participation.algorithm().isWanted()
                || !context.own.isEmpty()
                || (context.acceptor.isVoter() && isAsked());
    }

    private boolean isAsked() {
        return context.now - askedAt <= MEMORY_BEACONS * context.settings.beacon();
    }

    /** How long ago a node asked that wants something and has no evidence; -1 if none did lately. */
    long askAge() {
        if (isSuspicious()) {
            return 0;
        }
        return isAsked() && !context.acceptor.isBound(context.now) ? context.now - askedAt : -1;
    }

    /** Somebody asked; true if that is news. The age grows on its way, so that no ask goes round for ever. */
    boolean hearAsk(long age) {
        long at = context.now - age - Math.max(1, context.settings.pause() / 8);
        boolean news = age >= 0 && at >= askedAt + context.settings.beacon() / 2;
        if (news) {
            askedAt = at;
        }
        return news && isAsked();
    }

    /** Evidence answers all who asked. */
    void hearEvidence() {
        askedAt = HolderLease.NEVER;
    }

    /** True while this node waits for answers from others. */
    boolean isBusy() {
        return mine != null || context.isFrozen() || isOrdered();
    }

    /** The operator has ordered this node to make a token. */
    boolean isOrdered() {
        return context.now < orderedUntil;
    }

    /** Proposes if it is time to; true if it did. */
    boolean suspect() {
        if (mine != null && (!mine.epoch().equals(context.acceptor.promised()) || isStuck(mine))) {
            mine = null; // another proposal is newer, or two block each other
        }
        if (mine != null || !hasReason()) {
            due = Long.MAX_VALUE;
            return false;
        }
        if (due == Long.MAX_VALUE) {
            due = context.now + turnOf(context.node);
        }
        if (context.now < due) {
            return false;
        }
        boolean ordered = isOrdered();
        propose(context.holderLease.isHere() ? context.holderLease.epoch() : Epoch.NONE);
        forced = ordered && mine != null;
        return true;
    }

    private boolean hasReason() {
        if (context.acceptor.isFounding() && context.acceptor.isVoter()) {
            return true;
        }
        if (isOrdered() && (context.holderLease.isHere() || !context.acceptor.isBound(context.now))) {
            return true;
        }
        boolean waitedEnough = context.now - promisedAt >= backoff();
        if (context.isFrozen() && waitedEnough) {
            return true; // the proposer may have died; this may be the only token
        }
        return context.settings.policy() == Recovery.MAJORITY
                && context.acceptor.isVoter()
                && wantsForLong()
                && isSuspicious()
                && waitedEnough
                && isMajorityUnbound();
    }

    /**
     * How long a proposal is given before another one is made. In a wide mesh with slow or lossy links an answer takes
     * longer than a few beacons, and many nodes propose. The wait grows with every failure; otherwise no proposal might
     * ever succeed.
     */
    private long backoff() {
        int failures = Math.max(
                attempts,
                context.acceptor.promised().round() - context.acceptor.seen().round());
        long times = Math.min(MAX_BACKOFF, 1 + failures / 2);
        return times * BACKOFF_BEACONS * context.settings.beacon();
    }

    /** A view is committed: the next backoff starts from the beginning. */
    void resetBackoff() {
        attempts = 0;
    }

    /** True if a silent pool has had time to show its token. */
    private boolean wantsForLong() {
        return wantingSince != Long.MAX_VALUE
                && context.now - wantingSince >= BACKOFF_BEACONS * context.settings.beacon();
    }

    private boolean isMajorityUnbound() {
        int unbound = 1; // this node votes
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            if (context.isVoter(peerState) && !peerState.bound() && context.isFresh(known)) {
                unbound++;
            }
        }
        return unbound >= context.settings.quorum(context.acceptor.view());
    }

    /** True if another node promised a different epoch of this round or a later one, and neither led to a token. */
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

    /**
     * The turn of a voter: one beacon interval per place in the view, which begins at another voter in each round. Ranks
     * keep proposals apart where random waits would cross.
     */
    private long turnOf(int node) {
        int place = context.acceptor.view().place(node);
        if (place < 0) {
            return jitter();
        }
        int seats = context.acceptor.view().seats().size();
        int round = Math.max(0, context.largestRound() + 1);
        long times = Math.min(MAX_BACKOFF, 1 + attempts / 2);
        return Math.floorMod(place - round, seats) * times * context.settings.beacon();
    }

    /** A pseudo-random wait up to the backoff. It differs by node and attempt, so that one node is first. */
    private long jitter() {
        long mixed = (context.node * 1_000_003L + context.acceptor.promised().round()) * 1_000_003L + attempts;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return Long.remainderUnsigned(mixed ^ (mixed >>> 31), backoff() + 1);
    }

    // ---- proposals ----

    /**
     * True if the holder has to propose a newer epoch now, because another node promised an epoch newer than its
     * token's. If the holder's view is committed, it proposes at once. Otherwise it waits for a random time first: two
     * holders might overtake each other forever, each before a majority heard of the other's token.
     */
    boolean isItsTurn(boolean overtaken) {
        if (!overtaken) {
            turn = Long.MAX_VALUE;
        } else if (turn == Long.MAX_VALUE) {
            turn = context.holderLease.isCommitted() ? context.now : context.now + jitter();
        }
        return turn <= context.now;
    }

    /** When an overtaken holder proposes; {@link Long#MAX_VALUE} if it is not overtaken. */
    long turn() {
        return turn;
    }

    /** The holder proposes a new epoch. */
    void renewEpoch() {
        propose(context.holderLease.epoch());
    }

    /**
     * The operator orders a new token, even if no majority answers. While heartbeats of another token arrive, nothing
     * happens, and the order lapses.
     */
    void force() {
        orderedUntil = context.now + 2 * context.settings.electionTimeout();
    }

    private void propose(Epoch waiver) {
        Check.invariant(
                waiver.equals(Epoch.NONE)
                        || (context.holderLease.isHere() && waiver.equals(context.holderLease.epoch())),
                "a proposer waives the election timeout of its own token only");
        int round = context.largestRound() + 1;
        due = Long.MAX_VALUE;
        if (round > FencingToken.MAX_ROUND) {
            return;
        }
        attempts++;
        turn = Long.MAX_VALUE;
        orderedUntil = HolderLease.NEVER;
        forced = false;
        Proposal proposal = new Proposal(
                new Epoch(round, context.node, context.acceptor.incarnation()),
                waiver,
                context.now,
                context.acceptor.view());
        promiseTo(proposal);
        mine = proposal;
    }

    /** Makes the token if enough voters have promised; true if it did. */
    boolean create(PeerState own) {
        Proposal proposal = mine;
        if (proposal == null
                || !proposal.epoch().equals(context.acceptor.promised())
                || context.acceptor.isOnProbation(context.now)) {
            return false;
        }
        boolean late = context.now - proposal.at() >= forcedAfter();
        TokenReconstruction reconstruction = TokenReconstruction.attempt(context, proposal, own, forced && late);
        if (reconstruction == null) {
            mine = forced && late ? null : proposal; // the order failed: this node cannot make the token
            return false;
        }
        mine = null;
        forced = false;
        participation.begin(proposal.epoch(), reconstruction);
        return true;
    }

    /** How long a forced proposal waits, so that every reachable node, even a bound one, can answer. */
    private long forcedAfter() {
        return context.settings.electionTimeout() + 4 * context.settings.beacon();
    }

    /** When a token that was ordered, or a pool's first one, is made at the latest; else {@link Long#MAX_VALUE}. */
    long forcedAt() {
        Proposal proposal = mine;
        if (proposal == null) {
            return Long.MAX_VALUE;
        }
        boolean founding = context.acceptor.view().epoch().equals(Epoch.GENESIS);
        return forced
                ? proposal.at() + forcedAfter()
                : founding && context.now - proposal.at() < TokenReconstruction.foundingWait(context)
                        ? proposal.at() + TokenReconstruction.foundingWait(context)
                        : Long.MAX_VALUE;
    }
}
