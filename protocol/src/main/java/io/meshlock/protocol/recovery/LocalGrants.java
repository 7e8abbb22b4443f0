package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The grants that clients of this node hold, and the end of each lease by this node's clock. */
final class LocalGrants {

    /** A grant and the end of its lease. */
    record Leased(long number, Key key, Slots slots, long until) {}

    private final List<Leased> grants = new ArrayList<>(1);
    private long earliest = Long.MAX_VALUE;

    boolean isEmpty() {
        return grants.isEmpty();
    }

    int size() {
        return grants.size();
    }

    /** A lower bound of the ends of all leases. */
    long earliest() {
        return earliest;
    }

    void add(Leased grant) {
        Check.invariant(!has(grant.number()), "a grant is given to one client");
        grants.add(grant);
        earliest = Math.min(earliest, grant.until());
    }

    boolean remove(long number) {
        for (int i = 0; i < grants.size(); i++) {
            if (grants.get(i).number() == number) {
                grants.remove(i);
                earliest = grants.isEmpty() ? Long.MAX_VALUE : earliest;
                return true;
            }
        }
        return false;
    }

    /** A grant has given slots back. */
    void reduce(long number, Slots back) {
        for (int i = 0; i < grants.size(); i++) {
            Leased grant = grants.get(i);
            Slots kept = grant.slots().without(back);
            if (grant.number() == number && kept.count() > 0) {
                grants.set(i, new Leased(number, grant.key().reduced(kept.count()), kept, grant.until()));
            }
        }
    }

    boolean has(long number) {
        for (Leased grant : grants) {
            if (grant.number() == number) {
                return true;
            }
        }
        return false;
    }

    /** Removes and returns a grant whose lease is over; null if there is none. */
    @Nullable
    Leased takeExpired(long now) {
        if (now < earliest) {
            return null;
        }
        earliest = Long.MAX_VALUE;
        for (int i = 0; i < grants.size(); i++) {
            Leased grant = grants.get(i);
            if (grant.until() <= now) {
                grants.remove(i);
                earliest = now;
                return grant;
            }
            earliest = Math.min(earliest, grant.until());
        }
        return null;
    }

    /**
     * Where a grant is; -1 if it is not here.
     *
     * @param from where to look first: whoever renews many has them in the order in which they are here
     */
    int find(long number, int from) {
        for (int i = 0, n = grants.size(); i < n; i++) {
            int at = from + i < n ? from + i : from + i - n;
            if (grants.get(at).number() == number) {
                return at;
            }
        }
        return -1;
    }

    /** Extends the lease of the grant at this place; false if it does not get longer. */
    boolean renew(int at, long until) {
        Leased grant = grants.get(at);
        if (grant.until() >= until) {
            return false;
        }
        grants.set(at, new Leased(grant.number(), grant.key(), grant.slots(), until));
        return true;
    }

    /**
     * From when on a grant wants to be renewed: a third of its lease is over, or it is of an earlier round than this, so
     * that the holder's ledger may not have it. {@link Long#MAX_VALUE} if there is none.
     */
    long renewableFrom(int round, long lease) {
        long from = Long.MAX_VALUE;
        for (Leased grant : grants) {
            boolean earlier = FencingToken.round(grant.number()) < round;
            from = Math.min(from, earlier ? HolderLease.NEVER : grant.until() - lease * 2 / 3);
        }
        return from;
    }

    /** The grants as a peer state lists them. */
    List<LeasedGrant> list(long incarnation, long now) {
        List<LeasedGrant> list = new ArrayList<>(grants.size());
        for (Leased grant : grants) {
            list.add(new LeasedGrant(grant.number(), grant.key(), incarnation, grant.slots(), grant.until() - now));
        }
        return list;
    }
}
