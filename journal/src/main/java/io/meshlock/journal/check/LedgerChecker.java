package io.meshlock.journal.check;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongIterator;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;

/**
 * Decisions and grants match, as far as a journal shows it: a decided fencing token is granted at most once, to the
 * request that it was decided for. Rules:
 *
 * <ul>
 *   <li>{@code granted-undecided}: a grant whose number is not the latest one decided for its request. A number is void
 *       as soon as its request is decided anew, renamed or withdrawn: no client may get it after that. Where a node has
 *       twins, or a neighbour lies that it has started anew, it is not void when its request is decided anew: the
 *       second decision may have been for the twin
 *   <li>{@code granted-twice}: a grant for a request that was answered already
 *   <li>{@code held-at-end}: the network healed and no request waits, and yet grants are held at the end
 * </ul>
 */
public final class LedgerChecker implements Checker {

    private static final long NONE = Long.MIN_VALUE;
    private static final long UNDECIDED = Long.MIN_VALUE + 1;

    private final boolean decides;
    private final boolean twins;
    private final Findings findings = new Findings();

    /** Requests without an answer so far, and requests that hold their permits. */
    private final LongOpenHashSet unanswered = new LongOpenHashSet();

    private final LongOpenHashSet held = new LongOpenHashSet();

    /** From a client's request to its mesh-wide number, and from that number to the grant decided. */
    private final Long2LongOpenHashMap meshNumber = new Long2LongOpenHashMap();

    private final Long2LongOpenHashMap decision = new Long2LongOpenHashMap();

    /** With twins: from a number that another one followed to the mesh-wide number of its request. */
    private final Long2LongOpenHashMap followed = new Long2LongOpenHashMap();

    /**
     * Grants decided in this step for mesh-wide numbers that do not wait. A node may grant to its own client at once,
     * without making it wait. Either it is granted in the same step, or the request is gone.
     */
    private final LongArrayList atOnce = new LongArrayList();

    private boolean healed;

    /** @param decides whether the algorithm reports its decisions; otherwise grants are not matched with decisions */
    public LedgerChecker(boolean decides) {
        this(decides, false);
    }

    /** @param twins whether several processes run as one node, or others may believe so */
    LedgerChecker(boolean decides, boolean twins) {
        this.decides = decides;
        this.twins = twins;
        meshNumber.defaultReturnValue(NONE);
        decision.defaultReturnValue(NONE);
        followed.defaultReturnValue(NONE);
    }

    @Override
    public void stepped(long time, int node) {
        atOnce.clear();
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        unanswered.add(request.id());
    }

    @Override
    public void waiting(long time, int node, long request, Key key) {
        long before = meshNumber.put(request, key.request());
        if (before == key.request()) {
            return; // the same request with another birth: its decision stands
        }
        if (before != NONE) {
            decision.remove(before);
        }
        decision.put(key.request(), UNDECIDED);
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
        unanswered.remove(request);
        long number = meshNumber.remove(request);
        if (number != NONE) {
            decision.remove(number);
        }
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        if (decision.containsKey(key.request())) {
            long before = decision.put(key.request(), number);
            if (twins && before != UNDECIDED) {
                followed.put(before, key.request());
            }
        } else {
            atOnce.add(number);
        }
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        if (!unanswered.remove(grant.request())) {
            findings.add(time, "granted-twice", "node %d got %s for a request already answered", node, grant);
        }
        long number = meshNumber.remove(grant.request());
        long decided = number == NONE ? NONE : decision.remove(number);
        boolean wasDecided = number != NONE && followed.remove(grant.number()) == number;
        boolean matches = decided == grant.number() || wasDecided || atOnce.rem(grant.number());
        if (decides && !matches) {
            findings.add(time, "granted-undecided", "node %d got %s, which was not decided", node, grant);
        }
        held.add(grant.request());
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        held.remove(grant.request());
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        held.remove(grant.request());
    }

    @Override
    public void healed(long time) {
        healed = true;
    }

    @Override
    public void ended(long time) {
        if (healed && unanswered.isEmpty() && !held.isEmpty()) {
            findings.add(time, "held-at-end", "%d grants are held, first that of request %d", held.size(), firstHeld());
        }
    }

    /** The smallest request, so that the result does not depend on the order of a hash set. */
    private long firstHeld() {
        long first = Long.MAX_VALUE;
        for (LongIterator requests = held.iterator(); requests.hasNext(); ) {
            first = Math.min(first, requests.nextLong());
        }
        return first;
    }

    @Override
    public List<Violation> violations() {
        return findings.first();
    }

    @Override
    public long violationCount() {
        return findings.count();
    }
}
