package io.meshlock.simulator.network;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Applies a history of links to a network.
 *
 * <p>A history may begin with a mesh in parts, but protocols start with links that lead to the bootstrap node. So only
 * the links of node 0's part exist from the start; those of other parts come up at tick 0, like links that come up
 * later.
 */
public final class MovingLinks {

    private final LinkHistory history;
    private final Graph start;
    /** Links of the other parts at the start. */
    private final LongArrayList apart = new LongArrayList();

    private boolean hasNext;

    public MovingLinks(int nodes, LinkHistory history) {
        this.history = history;
        LongArrayList first = new LongArrayList();
        hasNext = history.next();
        while (hasNext && history.time() == 0) {
            first.add(Graph.pack(history.low(), history.high()));
            hasNext = history.next();
        }
        start = partOfNode0(nodes, first);
    }

    private MovingLinks(Graph start) {
        this.history = LinkHistory.NOTHING;
        this.start = start;
    }

    /** Links that stay as they are. */
    public static MovingLinks unmoved(Graph links) {
        return new MovingLinks(links);
    }

    private Graph partOfNode0(int nodes, LongArrayList links) {
        long[] packed = links.toLongArray();
        Arrays.sort(packed);
        Graph all = Graph.ofSorted(nodes, packed, packed.length);
        int[] distances = all.distancesFrom(0);
        int kept = 0;
        for (long link : packed) {
            if (distances[(int) link] == Graph.UNREACHABLE) {
                apart.add(link);
            } else {
                packed[kept++] = link;
            }
        }
        return Graph.ofSorted(nodes, packed, kept);
    }

    /** The links that are there from the start. */
    public Graph start() {
        return start;
    }

    /** The tick of the next changes, or {@link LinkHistory#NEVER}. */
    public long nextTime() {
        if (!apart.isEmpty()) {
            return 0;
        }
        return hasNext ? history.time() : LinkHistory.NEVER;
    }

    /** Applies all changes of {@link #nextTime}. */
    public void change(Partitions links) {
        long now = nextTime();
        for (int i = 0; i < apart.size(); i++) {
            links.form((int) (apart.getLong(i) >>> Integer.SIZE), (int) apart.getLong(i));
        }
        apart.clear();
        while (hasNext && history.time() == now) {
            if (history.isUp()) {
                links.form(history.low(), history.high());
            } else {
                links.cut(history.low(), history.high());
            }
            hasNext = history.next();
        }
    }
}
