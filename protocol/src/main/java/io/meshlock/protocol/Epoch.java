package io.meshlock.protocol;

/**
 * A generation of a pool's token; like a ballot in Paxos. No node promises two epochs of one round, so at most one
 * epoch per round gets a token, and fencing tokens need the round only.
 *
 * @param round 0 for the pool's first token
 * @param maker the node that proposed it
 * @param incarnation the maker's incarnation. A maker that forgot what it made must not make the same epoch again:
 *     echoes of the former token would count for the latter
 */
public record Epoch(int round, int maker, long incarnation) implements Comparable<Epoch> {

    /** The epoch of a node that has not heard of any token. */
    public static final Epoch NONE = new Epoch(-1, -1);

    /** Before the first epoch: a pool whose first voters are known, and that has no token yet. */
    public static final Epoch GENESIS = new Epoch(-1, 0);

    /** An epoch made by the first incarnation of a node. */
    public Epoch(int round, int maker) {
        this(round, maker, 0);
    }

    @Override
    public int compareTo(Epoch other) {
        if (round != other.round) {
            return Integer.compare(round, other.round);
        }
        return maker != other.maker
                ? Integer.compare(maker, other.maker)
                : Long.compare(incarnation, other.incarnation);
    }

    /** By hand: every message of a pool is compared with its epoch, and what the compiler makes of a record is slower. */
    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof Epoch epoch
                && round == epoch.round
                && maker == epoch.maker
                && incarnation == epoch.incarnation;
    }

    @Override
    public int hashCode() {
        return (31 * round + maker) * 31 + Long.hashCode(incarnation);
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
