package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.hunt.Tally.Event;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of a timed schedule, and measures how long a pool is out of service when its token holder crashes:
 * from the crash, or from the first request that waits after it, to the next grant. Only isolated crashes count: all
 * links were up, no other node was paused or down, and no other fault follows before the grant.
 */
final class ServiceGaps implements Journal {

    private static final int NOBODY = -1;

    private final Tally tally;
    private final long unit;
    private final long bound;
    private final int nodes;
    private final int[] tokens;
    private final long[] incarnations;
    private long waiting;
    private int dead = NOBODY;
    private int links;
    private int allLinks;
    private int still;
    private long since;
    private long healedAt = -1;
    private long lastGrant = -1;

    /** Somebody started without what it had promised: fewer voters than a majority may be left until it has another seat. */
    private boolean forgotten;

    private @Nullable Failure failure;

    /**
     * @param nodes those that are there from the start; further hosts are twins
     * @param unit the unit of the measured times: an election timeout plus a ledger lease
     * @param bound the documented bound of an outage; {@link Long#MAX_VALUE} if there is none
     */
    ServiceGaps(int nodes, int hosts, long unit, long bound, Tally tally) {
        this.nodes = nodes;
        this.tally = tally;
        this.unit = unit;
        this.bound = bound;
        this.tokens = new int[hosts];
        incarnations = new long[hosts];
        tokens[0] = 1;
    }

    @Override
    public void stepped(long time, int node) {
        tally.count(Event.INPUTS);
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
        tally.count(Event.REJECTIONS);
        waiting--;
    }

    @Override
    public void cancelled(long time, int node, long request) {
        tally.count(Event.CANCELS);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        waiting--;
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        tally.count(Event.DECISIONS);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        tally.count(Event.GRANTS);
        waiting--;
        lastGrant = time;
        if (dead != NOBODY) {
            tally.resumedAfter((int) ((Tally.RESUMED_PARTS * (time - since) + unit - 1) / unit));
            if (bound != Long.MAX_VALUE && !forgotten) {
                tally.count(Event.BOUNDED_OUTAGES);
                judge(time - since);
            }
            dead = NOBODY;
        }
    }

    private void judge(long outage) {
        if (outage > bound) {
            tally.count(Event.LATE_GRANTS);
            failure = Failure.late(outage, bound);
        }
    }

    /** What was wrong with the outages; null if nothing. */
    @Nullable
    Failure failure() {
        return failure;
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        tally.count(Event.RELEASES);
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        tally.count(Event.PARTS);
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        tally.count(Event.LOST_GRANTS);
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        tally.count(Event.RESIZES);
    }

    @Override
    public void dispensable(long time, int node) {
        tally.count(Event.FAREWELLS);
    }

    @Override
    public void tokens(long time, int node, int held) {
        tokens[node] = held;
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        tally.delivered(message);
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        tally.lost(message);
    }

    @Override
    public void linkDown(long time, int a, int b) {
        tally.count(Event.CUTS);
        links--;
        if (a != dead && b != dead) {
            dead = NOBODY;
        }
    }

    @Override
    public void linkUp(long time, int a, int b) {
        tally.count(Event.FORMS);
        links++;
        allLinks = Math.max(allLinks, links);
    }

    @Override
    public void crashed(long time, int node) {
        tally.count(Event.CRASHES);
        boolean calm = dead == NOBODY && still == 0 && links == allLinks;
        dead = calm && tokens[node] > 0 ? node : NOBODY;
        since = time;
        tokens[node] = 0;
    }

    @Override
    public void restarted(long time, int node, long incarnation) {
        if (node >= nodes && incarnations[node] == 0) {
            tally.count(Event.TWINS);
            incarnations[node] = incarnation;
            forgotten = true;
            return;
        }
        boolean lost = incarnation == Incarnation.first(Incarnation.disk(incarnation));
        tally.count(lost ? Event.LOST_DISKS : Event.RESTARTS);
        boolean counted = incarnation == incarnations[node] + 1;
        if (!counted && Incarnation.sameDisk(incarnation, incarnations[node])) {
            tally.count(Event.RESTORED_DISKS);
        }
        forgotten |= lost || !counted;
        incarnations[node] = incarnation;
    }

    @Override
    public void paused(long time, int node) {
        tally.count(Event.PAUSES);
        still++;
        dead = NOBODY;
    }

    @Override
    public void resumed(long time, int node) {
        still--;
    }

    @Override
    public void recovered(long time, int node, Epoch epoch, String how) {
        tally.count(Event.RECOVERIES);
    }

    @Override
    public void healed(long time) {
        healedAt = time;
    }

    @Override
    public void ended(long time) {
        if (healedAt >= 0 && lastGrant > healedAt) {
            tally.healedAfter((lastGrant - healedAt) * Tally.RESUMED_PARTS / unit);
        }
    }
}
