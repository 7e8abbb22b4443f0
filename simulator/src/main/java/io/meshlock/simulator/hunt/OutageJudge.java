package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.hunt.Tally.Event;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a pool grants nothing after the only crash of a run, from the crash or the first request that waits
 * after it, and judges it by the bound q (G + 6 b + L') + 4 d, where d is the hops across the mesh without that node
 * times (b/4 + a link's delay). Where the crash cuts the mesh in two there is no bound.
 */
final class OutageJudge implements Journal {

    private static final int NOBODY = -1;

    private final Tally tally;
    private final long beacon;
    private final long unit;
    private final double waits;
    private final double hop;
    private final BitSet[] links;
    private int dead = NOBODY;
    private long waiting;
    private long since;
    private long bound = Long.MAX_VALUE;
    private @Nullable Failure failure;

    OutageJudge(WorldSpec spec, double longestDelay, Tally tally) {
        this.tally = tally;
        var given = spec.options().given();
        beacon = given.getOrDefault("beacon", Ticks.PER_UNIT);
        double drift = given.getOrDefault("drift-ppm", 0L) / 1e6;
        double q = (1 + drift) / (1 - drift);
        double electionTimeout = given.getOrDefault("election-timeout", Ticks.PER_UNIT);
        double ledgerLease = q * given.getOrDefault("lease", Ticks.PER_UNIT);
        unit = (long) (electionTimeout + ledgerLease);
        waits = q * (electionTimeout + 6 * beacon + ledgerLease);
        hop = beacon / 4.0 + Ticks.of(longestDelay);
        links = new BitSet[spec.nodes()];
        Arrays.setAll(links, node -> new BitSet());
    }

    @Nullable
    Failure failure() {
        return failure;
    }

    @Override
    public void crashed(long time, int node) {
        tally.count(Event.CRASHES);
        int hops = hopsWithout(node);
        bound = hops < 0 ? Long.MAX_VALUE : (long) (waits + 4 * hops * hop);
        dead = node;
        since = time;
    }

    /** The most hops between two nodes other than this one; -1 if there is no way between some of them. */
    private int hopsWithout(int gone) {
        int most = 0;
        for (int start = 0; start < links.length; start++) {
            int from = start == gone ? 0 : eccentricity(start, gone);
            if (from < 0) {
                return -1;
            }
            most = Math.max(most, from);
        }
        return most;
    }

    private int eccentricity(int start, int gone) {
        int[] hops = new int[links.length];
        Arrays.fill(hops, -1);
        hops[start] = 0;
        Deque<Integer> open = new ArrayDeque<>();
        open.add(start);
        int reached = 1;
        int most = 0;
        for (Integer at = open.poll(); at != null; at = open.poll()) {
            for (int peer = links[at].nextSetBit(0); peer >= 0; peer = links[at].nextSetBit(peer + 1)) {
                if (peer != gone && hops[peer] < 0) {
                    hops[peer] = hops[at] + 1;
                    most = hops[peer];
                    reached++;
                    open.add(peer);
                }
            }
        }
        return reached == links.length - 1 ? most : -1;
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        tally.count(Event.GRANTS);
        waiting--;
        if (dead == NOBODY) {
            return;
        }
        dead = NOBODY;
        long outage = time - since;
        tally.resumedAfter((int) ((Tally.RESUMED_PARTS * outage + unit - 1) / unit));
        if (bound == Long.MAX_VALUE) {
            return;
        }
        tally.count(Event.BOUNDED_OUTAGES);
        if (outage > bound) {
            tally.count(Event.LATE_GRANTS);
            failure = Failure.late(outage, bound);
        }
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        tally.count(Event.REQUESTS);
        if (waiting++ == 0 && dead != NOBODY) {
            since = time;
        }
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        waiting--;
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        waiting--;
    }

    @Override
    public void stepped(long time, int node) {
        tally.count(Event.INPUTS);
    }

    @Override
    public void recovered(long time, int node, Epoch epoch, String how) {
        tally.count(Event.RECOVERIES);
    }

    @Override
    public void linkUp(long time, int a, int b) {
        links[a].set(b);
        links[b].set(a);
    }

    @Override
    public void linkDown(long time, int a, int b) {
        links[a].clear(b);
        links[b].clear(a);
    }
}
