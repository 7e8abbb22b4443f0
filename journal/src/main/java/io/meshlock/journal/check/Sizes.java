package io.meshlock.journal.check;

import io.meshlock.protocol.PoolSize;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;

/**
 * How many permits a pool had when each grant was decided. Nodes hear of a change of size at different times, and a
 * decision goes by the size that its node knows.
 *
 * <p>All grants held were in the ledger when the latest decision was made, so they add up to at most the size at that
 * decision: {@link #most}. Memory grows with the number of changes.
 */
public final class Sizes {

    private final Int2ObjectOpenHashMap<PoolSize> known = new Int2ObjectOpenHashMap<>();
    private final PoolSize first;

    // The decisions at which the size changed, and the sizes.
    private final LongArrayList since = new LongArrayList();
    private final IntArrayList permits = new IntArrayList();
    private PoolSize decidedBy;
    private boolean changed;

    /** The nodes that lost their memory: whether they know the present size is open. */
    private final BitSet forgetful = new BitSet();

    /** @param k the pool's size at its start */
    public Sizes(int k) {
        first = new PoolSize(k, 0, 0);
        decidedBy = first;
        known.defaultReturnValue(first);
    }

    /** A node heard of another size; false if it knew of a newer one. */
    public boolean resized(int node, PoolSize size) {
        changed = true;
        forgetful.clear(node);
        PoolSize before = known.put(node, size);
        return !isOlder(size, before);
    }

    /** A node lost its memory: its size is unknown until it hears of one. */
    public void forgot(int node) {
        known.remove(node);
        forgetful.set(node);
    }

    /** A node decided; false if an earlier decision went by a newer size. */
    public boolean decided(int node, long number) {
        if (!changed) {
            return true;
        }
        PoolSize its = known.get(node);
        boolean older = isOlder(its, decidedBy);
        if (its.permits() != decidedBy.permits()) {
            since.add(number);
            permits.add(its.permits());
        }
        decidedBy = its;
        return !older;
    }

    /** The permits there were when this number was decided. */
    public int at(long number) {
        for (int i = since.size() - 1; i >= 0; i--) {
            if (since.getLong(i) <= number) {
                return permits.getInt(i);
            }
        }
        return first.permits();
    }

    /** The permits that may be held now: as many as there were at the latest decision. */
    public int most() {
        return decidedBy.permits();
    }

    /** False if the size that the node goes by is unknown: it lost its memory and has heard of no size since. */
    public boolean isKnownAt(int node) {
        return !forgetful.get(node);
    }

    /** The size that a node goes by. */
    public int knownAt(int node) {
        return known.get(node).permits();
    }

    /** Whether a change of the size was made before another. */
    public static boolean isOlder(PoolSize size, PoolSize than) {
        return size.version() < than.version() || (size.version() == than.version() && size.node() < than.node());
    }
}
