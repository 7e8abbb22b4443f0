package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Durable;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.View;
import org.jspecify.annotations.Nullable;

/**
 * What a node has bound itself to: the epoch it promised, the evidence it saw, and until when that keeps it from helping to
 * make another token. The part that no crash may undo is {@link #durable()}; what changed of it has to be kept before anything
 * is sent.
 */
final class Pledge {

    private final Settings settings;
    private final long life;

    /** This life is the one that the pool began with: there was none before it. */
    private final boolean first;

    private Epoch promised;
    private Epoch seen;
    private View view;
    private long started;
    private long guardUntil;
    private long heardAt;
    private @Nullable Stamp newest;
    private @Nullable Report report;
    private boolean unkept;

    Pledge(Settings settings, int node, Durable kept, boolean unkept) {
        this.settings = settings;
        this.life = kept.life();
        this.promised = kept.promised();
        this.seen = kept.seen();
        this.view = kept.view();
        this.unkept = unkept;
        Member self = view.member(node);
        this.first = self != null && self.life() == life;
        checkPromise();
    }

    /** The node's clock starts: whatever its former lives saw may be as new as this. */
    void start(long now) {
        started = now;
        guardUntil = now + settings.guard();
    }

    Durable durable() {
        unkept = false;
        return new Durable(life, promised, seen, view);
    }

    /** True if something changed that must not be forgotten. */
    boolean isUnkept() {
        return unkept;
    }

    long life() {
        return life;
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
    Stamp newest() {
        return newest;
    }

    @Nullable
    Report report() {
        return report;
    }

    /** The newest stamp's number. */
    long echo() {
        return newest == null || !newest.epoch().equals(seen) ? 0 : newest.count();
    }

    /** How long ago the newest evidence came; -1 if none came in this life. */
    long evidenceAge(long now) {
        return newest == null ? -1 : now - heardAt;
    }

    boolean isGuarded(long now) {
        return now < guardUntil;
    }

    /** Clients of a former life may still use what that life was granted. */
    boolean isUnknown(long now) {
        return !first && now < started + settings.ledgerLease();
    }

    /** Takes evidence in; false if it is none, or not new. */
    boolean hear(Stamp stamp, long now) {
        if (promised.isAfter(stamp.epoch()) || (newest != null && !stamp.isNewerThan(newest))) {
            return false;
        }
        newest = stamp;
        heardAt = now;
        guardUntil = now + settings.guard();
        if (report != null && !report.proposal().isAfter(stamp.epoch())) {
            report = null;
        }
        promise(stamp.epoch());
        see(stamp.epoch(), stamp.view());
        return true;
    }

    /** The token came, which is evidence, too. */
    void hold(Epoch epoch, View newView, long now) {
        guardUntil = now + settings.guard();
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

    /** Who has seen a token or its stamp serves no older one. */
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
        return waived || !isGuarded(now);
    }

    /** Promises, and says what the proposer has to know. */
    void promise(Proposal proposal, @Nullable Surrender token, long count) {
        Check.invariant(
                proposal.epoch().round() > promised.round() || proposal.epoch().equals(promised),
                "nobody promises two epochs of one round");
        promise(proposal.epoch());
        report = new Report(proposal.epoch(), proposal.at(), seen, view, token, count);
    }
}
