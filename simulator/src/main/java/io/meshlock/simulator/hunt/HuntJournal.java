package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journal;
import io.meshlock.journal.check.SafetyCheckers;
import io.meshlock.journal.check.Violation;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.InitialTokens;
import java.util.List;

/**
 * Passes the events of a hunted mesh to the checkers. The first broken rule ends the schedule, at the very event.
 * Requests have their numbers in the schedule.
 */
final class HuntJournal implements Journal {

    /** These violations explain others of the same event, so they are reported first. */
    private static final List<String> CAUSES = List.of("size-went-back", "granted-undecided", "number-reused");

    final TokenCounts tokens;
    private final SafetyCheckers checkers;
    private final boolean fencing;
    private int undelivered;

    HuntJournal(InitialTokens initialTokens, int nodes, int permits, Guarantees promises, boolean lossy) {
        this.checkers =
                lossy ? SafetyCheckers.lateNotice(permits, promises) : SafetyCheckers.of(permits, false, promises);
        this.tokens = new TokenCounts(initialTokens, nodes);
        this.fencing = promises.fencing();
        for (int node = 0; node < nodes; node++) {
            checkers.tokens(0, node, initialTokens.tokens(node));
        }
    }

    /** Decisions whose permits nobody ever held. */
    int bounced() {
        return fencing ? undelivered : 0;
    }

    /** A step is over. */
    void stepOver(long time) {
        checkers.stepOver(time);
        judge();
    }

    private void judge() {
        if (checkers.violations() > 0) {
            Violation broken = first(checkers.firstViolations());
            throw new Failure.Raised(FailureKind.of(broken), broken.rule() + ": " + broken.detail());
        }
    }

    private static Violation first(List<Violation> found) {
        for (String cause : CAUSES) {
            for (Violation violation : found) {
                if (violation.rule().equals(cause)) {
                    return violation;
                }
            }
        }
        return found.get(0);
    }

    @Override
    public void stepped(long time, int node) {
        checkers.stepped(time, node);
        judge();
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        checkers.requested(time, node, request);
    }

    @Override
    public void waiting(long time, int node, long request, Key key) {
        checkers.waiting(time, node, request, key);
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        checkers.rejected(time, node, request, why);
        judge();
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        checkers.withdrawn(time, node, request);
        judge();
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        undelivered++;
        checkers.decided(time, node, number, key);
        judge();
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        undelivered--;
        checkers.granted(time, node, grant);
        judge();
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        checkers.released(time, node, grant);
        judge();
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        checkers.givenBack(time, node, part);
        judge();
    }

    @Override
    public void crashed(long time, int node) {
        checkers.crashed(time, node);
    }

    @Override
    public void tokens(long time, int node, int held) {
        tokens.tokens(time, node, held);
        checkers.tokens(time, node, held);
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        checkers.resized(time, node, size);
        judge();
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        checkers.sent(time, from, to, message);
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        checkers.delivered(time, from, to, message);
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        checkers.lost(time, from, to, message);
    }
}
