package io.meshlock.simulator.metrics;

import io.meshlock.journal.ByPriority;
import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.WorldSpec;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * Computes a run's figures; {@link Metric} defines each one. The window is [warmup, duration], both ends included, cut
 * short if the run ends earlier; the time in which the healed network drains is not measured.
 */
public final class Metrics implements Journal {

    private static final long NONE = Long.MIN_VALUE;

    private final int k;
    private final long warmup;
    private long windowEnd;
    private boolean ended;

    /** Requests without an answer: when they were made, and how urgent they are. */
    private final Long2LongOpenHashMap since = new Long2LongOpenHashMap();

    private final Long2IntOpenHashMap priority = new Long2IntOpenHashMap();

    private final Waits waits = new Waits();
    private final ByPriority<Waits> waitsByPriority = new ByPriority<>(Waits::new, Waits::addAll);
    private final Traffic traffic = new Traffic();
    private final boolean routed;
    private final boolean recovers;
    private long recoveries;
    private long grantsLost;

    private final Overtakes waiting = new Overtakes();
    private long overtakes;

    private long entries;
    private final long[] entriesOfNode;
    private final BitSet askers;

    private long grantsHeld;
    private long permitsHeld;
    private long grantTicks;
    private long permitTicks;
    private long heldSince;

    /**
     * @param k the pool's permits
     * @param nodes how many nodes, numbered from 0
     * @param warmup when the window opens, in ticks
     * @param duration when it closes
     * @param routed whether a routing layer carries messages, and tells of every link that they cross
     */
    public Metrics(int k, int nodes, long warmup, long duration, boolean routed) {
        this(k, nodes, warmup, duration, routed, false);
    }

    private Metrics(int k, int nodes, long warmup, long duration, boolean routed, boolean recovers) {
        this.k = k;
        this.routed = routed;
        this.recovers = recovers;
        this.warmup = warmup;
        windowEnd = duration;
        heldSince = warmup;
        entriesOfNode = new long[nodes];
        askers = new BitSet(nodes);
        since.defaultReturnValue(NONE);
    }

    public static Metrics of(WorldSpec spec) {
        return new Metrics(
                spec.pool().permits(), spec.nodes(), spec.warmup(), spec.duration(), spec.routed(), spec.recovers());
    }

    @Override
    public void stepped(long time, int node) {
        traffic.nextStep();
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        since.put(request.id(), time);
        waiting.add(request.id());
        priority.put(request.id(), request.priority());
        if (time <= windowEnd) {
            askers.set(node);
        }
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        forget(request);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        forget(request);
    }

    private void forget(long request) {
        since.remove(request);
        priority.remove(request);
        waiting.remove(request);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        advance(time);
        grantsHeld++;
        permitsHeld += grant.permits();
        long asked = since.remove(grant.request());
        int urgency = priority.remove(grant.request());
        int overtaken = waiting.remove(grant.request());
        if (!inWindow(time)) {
            return;
        }
        entries++;
        overtakes += overtaken;
        entriesOfNode[node]++;
        if (asked != NONE && asked >= warmup) {
            waits.add(time - asked);
            waitsByPriority.at(urgency).add(time - asked);
        }
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        advance(time);
        grantsHeld--;
        permitsHeld -= grant.permits();
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        advance(time);
        permitsHeld -= part.permits();
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        released(time, node, grant);
        grantsLost++;
    }

    @Override
    public void recovered(long time, int node, Epoch epoch, String how) {
        recoveries++;
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        if (inWindow(time)) {
            traffic.count(from, message);
        }
    }

    @Override
    public void hopped(long time, int from, int to, Message packet) {
        if (inWindow(time)) {
            traffic.countHop(packet);
        }
    }

    @Override
    public void routed(long time, int from, int to, Message control) {
        if (inWindow(time)) {
            traffic.countRouting(control);
        }
    }

    @Override
    public void ended(long time) {
        windowEnd = Math.min(windowEnd, time);
        advance(time);
        ended = true;
    }

    private boolean inWindow(long time) {
        return time >= warmup && time <= windowEnd;
    }

    /** Adds up what was held since the last change, as far as it lies in the window. */
    private void advance(long time) {
        long until = Math.min(time, windowEnd);
        if (until > heldSince) {
            grantTicks += grantsHeld * (until - heldSince);
            permitTicks += permitsHeld * (until - heldSince);
            heldSince = until;
        }
    }

    /**
     * The figures of the run, which must have ended.
     *
     * @param tally counts that cannot be computed from the journal
     */
    public RunResult result(RunResult.Tally tally) {
        if (!ended) {
            throw new IllegalStateException("the run has not ended");
        }
        double window = (double) Math.max(0, windowEnd - warmup);
        SortedMap<String, Double> byType = entries == 0 ? Collections.emptySortedMap() : traffic.byTypePer(entries);
        return new RunResult(
                entries,
                waits.mean(),
                waits.percentile(50),
                waits.percentile(99),
                waits.max(),
                perEntry(traffic.messages()),
                byType,
                perEntry(routed ? traffic.hops() : traffic.messages()),
                perEntry(traffic.routingMessages()),
                perEntry(traffic.routingBytes()),
                perEntry(routed ? traffic.hops() : traffic.transmissions()),
                perEntry(routed ? traffic.hopBytes() : traffic.bytes()),
                ratio((double) grantTicks, window),
                ratio((double) permitTicks, k * window),
                fairness(),
                perEntry(overtakes),
                ratio((double) entries, window / Ticks.PER_UNIT),
                priorityWaits(),
                recovers ? recovery() : null,
                tally);
    }

    private RunResult.Recovery recovery() {
        return new RunResult.Recovery(
                perEntry(traffic.datagrams()), perEntry(traffic.datagramBytes()), recoveries, grantsLost);
    }

    private double perEntry(long count) {
        return ratio((double) count, (double) entries);
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? Double.NaN : part / whole;
    }

    private double fairness() {
        double sum = 0;
        double squares = 0;
        for (int node = askers.nextSetBit(0); node >= 0; node = askers.nextSetBit(node + 1)) {
            double own = (double) entriesOfNode[node];
            sum += own;
            squares += own * own;
        }
        return ratio(sum * sum, askers.cardinality() * squares);
    }

    private List<RunResult.PriorityWait> priorityWaits() {
        List<RunResult.PriorityWait> all = new ArrayList<>();
        waitsByPriority.forEach((from, to, some) -> all.add(
                new RunResult.PriorityWait(from, to, some.count(), some.mean(), some.percentile(99), some.max())));
        return all;
    }
}
