package io.meshlock.journal.check;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Safety of pools with leases, by true time: the rules of {@link PermitsChecker}, where a grant holds its permits until
 * it is released or lost, its node crashes, or the grantee's own clock shows the end of its lease. Further rules:
 *
 * <ul>
 *   <li>{@code unleased}: a grant without a lease
 *   <li>{@code lease-revived}: a lease was extended after it had ended, when its client may have been told so
 *   <li>{@code leased-unheld}, {@code lost-unheld}: an event about a grant that no client holds
 * </ul>
 */
public final class LeaseChecker implements Checker {

    private static final long NONE = Long.MIN_VALUE;

    /** A grant that its client has not released, whether its lease is over or not. */
    private static final class Held {
        private final int node;
        private PermitGrant grant;
        private long until = Long.MAX_VALUE;
        private boolean good = true;
        private boolean orphaned;

        Held(int node, PermitGrant grant) {
            this.node = node;
            this.grant = grant;
        }
    }

    private final PermitsChecker permits;
    private final boolean clientsOutliveNodes;
    private final Findings findings = new Findings();

    /** By fencing token. The order of iteration does not matter: entries are handled independently. */
    private final Long2ObjectOpenHashMap<Held> held = new Long2ObjectOpenHashMap<>();

    /** Leases reported in this step before their grants, and grants whose lease must follow within the step. */
    private final Long2LongOpenHashMap early = new Long2LongOpenHashMap();

    private final LongArrayList unleased = new LongArrayList();

    /**
     * @param permits checks the rules of permits
     * @param clientsOutliveNodes whether clients go on using their grants after their node has crashed, until the lease
     *     ends
     */
    public LeaseChecker(PermitsChecker permits, boolean clientsOutliveNodes) {
        this.permits = permits;
        this.clientsOutliveNodes = clientsOutliveNodes;
        early.defaultReturnValue(NONE);
    }

    @Override
    public void stepped(long time, int node) {
        for (int i = 0; i < unleased.size(); i++) {
            findings.add(time, "unleased", "grant %d was given without a lease", unleased.getLong(i));
        }
        unleased.clear();
        if (!early.isEmpty()) {
            findings.add(time, "leased-unheld", "%d leases of grants that nobody holds", early.size());
            early.clear();
        }
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        permits.requested(time, node, request);
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        permits.rejected(time, node, request, why);
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        permits.resized(time, node, size);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        permits.withdrawn(time, node, request);
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        permits.decided(time, node, number, key);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        endLeases(time);
        permits.granted(time, node, grant);
        Held fresh = new Held(node, grant);
        held.put(grant.number(), fresh);
        long until = early.remove(grant.number());
        if (until == NONE) {
            unleased.add(grant.number());
        } else {
            fresh.until = until;
        }
    }

    @Override
    public void leased(long time, int node, long grant, long until) {
        Held its = held.get(grant);
        if (its == null || its.node != node || its.orphaned) {
            early.put(grant, until);
            return;
        }
        unleased.rem(grant);
        if (!its.good || its.until <= time) {
            findings.add(
                    time, "lease-revived", "node %d extends %s, whose lease ended at %d", node, its.grant, its.until);
        }
        its.until = until;
    }

    /** Releases grants whose lease is over. */
    private void endLeases(long time) {
        for (Held its : held.values()) {
            if (its.good && its.until <= time) {
                end(its, time);
            }
        }
        held.values().removeIf(its -> its.orphaned && !its.good);
    }

    private void end(Held its, long time) {
        if (its.good) {
            its.good = false;
            permits.released(time, its.node, its.grant);
        }
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        Held its = held.get(grant.number());
        if (its == null || its.node != node || its.orphaned) {
            permits.released(time, node, grant); // reports that the grant is not held
        } else {
            held.remove(grant.number());
            end(its, time);
        }
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        Held its = held.get(part.number());
        if (its == null || its.node != node || its.orphaned) {
            permits.givenBack(time, node, part); // reports that it is not held
            return;
        }
        if (its.good) {
            permits.givenBack(time, node, part);
        }
        its.grant = its.grant.part(its.grant.slots().without(part.slots()));
    }

    @Override
    public void crashed(long time, int node) {
        permits.crashed(time, node);
        unleased.clear(); // the node crashed before it gave the lease; no client heard of the grant
        early.clear();
        for (Held its : held.values()) {
            its.orphaned |= its.node == node;
        }
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        Held its = held.get(grant.number());
        if (its == null || its.node != node) {
            findings.add(time, "lost-unheld", "node %d loses %s, which it does not hold", node, grant);
        } else if (!its.orphaned) {
            held.remove(grant.number());
            end(its, time);
        } else if (!clientsOutliveNodes || its.until == Long.MAX_VALUE) {
            end(its, time);
        }
    }

    @Override
    public List<Violation> violations() {
        List<Violation> all = new ArrayList<>(permits.violations());
        all.addAll(findings.first());
        all.sort(Comparator.comparingLong(Violation::time));
        return all;
    }

    @Override
    public long violationCount() {
        return permits.violationCount() + findings.count();
    }
}
