package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.View;
import org.jspecify.annotations.Nullable;

/**
 * What a node has bound itself to: the epoch it promised, the evidence it saw, and until when that keeps it from helping to
 * make another token. The part that no crash may undo is {@link #durable()}; what changed of it has to be kept before anything
 * is sent.
 */
final class Acceptor {

    private final RecoverySettings settings;
    private final long incarnation;

    /** This incarnation is the one that the pool began with: there was none before it. */
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
        Member context = view.member(node);
        this.first = context != null && context.incarnation() == incarnation;
        checkPromise();
    }

    /** The node's clock starts: whatever its former incarnations saw may be as new as this. */
    void start(long now) {
        started = now;
        electionTimeoutUntil = now + settings.electionTimeout();
    }

    DurableState durable() {
        unkept = false;
        return new DurableState(incarnation, promised, seen, view);
    }

    /** True if something changed that must not be forgotten. */
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

    /** The newest heartbeat's number. */
    long echo() {
        return newest == null || !newest.epoch().equals(seen) ? 0 : newest.count();
    }

    /** How long ago the newest evidence came; -1 if none came in this incarnation. */
    long evidenceAge(long now) {
        return newest == null ? -1 : now - heardAt;
    }

    boolean isBound(long now) {
        return now < electionTimeoutUntil;
    }

    /** Clients of a former incarnation may still use what that incarnation was granted. */
    boolean isUnknown(long now) {
        return !first && now < started + settings.ledgerLease();
    }

    /** Takes evidence in; false if it is none, or not new. */
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

    /** The token came, which is evidence, too. */
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

    /** Who has seen a token or its heartbeat serves no older one. */
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
     * True if this node may serve no older token from now on. Nobody promises two epochs of one round. Evidence forbids it for
     * a while, unless the proposer has the very token that the evidence is of.
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

    /** Promises, and says what the proposer has to know. */
    void promise(Proposal proposal, @Nullable FrozenToken token, long count) {
        Check.invariant(
                proposal.epoch().round() > promised.round() || proposal.epoch().equals(promised),
                "nobody promises two epochs of one round");
        promise(proposal.epoch());
        report = new Promise(proposal.epoch(), proposal.at(), seen, view, token, count);
    }
}
