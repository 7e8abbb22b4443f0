package io.meshlock.link.wire;

import java.util.List;

/**
 * One node's word about itself. The newest counts: the largest incarnation, and in it the largest sequence.
 *
 * @param number the node that speaks
 * @param name its name
 * @param incarnation grows each time the node starts
 * @param sequence grows with each advert
 * @param neighbours the numbers of the nodes whose links with it are up, rising
 * @param watching somebody at this node looks at the map, and wants reports
 * @param pools how its pools do, while somebody in the mesh watches
 */
public record LinkStateAdvert(
        int number,
        String name,
        long incarnation,
        long sequence,
        List<Integer> neighbours,
        boolean watching,
        List<PoolReport> pools) {

    /** The most neighbours that a node tells about. */
    public static final int MAX_NEIGHBOURS = 1 << 10;

    /** The most pools that a node reports about. */
    public static final int MAX_POOLS = 32;

    private static final int MAX_NAME = 200;

    /** Beyond this nobody could make a newer advert. */
    private static final long MAX_COUNT = Long.MAX_VALUE / 2;

    public LinkStateAdvert {
        neighbours = List.copyOf(neighbours);
        pools = List.copyOf(pools);
        if (number < 0 || name.isEmpty() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("an advert of nobody");
        }
        if (incarnation < 0 || incarnation > MAX_COUNT || sequence < 0 || sequence > MAX_COUNT) {
            throw new IllegalArgumentException("an advert without end: " + incarnation + "." + sequence);
        }
        if (neighbours.size() > MAX_NEIGHBOURS || pools.size() > MAX_POOLS) {
            throw new IllegalArgumentException(
                    "an advert with " + neighbours.size() + " neighbours and " + pools.size() + " pools");
        }
        int before = -1;
        for (int neighbour : neighbours) {
            if (neighbour <= before || neighbour == number) {
                throw new IllegalArgumentException("neighbours that do not rise, or one that is the node itself");
            }
            before = neighbour;
        }
    }

    /** True if this was said later than {@code other}, by the same node. */
    public boolean isNewerThan(LinkStateAdvert other) {
        return incarnation != other.incarnation ? incarnation > other.incarnation : sequence > other.sequence;
    }

    /** True if this and {@code other} are the same word of the same node. */
    public boolean isSameVersionAs(LinkStateAdvert other) {
        return incarnation == other.incarnation && sequence == other.sequence;
    }
}
