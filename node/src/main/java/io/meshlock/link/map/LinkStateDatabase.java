package io.meshlock.link.map;

import io.meshlock.link.wire.LinkStateAdvert;
import io.meshlock.spi.Peer;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * What one node knows of the mesh: its own links at first hand, and the newest advert of everybody. One thread at a time
 * changes it; anybody may read.
 */
public final class LinkStateDatabase {

    /** The most nodes that are kept; a mesh with more has a map with holes. */
    public static final int MAX_NODES = 1 << 12;

    /** What came of an advert. */
    enum News {
        NEW,
        OLD,
        NO_ROOM
    }

    private final int self;
    private final NavigableMap<Integer, LinkStateAdvert> adverts = new ConcurrentSkipListMap<>();
    private volatile SortedMap<Integer, Peer> direct = Collections.emptySortedMap();

    /** Counts changes of anything, and of links alone. */
    private volatile long revision;

    private volatile long topology;

    private record Computed(long topology, Routes routes) {}

    private volatile @Nullable Computed computed;

    LinkStateDatabase(int self) {
        this.self = self;
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    /** Rises with every change. */
    public long revision() {
        return revision;
    }

    /** The newest advert of everybody, by number. A live view. */
    public SortedMap<Integer, LinkStateAdvert> adverts() {
        return Collections.unmodifiableSortedMap(adverts);
    }

    /** This node's neighbours, by number. */
    public SortedMap<Integer, Peer> direct() {
        return direct;
    }

    /** The shortest ways from this node, over what is known now. */
    public Routes routes() {
        long now = topology; // first: what changes meanwhile makes the next reader compute again
        Computed last = computed;
        if (last == null || last.topology() != now) {
            last = new Computed(now, Routes.from(self, direct.keySet(), adverts));
            computed = last;
        }
        return last.routes();
    }

    /** True if the end of a link says that {@code other} is at the other. */
    public static boolean confirms(@Nullable LinkStateAdvert end, int other) {
        return end != null && Collections.binarySearch(end.neighbours(), other) >= 0;
    }

    // ---- changing ---------------------------------------------------------------------------------------------------

    @Nullable
    LinkStateAdvert get(int node) {
        return adverts.get(node);
    }

    News learn(LinkStateAdvert news) {
        LinkStateAdvert before = adverts.get(news.number());
        if (before != null && !news.isNewerThan(before)) {
            return News.OLD;
        }
        if (before == null && adverts.size() >= MAX_NODES) {
            return News.NO_ROOM;
        }
        adverts.put(news.number(), news);
        changed(before == null || !before.neighbours().equals(news.neighbours()));
        return News.NEW;
    }

    void forget(int node) {
        adverts.remove(node);
        changed(true);
    }

    void setDirect(Collection<Peer> peers) {
        SortedMap<Integer, Peer> sorted = new TreeMap<>();
        peers.forEach(peer -> sorted.put(peer.number(), peer));
        direct = Collections.unmodifiableSortedMap(sorted);
        changed(true);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer at a time
    private void changed(boolean links) {
        if (links) {
            topology++;
        }
        revision++;
    }
}
