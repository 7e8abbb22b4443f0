package io.meshlock.journal.check;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;

/**
 * Safety: never more than k permits are held, and only by requests that were made. If an operator changes k, the k of
 * the latest decision counts ({@link Sizes}). Rules:
 *
 * <ul>
 *   <li>{@code too-many-permits}: the permits held add up to more than k
 *   <li>{@code granted-unasked}: a grant for a request that does not wait: never made, rejected, withdrawn or granted
 *       before
 *   <li>{@code granted-elsewhere}: a grant at another node than the one that asked
 *   <li>{@code wrong-permits}: a grant of another number of permits than requested, or outside 1…k
 *   <li>{@code wrong-slots}: slots are named, but not as many as permits, or outside 1…k
 *   <li>{@code slot-taken}: a slot that another grant holds
 *   <li>{@code size-went-back}: a node decides by an older size than an earlier decision, or returns to an older size
 *   <li>{@code rejected-wrongly}: a node rejects a request for its size although the pool, as the node knows it, is
 *       large enough
 *   <li>{@code released-unheld}: a release of a grant, or of a part of a grant, that is not held
 *   <li>{@code withdrawn-unasked}: a withdrawal of a request that does not wait
 *   <li>with strict fencing, {@code decision-order}: decided numbers do not rise; {@code number-reused}: two grants
 *       with one number (exact for the latest {@value RecentNumbers#SPAN} numbers; {@link LedgerChecker} finds older
 *       ones); {@code slot-fencing}: a slot's numbers do not rise, so that a resource that keeps the largest would
 *       refuse a valid grant
 * </ul>
 */
public final class PermitsChecker implements Checker {

    private static final long NONE = Long.MIN_VALUE;

    private final Sizes sizes;
    private final boolean strictFencing;
    private final Findings findings = new Findings();

    /** Waiting requests: the node in the upper half, the permits in the lower. */
    private final Long2LongOpenHashMap waiting = new Long2LongOpenHashMap();

    private final Long2ObjectOpenHashMap<PermitGrant> held = new Long2ObjectOpenHashMap<>();
    private long permitsHeld;

    /** By slot: the request whose grant holds it, and the fencing token of the latest grant that held it. */
    private long[] slotHolder;

    private long[] slotNumber;

    private final RecentNumbers granted = new RecentNumbers();
    private long lastDecided = NONE;

    /**
     * @param k the pool's size at its start
     * @param strictFencing whether numbers must be unique and rise over the whole pool; false for algorithms that
     *     number grants per node
     */
    public PermitsChecker(int k, boolean strictFencing) {
        this.sizes = new Sizes(k);
        this.strictFencing = strictFencing;
        waiting.defaultReturnValue(NONE);
        slotHolder = new long[k + 1];
        slotNumber = new long[k + 1];
        Arrays.fill(slotHolder, NONE);
        Arrays.fill(slotNumber, NONE);
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        waiting.put(request.id(), (long) node << Integer.SIZE | (request.permits() & 0xFFFF_FFFFL));
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        long asked = waiting.remove(request);
        boolean judged = why == Rejection.MORE_THAN_THE_POOL_HAS && asked != NONE && sizes.isKnownAt(node);
        if (judged && (int) asked <= sizes.knownAt(node)) {
            findings.add(
                    time,
                    "rejected-wrongly",
                    "node %d rejects %d of %d permits",
                    node,
                    (int) asked,
                    sizes.knownAt(node));
        }
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        if (!sizes.resized(node, size)) {
            findings.add(time, "size-went-back", "node %d takes %s after a newer one", node, size);
        }
    }

