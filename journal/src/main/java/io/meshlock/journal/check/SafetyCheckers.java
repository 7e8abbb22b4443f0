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

/** Those checkers whose rules no run may break, whatever happens to its nodes and links. */
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
     * @param k the permits that the pool begins with
     * @param lossyLinks whether messages may get lost: links die with some in flight, or a routing layer drops some
     * @param promises what the algorithm is held to
     */
    public static SafetyCheckers of(int k, boolean lossyLinks, Guarantees promises) {
        return of(k, promises, new TokenChecker(promises.tokens().of(k), lossyLinks));
    }

    /**
     * Where one end of a dead link learns of it later than the other. What is still on its way there may be a token that is
     * counted elsewhere already, so only those at nodes count.
     */
    public static SafetyCheckers lateNotice(int k, Guarantees promises) {
        return of(k, promises, TokenChecker.atNodesOnly(promises.tokens().of(k)));
    }

    private static SafetyCheckers of(int k, Guarantees promises, TokenChecker tokens) {
        return new SafetyCheckers(
                new PermitsChecker(k, promises.fencing()), tokens, new LedgerChecker(promises.fencing()));
    }

    /**
     * The checkers of a pool with recovery. Tokens are not counted there: one that died or is cut off is still somewhere, and
     * does no harm unless it grants. Whether one does shows in the decisions, whose numbers have to rise over all epochs.
     *
     * @param clientsOutliveNodes whether clients go on to use what they hold after their node has crashed, until the lease ends
     */
    public static SafetyCheckers recovering(int k, Guarantees promises, boolean clientsOutliveNodes) {
        PermitsChecker permits = new PermitsChecker(k, promises.fencing());
        return new SafetyCheckers(
                new LeaseChecker(permits, clientsOutliveNodes), Checker.NONE, new LedgerChecker(promises.fencing()));
    }

    /** How often a rule was broken. */
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

    /** Judges at once what otherwise is judged when the next step begins; to be called when a step is over. */
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
