package io.meshlock.protocol;

/**
 * A generation of a pool's token; like a ballot in Paxos. No node promises two epochs of one round, so at most one
 * epoch per round gets a token, and fencing tokens need the round only.
 *
 * @param round 0 for the pool's first token
 * @param maker the node that proposed it
 */
public record Epoch(int round, int maker) implements Comparable<Epoch> {

    /** The epoch of a node that has not heard of any token. */
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
