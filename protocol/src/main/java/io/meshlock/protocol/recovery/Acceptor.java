package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import org.jspecify.annotations.Nullable;

/**
 * The acceptor of a node, as in Paxos: the epoch that it promised, the newest heartbeat that it saw, and its election
 * timeout. The part that must survive crashes is {@link #durable()}; a change of it is stored before the next message
 * is sent.
 */
final class Acceptor {

    private final RecoverySettings settings;
    private final int node;
    private final long incarnation;
    private long seat;
    private Epoch promised;
    private Epoch seen;
    private View view;

    /** Whether {@link #view} lists {@link #seat}: every step asks, and both change rarely. */
    private boolean voter;

    private long electionTimeoutUntil;
    private long heardAt;
    private @Nullable Heartbeat newest;
    private @Nullable Promise report;

    /** The newest view that the seat may have been offered for. */
    private View offeredFor;

    private boolean unkept;

    /** What was kept last has a seat. */
    private boolean seatKept;

    /** This start found a seat on its disk, with promises that may be older than those that were made. */
    private final boolean remembers;

    /** Until when a seat that was found on the disk does not count: others may remember more of it. */
    private long provenAt = HolderLease.NEVER;

    Acceptor(RecoverySettings settings, int node, DurableState kept, boolean unkept) {
        this.settings = settings;
        this.node = node;
        this.incarnation = kept.incarnation();
        this.seat = kept.seat();
        this.promised = kept.promised();
        this.seen = kept.seen();
        this.view = kept.view();
        this.voter = view.counts(node, seat);
        this.offeredFor = kept.view();
        this.unkept = unkept;
        this.seatKept = kept.isSeated();
        this.remembers = kept.isSeated() && !isBeginning(kept);
        checkPromise();
    }

    /** True in the incarnation in which the pool's first token is made; a later one waits for a heartbeat. */
    static boolean isBeginning(DurableState kept) {
        Epoch promised = kept.promised();
        return promised.round() == 0
                && kept.view().epoch().equals(promised)
                && kept.view().version() == 0
                && kept.incarnation() == promised.incarnation();
    }

    /**
     * Starts the clock. A former incarnation may have seen a heartbeat a moment ago, so the election timeout starts
     * anew; but not for a voter that has never seen anything.
     */
    void start(long now) {
        electionTimeoutUntil = isFounding() ? now : now + settings.electionTimeout();
        provenAt = remembers ? electionTimeoutUntil : now;
    }

    /**
     * True while a seat that was found on the disk does not count. The disk may be a copy that is older than what was
     * promised; whoever is in reach and remembers more has the time of an election timeout to say so.
     */
    boolean isOnProbation(long now) {
        return now < provenAt;
    }

    /**
     * Others remember of this node's seat what its disk does not know: the disk was put back to an earlier state. Whatever
     * the seat promised since binds for good, so nobody may speak for it any more; this node may get another seat. True if
     * the seat was given up.
     */
    boolean hearOfItself(PeerState told) {
        boolean sameSeat = isSeated() && told.seat() == seat;
        boolean later = told.promised().isAfter(promised)
                || told.seen().isAfter(seen)
                || (Incarnation.sameDisk(told.incarnation(), incarnation) && told.incarnation() > incarnation);
        return sameSeat && later && loseSeat();
    }

    /** As {@link #hearOfItself}, if this node itself made that epoch: it would have promised it before anybody heard of it. */
    boolean hearOfItself(Epoch told) {
        boolean mine = told.maker() == node && Incarnation.sameDisk(told.incarnation(), incarnation);
        return mine && told.isAfter(promised) && loseSeat();
    }

    private boolean loseSeat() {
        boolean loses = isSeated();
        if (loses) {
            change(view, Seat.NONE);
        }
        return loses;
    }

    DurableState durable() {
        unkept = false;
        seatKept = isSeated();
        return new DurableState(incarnation, seat, promised, seen, view);
    }

    /** True if others count on what this node promises, and that has changed since {@link #durable()} was called. */
    boolean isUnkept() {
        return unkept && (isSeated() || seatKept);
    }

    /** The number of this node's seat; {@link Seat#NONE} if it has none. */
    long seat() {
        return seat;
    }

    /** True if this node has a seat, listed in a view or offered for one: then its promises survive crashes. */
    boolean isSeated() {
        return seat != Seat.NONE;
    }

    /** True if the newest view lists this node's seat. */
    boolean isVoter() {
        return voter;
    }

    private void change(View newView, long newSeat) {
        view = newView;
        seat = newSeat;
        voter = view.counts(node, seat);
        unkept = true;
    }

    /** True if this node promised a newer epoch than the newest view's, without a vote. */
    boolean isStranded() {
        return !isVoter() && promised.isAfter(view.epoch());
    }

