package io.meshlock.protocol.lookahead;

/**
 * The random matrix of [Wu, Fig. 1], of which the initiator broadcasts the upper triangle and every host completes the
 * lower one. Here every host computes its row from a common seed: the same matrix without a broadcast, as if it had
 * arrived everywhere before the first request.
 */
public final class Matrix {

    private Matrix() {}

    /** True if host {@code i} has the fork that it shares with {@code j} at the beginning: element (i, j) is 1. */
    public static boolean says(long seed, int i, int j) {
        return i < j ? upper(seed, i, j) : !upper(seed, j, i);
    }

    private static boolean upper(long seed, int i, int j) {
        long mixed = (seed << 1 | 1) * 0x9E3779B97F4A7C15L + ((long) i << Integer.SIZE | j);
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return (mixed ^ mixed >>> 31) < 0;
    }
}
