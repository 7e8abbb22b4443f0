package io.meshlock.protocol;

/**
 * A node that counts when majorities are counted.
 *
 * @param node its number
 * @param incarnation the incarnation that takes part in the epoch. A later one on the same disk still counts in majorities, since it keeps
 *     its promises, but waits for the next epoch to take part
 */
public record Member(int node, long incarnation) {

    /** As {@code 3} in its first incarnation on disk 0, else {@code 3:disk.restarts}. */
    @Override
    public String toString() {
        long restarts = incarnation - Incarnation.first(Incarnation.disk(incarnation));
        return incarnation == 0 ? String.valueOf(node) : node + ":" + Incarnation.disk(incarnation) + "." + restarts;
    }
}