    @Override
    public void crashed(long time, int node) {
        sizes.forgot(node);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        if (waiting.remove(request) == NONE) {
            findings.add(time, "withdrawn-unasked", "node %d withdrew request %d, which does not wait", node, request);
        }
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        if (strictFencing && number <= lastDecided) {
            findings.add(time, "decision-order", "node %d decided number %d after %d", node, number, lastDecided);
        }
        lastDecided = Math.max(lastDecided, number);
        if (!sizes.decided(node, number)) {
            findings.add(time, "size-went-back", "node %d decided %d by an older size", node, number);
        }
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        long asked = waiting.remove(grant.request());
        if (asked == NONE) {
            findings.add(time, "granted-unasked", "node %d got %s for a request that does not wait", node, grant);
        } else {
            judgeAnswer(time, node, asked, grant);
        }
        if (strictFencing && !granted.use(grant.number())) {
            findings.add(time, "number-reused", "node %d got %s, whose number was granted before", node, grant);
        }
        // A second grant for the same request counts once, for its client releases once.
        if (held.putIfAbsent(grant.request(), grant) == null) {
            permitsHeld += grant.permits();
            int k = sizes.most();
            if (permitsHeld > k) {
                findings.add(time, "too-many-permits", "%d of %d permits are out since %s", permitsHeld, k, grant);
            }
            takeSlots(time, grant);
        }
    }

    private void judgeAnswer(long time, int node, long asked, PermitGrant grant) {
        int asker = (int) (asked >> Integer.SIZE);
        int permits = (int) asked;
        int k = sizes.at(grant.number());
        if (asker != node) {
            findings.add(time, "granted-elsewhere", "node %d asked, node %d got %s", asker, node, grant);
        }
        if (grant.permits() != permits || permits < 1 || permits > k) {
            findings.add(time, "wrong-permits", "node %d asked for %d of %d, got %s", node, permits, k, grant);
        }
    }

    private void takeSlots(long time, PermitGrant grant) {
        Slots slots = grant.slots();
        if (slots.count() == 0) {
            return; // this algorithm names no slots
        }
        if (slots.count() != grant.permits()) {
            findings.add(time, "wrong-slots", "%s names %d slots", grant, slots.count());
        }
        int k = sizes.at(grant.number());
        for (int slot : slots.toArray()) {
            if (slot < 1 || slot > k) {
                findings.add(time, "wrong-slots", "%s names slot %d of %d", grant, slot, k);
            } else {
                takeSlot(time, grant, slot);
            }
        }
    }

    private void takeSlot(long time, PermitGrant grant, int slot) {
        if (slot >= slotHolder.length) {
            int before = slotHolder.length;
            slotHolder = Arrays.copyOf(slotHolder, 2 * slot);
            slotNumber = Arrays.copyOf(slotNumber, 2 * slot);
            Arrays.fill(slotHolder, before, 2 * slot, NONE);
            Arrays.fill(slotNumber, before, 2 * slot, NONE);
        }
        if (slotHolder[slot] != NONE) {
            findings.add(time, "slot-taken", "%s names slot %d, held by request %d", grant, slot, slotHolder[slot]);
        }
        if (strictFencing && grant.number() <= slotNumber[slot]) {
            findings.add(time, "slot-fencing", "%s names slot %d after number %d", grant, slot, slotNumber[slot]);
        }
        slotHolder[slot] = grant.request();
        slotNumber[slot] = Math.max(slotNumber[slot], grant.number());
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        PermitGrant was = held.get(grant.request());
        if (was == null || was.number() != grant.number()) {
            findings.add(time, "released-unheld", "node %d released %s, which is not held", node, grant);
            return;
        }
        held.remove(grant.request());
        permitsHeld -= was.permits();
        freeSlots(was);
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        PermitGrant was = held.get(part.request());
        Slots kept = was == null ? Slots.NONE : was.slots().without(part.slots());
        boolean fits = was != null
                && was.number() == part.number()
                && part.slots().count() == part.permits()
                && kept.count() == was.permits() - part.permits()
                && kept.count() > 0;
        if (!fits) {
            findings.add(time, "released-unheld", "node %d gave back %s, which is no part of a grant", node, part);
            return;
        }
        held.put(part.request(), was.part(kept));
        permitsHeld -= part.permits();
        freeSlots(part);
    }

    private void freeSlots(PermitGrant was) {
        for (int slot : was.slots().toArray()) {
            // If two grants held it, the later one keeps it.
            if (slot >= 1 && slot < slotHolder.length && slotHolder[slot] == was.request()) {
                slotHolder[slot] = NONE;
            }
        }
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
