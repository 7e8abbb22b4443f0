package io.meshlock.protocol;

/**
 * A generation of a pool's token. Nobody promises two epochs of one round, so of those that come to life each has a round of
 * its own, and grants can be numbered by the round alone.
 *
 * @param round 0 for the token that the pool was founded with
 * @param maker the node that proposed it
 */
public record Epoch(int round, int maker) implements Comparable<Epoch> {

    /** Before a node has heard of any token. */
    public static final Epoch NONE = new Epoch(-1, -1);

    @Override
    public int compareTo(Epoch other) {
        return round != other.round ? Integer.compare(round, other.round) : Integer.compare(maker, other.maker);
    }

    public boolean isAfter(Epoch other) {
        return compareTo(other) > 0;
    }

    /** As {@code 3/7}: round 3, made by node 7. */
    @Override
    public String toString() {
        return round + "/" + maker;
    }
}
