package io.meshlock.protocol;

/**
 * One run of a node, from its start until it loses its memory: a number that tells on which disk the node keeps what it must
 * not forget, and how often it started from there. A node whose disk was lost is somebody else: its promises are gone.
 *
 * <p>Of two incarnations of a node the larger is the later one; whoever makes a new disk has to number it so.
 */
public final class Incarnation {

    /** Starts that one disk can count. */
    public static final int RESTART_BITS = 20;

    private Incarnation() {}

    /** The first incarnation on a disk. */
    public static long first(long disk) {
        return disk << RESTART_BITS;
    }

    public static long disk(long incarnation) {
        return incarnation >>> RESTART_BITS;
    }

    public static boolean sameDisk(long one, long other) {
        return disk(one) == disk(other);
    }
}
