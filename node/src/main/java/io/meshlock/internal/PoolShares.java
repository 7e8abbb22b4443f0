package io.meshlock.internal;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.HashMap;
import java.util.Map;

/**
 * How much of a node's room for pools its neighbours take. What the programs of the node open always finds some. The
 * rest has a dynamic threshold (A. K. Choudhury and E. L. Hahne, 1998): a neighbour may have {@value #SHARE} times as many
 * pools as are still free, so that one alone gets most of the room, and others always find some, however many it opens.
 * Thread-safe.
 */
final class PoolShares {

    /** Which share of its pools a node has only because neighbours have them. */
    private static final double SHARE_OF_OTHERS = 0.95;

    /** How many pools a neighbour may have here for each that is free. */
    private static final int SHARE = 3;

    /** From which part of its share on a neighbour's unused pools are left early. */
    private static final double CROWDED = 0.9;

    private final int most;

    // Guarded by this.
    private final Map<String, Integer> neighbourOf = new HashMap<>();
    private final Int2IntOpenHashMap counts = new Int2IntOpenHashMap();

    PoolShares(int maxPools) {
        most = (int) Math.ceil(maxPools * SHARE_OF_OTHERS);
    }

    /** @param occupied how many pools the node has, whoever brought them */
    synchronized boolean hasRoomFor(int neighbour, int occupied) {
        return counts.get(neighbour) < SHARE * free(occupied);
    }

    private int free(int occupied) {
        return most - Math.max(neighbourOf.size(), occupied);
    }

    /** A pool is here because this neighbour has it. */
    synchronized void take(String pool, int neighbour) {
        if (neighbourOf.putIfAbsent(pool, neighbour) == null) {
            counts.addTo(neighbour, 1);
        }
    }

    /** A pool is not here any more, or a program of this node has opened it. */
    synchronized void giveBack(String pool) {
        Integer neighbour = neighbourOf.remove(pool);
        if (neighbour != null && counts.addTo(neighbour, -1) == 1) {
            counts.remove(neighbour.intValue());
        }
    }

    /**
     * True if the pool is of a neighbour that has nearly used up its share.
     *
     * @param occupied how many pools the node has, whoever brought them
     */
    synchronized boolean isCrowded(String pool, int occupied) {
        Integer neighbour = neighbourOf.get(pool);
        return neighbour != null && counts.get(neighbour.intValue()) >= SHARE * free(occupied) * CROWDED;
    }

    /** How many pools are here because this neighbour has them. */
    synchronized int of(int neighbour) {
        return counts.get(neighbour);
    }

    /** How many pools are here because neighbours have them. */
    synchronized int taken() {
        return neighbourOf.size();
    }
}
