package io.meshlock.journal.check;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import java.util.List;

/** All checkers. Each event is passed to the checkers that need it. */
public final class Checkers implements Journal {

    private final SafetyCheckers safety;
    private final OrderChecker order = new OrderChecker();
    private final LivenessChecker liveness = new LivenessChecker();

    /**
     * @param k the permits that the pool begins with
     * @param lossyLinks whether messages may get lost: links die with some in flight, or a routing layer drops some
     * @param guarantees what the algorithm guarantees
     */
    public Checkers(int k, boolean lossyLinks, Guarantees guarantees) {
        this(SafetyCheckers.of(k, lossyLinks, guarantees));
    }

    private Checkers(SafetyCheckers safety) {
        this.safety = safety;
    }

    /**
     * The checkers of a pool with recovery; see {@link SafetyCheckers#recovering}.
     *
     * @param clientsOutliveNodes whether clients go on using their grants after their node has crashed, until the lease
     *     ends
     * @param twins whether several processes run as one node, or others may believe so
     */
    public static Checkers recovering(int k, Guarantees guarantees, boolean clientsOutliveNodes, boolean twins) {
        return new Checkers(SafetyCheckers.recovering(k, guarantees, clientsOutliveNodes, twins));
    }

    /** The number of safety violations. */
    public long violations() {
        return safety.violations();
    }

    /** How many requests were never answered; known when the run has ended. */
    public long starved() {
        return liveness.starved();
    }

    /** How many decisions passed over a better request. */
    public long inversions() {
        return order.inversions();
    }

    /** The first safety violations of each checker, in order of time. */
    public List<Violation> firstViolations() {
        return safety.firstViolations();
    }

    /** The first starved requests. */
    public List<Violation> firstStarved() {
        return liveness.violations();
    }

    /** The first inversions. */
    public List<Violation> firstInversions() {
        return order.examples();
    }

    /** The longest waits by priority. */
    public List<LivenessChecker.LongestWait> longestWaits() {
        return liveness.longestWaits();
    }

    @Override
    public void stepped(long time, int node) {
        safety.stepped(time, node);
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        safety.requested(time, node, request);
        liveness.requested(time, node, request);
    }

    @Override
    public void waiting(long time, int node, long request, Key key) {
        safety.waiting(time, node, request, key);
        order.waiting(time, node, request, key);
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        safety.rejected(time, node, request, why);
        liveness.rejected(time, node, request, why);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        safety.withdrawn(time, node, request);
        order.withdrawn(time, node, request);
        liveness.withdrawn(time, node, request);
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        safety.decided(time, node, number, key);
        order.decided(time, node, number, key);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        safety.granted(time, node, grant);
        order.granted(time, node, grant);
        liveness.granted(time, node, grant);
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        safety.released(time, node, grant);
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        safety.givenBack(time, node, part);
    }

    @Override
    public void leased(long time, int node, long grant, long until) {
        safety.leased(time, node, grant, until);
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        safety.grantLost(time, node, grant);
    }

    @Override
    public void crashed(long time, int node) {
        safety.crashed(time, node);
    }

    @Override
    public void tokens(long time, int node, int held) {
        safety.tokens(time, node, held);
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        safety.resized(time, node, size);
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        safety.sent(time, from, to, message);
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        safety.delivered(time, from, to, message);
        order.delivered(time, from, to, message);
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        safety.lost(time, from, to, message);
    }

    @Override
    public void linkDown(long time, int a, int b) {
        order.linkDown(time, a, b);
    }

    @Override
    public void healed(long time) {
        safety.healed(time);
    }

    @Override
    public void ended(long time) {
        safety.ended(time);
        liveness.ended(time);
    }
}
