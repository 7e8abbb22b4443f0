package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.Settings.Recovery;
import io.meshlock.protocol.token.FencingNumber;
import org.jspecify.annotations.Nullable;

/** Promises to others, suspicion, and this node's own attempts to make a new token. */
final class Candidacy {

    private static final int NOBODY = -1;

    /** After so many beacons without a result something else is tried: at first, and in the end. */
    private static final int PATIENCE_BEACONS = 3;

    private static final int MOST_PATIENCE = 16;

    private final Self self;
    private final Attendance attendance;
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
    private long wishUntil = Tenure.NEVER;

    /** When this node promised last. */
    private long promisedAt = Tenure.NEVER;

    Candidacy(Self self, Attendance attendance) {
        this.self = self;
        this.attendance = attendance;
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
        for (Table.Known known : self.table.all()) {
            Proposal proposal = known.row().proposal();
            boolean alive = self.now - known.heard() <= 2 * PATIENCE_BEACONS * self.settings.beacon();
            if (proposal != null && alive && self.pledge.mayPromise(proposal, self.now)) {
                swear(proposal);
                promised = true;
            }
        }
        return promised;
    }

    private void swear(Proposal proposal) {
        self.pledge.promise(proposal, attendance.surrender(), attendance.ward().count());
        promisedAt = self.now;
        due = Long.MAX_VALUE;
    }

    // ---- suspicion ----

    /** Wants something, and has heard of no token for so long that there may be none. */
    boolean isSuspicious() {
        return self.settings.policy() != Recovery.NEVER
                && !self.isActive()
                && !self.pledge.isGuarded(self.now)
                && (wants() || self.isFrozen());
    }

    /** Notes whether somebody wants something; called at every input. */
    void watch() {
        if (self.isActive() || !wants()) {
            wantingSince = Long.MAX_VALUE;
        } else if (wantingSince == Long.MAX_VALUE) {
            wantingSince = self.now;
        }
    }

    /** Somebody here waits or holds something, or somebody asks that cannot propose itself, being no member or not knowing that it is. */
    boolean wants() {
        return attendance.ward().isWanted() || !self.own.isEmpty() || (self.isCounted() && isAsked());
    }

    private boolean isAsked() {
        for (Table.Known known : self.table.all()) {
            Row row = known.row();
            boolean alive = self.now - known.heard() <= 2 * PATIENCE_BEACONS * self.settings.beacon();
            boolean cannot = row.outsider() || !self.pledge.view().counts(row.node(), row.life());
            if (row.asks() && alive && cannot) {
                return true;
            }
        }
        return false;
    }

    /** True as long as this node waits for answers of others. */
    boolean isBusy() {
        return mine != null || self.isFrozen() || isWished();
    }

    /** The operator wants a token made here. */
    boolean isWished() {
        return self.now < wishUntil;
    }

    /** Proposes when it is time to; true if it did. */
    boolean suspect() {
        if (mine != null && (!mine.epoch().equals(self.pledge.promised()) || isStuck(mine))) {
            mine = null; // another is further, or two stand in each other's way
        }
        if (mine != null || !hasReason()) {
            due = Long.MAX_VALUE;
            return false;
        }
        if (due == Long.MAX_VALUE) {
            due = self.now + lot();
        }
        if (self.now < due) {
            return false;
        }
        boolean wished = isWished();
        propose(self.tenure.isHere() ? self.tenure.epoch() : Epoch.NONE);
        forced = wished && mine != null;
        return true;
    }

    private boolean hasReason() {
        if (isWished() && self.isCounted() && (self.tenure.isHere() || !self.pledge.isGuarded(self.now))) {
            return true;
        }
        boolean patient = self.now - promisedAt >= patience();
        if (self.isFrozen() && patient) {
            return true; // whoever was promised may have died; this token is all there is
        }
        return self.settings.policy() == Recovery.MAJORITY
                && self.isCounted()
                && wantsForLong()
                && isSuspicious()
                && patient
                && isMajorityUnguarded();
    }

