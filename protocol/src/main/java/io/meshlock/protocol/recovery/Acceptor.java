package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.View;
import org.jspecify.annotations.Nullable;

/**
 * The acceptor of a node, as in Paxos: the epoch that it promised, the newest heartbeat that it saw, and its election
 * timeout. The part that must survive crashes is {@link #durable()}; a change of it is stored before the next message
 * is sent.
 */
final class Acceptor {

    private final RecoverySettings settings;
    private final long incarnation;

    /** True if the view lists this very incarnation at start: no former incarnation can have grants. */
    private final boolean first;

    private Epoch promised;
    private Epoch seen;
    private View view;
    private long started;
    private long electionTimeoutUntil;
    private long heardAt;
    private @Nullable Heartbeat newest;
    private @Nullable Promise report;
    private boolean unkept;

    Acceptor(RecoverySettings settings, int node, DurableState kept, boolean unkept) {
        this.settings = settings;
        this.incarnation = kept.incarnation();
        this.promised = kept.promised();
        this.seen = kept.seen();
        this.view = kept.view();
        this.unkept = unkept;
        Member listed = view.member(node);
        this.first = listed != null && listed.incarnation() == incarnation;
        checkPromise();
    }

    /**
     * Starts the clock. A former incarnation may have seen a heartbeat a moment ago, so the election timeout starts
     * anew.
     */
    void start(long now) {
        started = now;
        electionTimeoutUntil = now + settings.electionTimeout();
    }

    DurableState durable() {
        unkept = false;
        return new DurableState(incarnation, promised, seen, view);
    }

    /** True if durable state has changed since {@link #durable()} was last called. */
    boolean isUnkept() {
        return unkept;
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

    /** The count of the newest heartbeat seen of epoch {@code seen}; 0 if none. */
    long echo() {
        return newest == null || !newest.epoch().equals(seen) ? 0 : newest.count();
    }

    /** How long ago the newest heartbeat arrived; -1 if none arrived in this incarnation. */
    long evidenceAge(long now) {
        return newest == null ? -1 : now - heardAt;
    }

    boolean isBound(long now) {
        return now < electionTimeoutUntil;
    }

    /** True while clients of a former incarnation may still use its grants. */
    boolean isUnknown(long now) {
        return !first && now < started + settings.ledgerLease();
    }

    /** Takes in a heartbeat; false if it is older than the promise, or not new. */
    boolean hear(Heartbeat heartbeat, long now) {
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
        if (newView.compareTo(view) > 0) {
            view = newView;
            unkept = true;
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
     * True if this node may promise the proposal. No node promises two epochs of one round. A node that is bound does
     * not promise, unless the proposer has the very token that bound it (waiver).
     */
    boolean mayPromise(Proposal proposal, long now) {
        Epoch epoch = proposal.epoch();
        boolean again = epoch.equals(promised) && report == null && epoch.isAfter(seen);
        if (!again && epoch.round() <= promised.round()) {
            return false;
        }
        boolean waived = !proposal.waiver().equals(Epoch.NONE) && !seen.isAfter(proposal.waiver());
        return waived || !isBound(now);
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
