package io.meshlock.journal.check;

import io.meshlock.protocol.PoolSize;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;

/**
 * How many permits a pool had when each grant was decided. An operator may change it: each node hears of that in its own
 * time, and whoever decides goes by what it knows.
 *
 * <p>Whatever is held was in the books when the latest decision was made, so it may add up to no more than there were then:
 * {@link #most}. Memory grows with the number of changes.
 */
public final class Sizes {

    private final Int2ObjectOpenHashMap<PoolSize> known = new Int2ObjectOpenHashMap<>();
    private final PoolSize founded;

    // The decisions from which on another size counted, and which.
    private final LongArrayList since = new LongArrayList();
    private final IntArrayList permits = new IntArrayList();
    private PoolSize decidedBy;
    private boolean changed;

    /** The nodes that lost their memory, and may or may not know more than the pool's first size. */
    private final BitSet forgetful = new BitSet();

    /** @param k the permits that the pool begins with */
    public Sizes(int k) {
        founded = new PoolSize(k, 0, 0);
        decidedBy = founded;
        known.defaultReturnValue(founded);
    }

    /** A node heard of another size; false if it knew of a newer one. */
    public boolean resized(int node, PoolSize size) {
        changed = true;
        forgetful.clear(node);
        PoolSize before = known.put(node, size);
        return !isOlder(size, before);
    }

    /** A node lost its memory: it has to be told again. */
    public void forgot(int node) {
        known.remove(node);
        forgetful.set(node);
    }

    /** A node decided; false if somebody decided by a newer size before. */
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
        return founded.permits();
    }

    /** The permits that may be held now: as many as there were at the latest decision. */
    public int most() {
        return decidedBy.permits();
    }

    /** False if nobody knows what the node takes the pool's size to be: it lost its memory, and was not told since. */
    public boolean isKnownAt(int node) {
        return !forgetful.get(node);
    }

    /** The permits that a node takes the pool to have. */
    public int knownAt(int node) {
        return known.get(node).permits();
    }

    /** Whether a change of the size was made before another. */
    public static boolean isOlder(PoolSize size, PoolSize than) {
        return size.version() < than.version() || (size.version() == than.version() && size.node() < than.node());
    }
}