    /**
     * How long a proposal is left alone. In a wide mesh of slow or lossy links an answer takes longer than a few beacons, and
     * many propose: unless they wait longer each time that nothing came of it, nothing ever would.
     */
    private long patience() {
        int failures = Math.max(
                attempts, self.pledge.promised().round() - self.pledge.seen().round());
        long times = Math.min(MOST_PATIENCE, 1 + failures / 2);
        return times * PATIENCE_BEACONS * self.settings.beacon();
    }

    /** A token is in force. */
    void calm() {
        attempts = 0;
    }

    /** A pool that was silent has had time to show its token. */
    private boolean wantsForLong() {
        return wantingSince != Long.MAX_VALUE && self.now - wantingSince >= PATIENCE_BEACONS * self.settings.beacon();
    }

    private boolean isMajorityUnguarded() {
        int unguarded = 1;
        for (Table.Known known : self.table.all()) {
            Row row = known.row();
            if (self.pledge.view().counts(row.node(), row.life()) && !row.guarded() && self.isFresh(known)) {
                unguarded++;
            }
        }
        return unguarded >= self.settings.quorum(self.pledge.view());
    }

    /** Somebody promised another epoch of this round, or a later one, and nothing came of either. */
    private boolean isStuck(Proposal proposal) {
        if (self.now - proposal.at() < patience()) {
            return false;
        }
        for (Table.Known known : self.table.all()) {
            Epoch theirs = known.row().promised();
            if (theirs.round() >= proposal.epoch().round() && !theirs.equals(proposal.epoch())) {
                return true;
            }
        }
        return false;
    }

    /** A wait that differs from node to node and from attempt to attempt, so that one of them is first. */
    private long lot() {
        long mixed = (self.node * 1_000_003L + self.pledge.promised().round()) * 1_000_003L + attempts;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return Long.remainderUnsigned(mixed ^ (mixed >>> 31), patience() + 1);
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
            turn = self.tenure.isCommitted() ? self.now : self.now + lot();
        }
        return turn <= self.now;
    }

    /** When it may be this holder's turn; {@link Long#MAX_VALUE} if it is not overtaken. */
    long turn() {
        return turn;
    }

    /** The holder makes a new epoch; {@code gone}, if not negative, is to be left out of it. */
    void renewEpoch(int gone) {
        propose(self.tenure.epoch());
        removing = gone;
        base = self.pledge.view();
    }

    /**
     * The operator wants a token, however few can be asked. Nothing happens while evidence of another comes in: he is mistaken
     * then, and his wish lapses.
     */
    void force() {
        wishUntil = self.now + 2 * self.settings.guard();
    }

    private void propose(Epoch waiver) {
        Check.invariant(
                waiver.equals(Epoch.NONE) || (self.tenure.isHere() && waiver.equals(self.tenure.epoch())),
                "who waives a token's guard has that token");
        int round = self.largestRound() + 1;
        due = Long.MAX_VALUE;
        if (round > FencingNumber.MAX_ROUND) {
            return;
        }
        attempts++;
        turn = Long.MAX_VALUE;
        wishUntil = Tenure.NEVER;
        forced = false;
        removing = NOBODY;
        base = View.NONE;
        Proposal proposal = new Proposal(new Epoch(round, self.node), waiver, self.now);
        swear(proposal);
        mine = proposal;
    }

    /** Makes the token if enough members have answered; true if it did. */
    boolean create(Row own) {
        Proposal proposal = mine;
        if (proposal == null || !proposal.epoch().equals(self.pledge.promised())) {
            return false;
        }
        boolean late = self.now - proposal.at() >= forcedAfter();
        Creation creation = Creation.attempt(self, proposal, own, forced && late, removing, base);
        if (creation == null) {
            mine = forced && late ? null : proposal; // the operator has his answer: it cannot be done here
            return false;
        }
        mine = null;
        forced = false;
        attendance.found(proposal.epoch(), creation);
        return true;
    }

    /** So long everybody that can be reached has time to answer, guarded or not. */
    private long forcedAfter() {
        return self.settings.guard() + 4 * self.settings.beacon();
    }

    /** When a forced token is made at the latest; {@link Long#MAX_VALUE} if none is. */
    long forcedAt() {
        Proposal proposal = mine;
        return forced && proposal != null ? proposal.at() + forcedAfter() : Long.MAX_VALUE;
    }
}
