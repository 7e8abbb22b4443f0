package io.meshlock.protocol;

/**
 * A memory that can vote: a node's promises, which survive its crashes. A node that loses them never has that seat
 * again; it may get another one.
 *
 * @param node the node's number
 * @param number tells the seats of a node apart; {@link #FIRST} for the pool's first voters
 */
public record Seat(int node, long number) {

    /** The number of the seat that a pool's first voters have from the start. */
    public static final long FIRST = 0;

    /** The number of a node without a seat. */
    public static final long NONE = -1;

    /** As {@code 3}, or {@code 3:17} for a later seat. */
    @Override
    public String toString() {
        return number == FIRST ? String.valueOf(node) : node + ":" + number;
    }
}
