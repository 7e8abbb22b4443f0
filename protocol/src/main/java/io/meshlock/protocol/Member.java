package io.meshlock.protocol;

/**
 * A node that counts when majorities are counted.
 *
 * @param node its number
 * @param life the life that takes part in the epoch. A later one on the same disk still counts in majorities, since it keeps
 *     its promises, but waits for the next epoch to take part
 */
public record Member(int node, long life) {

    /** As {@code 3} in its first life on disk 0, else {@code 3:disk.restarts}. */
    @Override
    public String toString() {
        long restarts = life - Life.first(Life.disk(life));
        return life == 0 ? String.valueOf(node) : node + ":" + Life.disk(life) + "." + restarts;
    }
}
