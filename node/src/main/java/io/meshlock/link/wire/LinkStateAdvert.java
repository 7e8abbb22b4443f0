package io.meshlock.link.wire;

import java.util.List;

/**
 * What a node advertises about itself. The newest advert of a node counts: the largest incarnation, and in it the
 * largest sequence.
 *
 * @param number the node that advertises itself
 * @param name its name
 * @param incarnation grows each time the node starts
 * @param sequence grows with each advert
 * @param neighbours the numbers of its neighbours, ascending
 * @param watching true if the map is in use at this node, so that all nodes should report on their pools
 * @param pools the state of its pools, while any node is watching
 */
public record LinkStateAdvert(
        int number,
        String name,
        long incarnation,
        long sequence,
        List<Integer> neighbours,
        boolean watching,
        List<PoolReport> pools) {

    /** The largest number of neighbours in an advert. */
    public static final int MAX_NEIGHBOURS = 1 << 10;

    /** The largest number of pools in an advert. */
    public static final int MAX_POOLS = 32;

    private static final int MAX_NAME = 200;

    /** The largest incarnation and sequence: beyond, no newer advert could be made. */
    public static final long MAX_COUNT = Long.MAX_VALUE / 2;

    public LinkStateAdvert {
        neighbours = List.copyOf(neighbours);
        pools = List.copyOf(pools);
        if (number < 0 || name.isEmpty() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("an advert of nobody");
        }
        if (!name.codePoints().allMatch(PoolTerms::isPrintable)) {
            throw new IllegalArgumentException("an advert of a node whose name cannot be printed");
        }
        if (incarnation < 0 || incarnation > MAX_COUNT || sequence < 0 || sequence > MAX_COUNT) {
            throw new IllegalArgumentException("an advert without end: " + incarnation + "." + sequence);
        }
        if (neighbours.size() > MAX_NEIGHBOURS || pools.size() > MAX_POOLS) {
            throw new IllegalArgumentException(
                    "an advert with " + neighbours.size() + " neighbours and " + pools.size() + " pools");
        }
        int claims = pools.stream().mapToInt(pool -> pool.claims().size()).sum();
        if (claims > PoolClaim.MOST) {
            throw new IllegalArgumentException("an advert with " + claims + " claims");
        }
        int before = -1;
        for (int neighbour : neighbours) {
            if (neighbour <= before || neighbour == number) {
                throw new IllegalArgumentException("neighbours that do not rise, or one that is the node itself");
            }
            before = neighbour;
        }
    }

    /** True if this is a newer advert than {@code other} of the same node. */
    public boolean isNewerThan(LinkStateAdvert other) {
        return other.isOlderThan(incarnation, sequence);
    }

    /** True if an advert of the same node with this incarnation and sequence is newer than this one. */
    public boolean isOlderThan(long otherIncarnation, long otherSequence) {
        return incarnation != otherIncarnation ? incarnation < otherIncarnation : sequence < otherSequence;
    }

    /** True if this and {@code other} have the same incarnation and sequence of the same node. */
    public boolean isSameVersionAs(LinkStateAdvert other) {
        return isVersion(other.incarnation, other.sequence);
    }

    /** True if this has that incarnation and sequence. */
    public boolean isVersion(long otherIncarnation, long otherSequence) {
        return incarnation == otherIncarnation && sequence == otherSequence;
    }
}
