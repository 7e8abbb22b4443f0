package io.meshlock.protocol;

/**
 * One run of a node, from its start until it loses its memory. The number consists of the disk that the node's durable
 * state is on and the restarts from that disk. A node that lost its disk does not count as the same member: its
 * promises are gone.
 *
 * <p>The larger of two incarnations of a node is the later one, so a new disk needs a larger number than those before.
 */
public final class Incarnation {

    /** Bits of the restart counter of a disk, which grows in steps of random length. */
    public static final int RESTART_BITS = 26;

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
