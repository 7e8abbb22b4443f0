package io.meshlock.journal.check;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The checkers whose rules no run may break, whatever faults occur. */
public final class SafetyCheckers implements Journal {

    private final Checker permits;
    private final Checker tokens;
    private final LedgerChecker ledger;

    private SafetyCheckers(Checker permits, Checker tokens, LedgerChecker ledger) {
        this.permits = permits;
        this.tokens = tokens;
        this.ledger = ledger;
    }

    /**
     * @param k the pool's size at its start
     * @param lossyLinks whether messages may get lost: links die with some in flight, or a routing layer drops some
     * @param guarantees what the algorithm guarantees
     */
    public static SafetyCheckers of(int k, boolean lossyLinks, Guarantees guarantees) {
        return of(k, guarantees, new TokenChecker(guarantees.tokens().of(k), lossyLinks));
    }

    /**
     * The checkers of a network in which one end of a dead link learns of it later than the other. A token under way to
     * that end may be counted elsewhere already, so only tokens at nodes count.
     */
    public static SafetyCheckers lateNotice(int k, Guarantees guarantees) {
        return of(k, guarantees, TokenChecker.atNodesOnly(guarantees.tokens().of(k)));
    }

    private static SafetyCheckers of(int k, Guarantees guarantees, TokenChecker tokens) {
        return new SafetyCheckers(
                new PermitsChecker(k, guarantees.fencing()), tokens, new LedgerChecker(guarantees.fencing()));
    }

    /**
     * The checkers of a pool with recovery. Tokens are not counted: an old token that is cut off does no harm unless it
     * grants. That would show in the decisions, whose fencing tokens have to rise over all epochs.
     *
     * @param clientsOutliveNodes whether clients go on using their grants after their node has crashed, until the lease
     *     ends
     * @param twins whether several processes run as one node, or others may believe so
     */
    public static SafetyCheckers recovering(int k, Guarantees guarantees, boolean clientsOutliveNodes, boolean twins) {
        PermitsChecker permits = new PermitsChecker(k, guarantees.fencing());
        return new SafetyCheckers(
                new LeaseChecker(permits, clientsOutliveNodes),
                Checker.NONE,
                new LedgerChecker(guarantees.fencing(), twins));
    }

    /** The number of violations. */
    public long violations() {
        return permits.violationCount() + tokens.violationCount() + ledger.violationCount();
    }

    /** The first violations of each checker, in the order of time. */
    public List<Violation> firstViolations() {
        List<Violation> all = new ArrayList<>(permits.violations());
        all.addAll(tokens.violations());
        all.addAll(ledger.violations());
        all.sort(Comparator.comparingLong(Violation::time)); // stable: at one instant, in the order of the checkers
        return all;
    }

    /** To be called when a step is over. Checks at once what is otherwise checked when the next step begins. */
    public void stepOver(long time) {
        tokens.stepOver(time);
    }

    @Override
    public void stepped(long time, int node) {
        permits.stepped(time, node);
        tokens.stepped(time, node);
        ledger.stepped(time, node);
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        permits.requested(time, node, request);
        ledger.requested(time, node, request);
    }

    @Override
    public void waiting(long time, int node, long request, Key key) {
        ledger.waiting(time, node, request, key);
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        permits.rejected(time, node, request, why);
        ledger.rejected(time, node, request, why);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        permits.withdrawn(time, node, request);
        ledger.withdrawn(time, node, request);
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        permits.decided(time, node, number, key);
        ledger.decided(time, node, number, key);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        permits.granted(time, node, grant);
        ledger.granted(time, node, grant);
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        permits.released(time, node, grant);
        ledger.released(time, node, grant);
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        permits.givenBack(time, node, part);
    }

    @Override
    public void leased(long time, int node, long grant, long until) {
        permits.leased(time, node, grant, until);
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        permits.grantLost(time, node, grant);
        ledger.grantLost(time, node, grant);
    }

    @Override
    public void crashed(long time, int node) {
        permits.crashed(time, node);
    }

    @Override
    public void tokens(long time, int node, int held) {
        tokens.tokens(time, node, held);
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        permits.resized(time, node, size);
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        tokens.sent(time, from, to, message);
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        tokens.delivered(time, from, to, message);
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        tokens.lost(time, from, to, message);
    }

    @Override
    public void healed(long time) {
        ledger.healed(time);
    }

    @Override
    public void ended(long time) {
        tokens.ended(time);
        ledger.ended(time);
    }
}
