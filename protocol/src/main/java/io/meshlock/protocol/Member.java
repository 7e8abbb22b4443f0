package io.meshlock.protocol;

/**
 * A node that counts for majorities.
 *
 * @param node the node's number
 * @param incarnation the incarnation that takes part in the epoch. A later one on the same disk keeps the promises and
 *     so counts for majorities, but takes part only from the next epoch on
 */
public record Member(int node, long incarnation) {

    /** As {@code 3} in its first incarnation on disk 0, else {@code 3:disk.restarts}. */
    @Override
    public String toString() {
        long restarts = incarnation - Incarnation.first(Incarnation.disk(incarnation));
        return incarnation == 0 ? String.valueOf(node) : node + ":" + Incarnation.disk(incarnation) + "." + restarts;
    }
}