    /**
     * From now on this node's promises are kept, so that it may be given a vote. The number is never 0, which is that of
     * the first voters' seats, and no other incarnation takes the same: what was not kept since a seat was given up is
     * forgotten by then.
     */
    void takeSeat() {
        offeredFor = view;
        if (!isSeated()) {
            change(view, incarnation + 1);
        }
    }

    /**
     * Gives up a seat that nobody will count any more: a view without it is committed, and newer than every view that it
     * was offered for. Before that is known it must be remembered: the unseating may come to nothing, and the seat be needed.
     */
    private void giveUpSeat(Heartbeat heartbeat) {
        boolean without = heartbeat.committed() && heartbeat.view().equals(view) && !isVoter();
        if (isSeated() && without && view.compareTo(offeredFor) > 0) {
            change(view, Seat.NONE);
        }
    }

    /** True if this node is one of the first voters and knows of no token or proposal. */
    boolean isFounding() {
        return isSeated() && promised.equals(Epoch.GENESIS);
    }

    long incarnation() {
        return incarnation;
    }

    Epoch promised() {
        return promised;
    }

    Epoch seen() {
        return seen;
    }

    View view() {
        return view;
    }

    @Nullable
    Heartbeat newest() {
        return newest;
    }

    @Nullable
    Promise report() {
        return report;
    }

    /** The count of the newest heartbeat seen of epoch {@code seen}; 0 if none, or if this node's word does not count yet. */
    long echo(long now) {
        return newest == null || !newest.epoch().equals(seen) || isOnProbation(now) ? 0 : newest.count();
    }

    /** How long ago the newest heartbeat arrived; -1 if none arrived in this incarnation. */
    long evidenceAge(long now) {
        return newest == null ? -1 : now - heardAt;
    }

    boolean isBound(long now) {
        return now < electionTimeoutUntil;
    }

    /** Takes in a heartbeat; false if it is older than the promise, or not new. Its view is news in any case. */
    boolean hear(Heartbeat heartbeat, long now) {
        learn(heartbeat.view());
        if (promised.isAfter(heartbeat.epoch()) || (newest != null && !heartbeat.isNewerThan(newest))) {
            return false;
        }
        newest = heartbeat;
        heardAt = now;
        electionTimeoutUntil = now + settings.electionTimeout();
        if (report != null && !report.proposal().isAfter(heartbeat.epoch())) {
            report = null;
        }
        promise(heartbeat.epoch());
        see(heartbeat.epoch(), heartbeat.view());
        giveUpSeat(heartbeat);
        return true;
    }

    /** The token arrived or was made here, which is evidence, too. */
    void hold(Epoch epoch, View newView, long now) {
        electionTimeoutUntil = now + settings.electionTimeout();
        see(epoch, newView);
    }

    private void see(Epoch epoch, View newView) {
        if (epoch.isAfter(seen)) {
            seen = epoch;
            unkept = true;
            checkPromise();
        }
        learn(newView);
    }

    /**
     * Who votes is news, whoever tells: without it a voter might wait forever for others that vote no more.
     *
     * <p>One of the first voters that hears of a token before it has promised anything may have helped to make that token
     * and lost its memory since. So its first seat is void; it may get another one.
     */
    void learn(View newView) {
        if (isFounding() && !newView.epoch().equals(Epoch.GENESIS) && !newView.equals(View.NONE)) {
            change(view, Seat.NONE);
        }
        if (newView.compareTo(view) > 0) {
            change(newView, seat);
        }
    }

    /** A node that has seen a token or its heartbeat serves no older token. */
    private void checkPromise() {
        Check.invariant(!seen.isAfter(promised), "a node saw an epoch that it did not promise");
    }

    private void promise(Epoch epoch) {
        if (epoch.isAfter(promised)) {
            promised = epoch;
            unkept = true;
        }
    }

    /**
     * True if this node may promise the proposal. Only promises that are remembered count, so a node without a seat makes
     * none, unless it has a token to report. No node promises two epochs of one round. A node that is bound does not
     * promise, unless the proposer has the very token that bound it (waiver).
     */
    boolean mayPromise(Proposal proposal, boolean hasToken, long now) {
        if (!isSeated() && !hasToken) {
            return false;
        }
        Epoch epoch = proposal.epoch();
        boolean again = epoch.equals(promised) && report == null && epoch.isAfter(seen);
        if (!again && epoch.round() <= promised.round()) {
            return false;
        }
        boolean waived = !proposal.waiver().equals(Epoch.NONE) && !seen.isAfter(proposal.waiver());
        return (waived && !isOnProbation(now)) || !isBound(now);
    }

    /** Promises, and reports what the proposer needs for the new token. */
    void promise(Proposal proposal, @Nullable FrozenToken token, long count) {
        Check.invariant(
                proposal.epoch().round() > promised.round() || proposal.epoch().equals(promised),
                "nobody promises two epochs of one round");
        promise(proposal.epoch());
        report = new Promise(proposal.epoch(), proposal.at(), seen, view, token, count);
    }
}
