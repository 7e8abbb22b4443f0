package io.meshlock.link.map;

import io.meshlock.link.wire.LinkStateAdvert;
import io.meshlock.spi.Peer;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one node knows of the mesh: its own links, and the newest advert of every other node. Written by one thread at a
 * time, read by any thread.
 */
public final class LinkStateDatabase {

    /** The largest number of nodes that are kept. In a larger mesh, the map is incomplete. */
    public static final int MAX_NODES = 1 << 12;

    /** The result of {@link #learn}. */
    enum News {
        NEW,
        OLD,
        NO_ROOM
    }

    private final int self;
    private final Map<Integer, LinkStateAdvert> adverts = new ConcurrentHashMap<>();
    private volatile SortedMap<Integer, Peer> direct = Collections.emptySortedMap();

    /** Counts all changes. */
    private volatile long revision;

    /** Counts changes of links. */
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

    /** The newest advert of every node, by number, as of now. */
    public SortedMap<Integer, LinkStateAdvert> adverts() {
        return new TreeMap<>(adverts);
    }

    /** How many nodes are known, this one included. */
    int size() {
        return adverts.size();
    }

    /** True if another node within reach watches. */
    boolean isWatched() {
        for (LinkStateAdvert advert : adverts.values()) {
            if (advert.watching() && advert.number() != self && routes().reaches(advert.number())) {
                return true;
            }
        }
        return false;
    }

    /** This node's neighbours, by number. */
    public SortedMap<Integer, Peer> direct() {
        return direct;
    }

    /** The shortest routes from this node, by what is known now. */
    public Routes routes() {
        long now = topology; // first: a change meanwhile makes the next reader compute again
        Computed last = computed;
        if (last == null || last.topology() != now) {
            last = new Computed(now, Routes.from(self, direct.keySet(), adverts));
            computed = last;
        }
        return last.routes();
    }

    /** True if so many nodes are known that this map, or that of another node, may have no room for all of them. */
    boolean isCrowded() {
        return adverts.size() >= MAX_NODES / 2;
    }

    /** True if the advert of one end of a link lists {@code other} as a neighbour. */
    public static boolean confirms(@Nullable LinkStateAdvert end, int other) {
        return end != null && Collections.binarySearch(end.neighbours(), other) >= 0;
    }

    // ---- changing ---------------------------------------------------------------------------------------------------

    /** True if this advert of a node, or a newer one, is known. */
    boolean knows(int node, long incarnation, long sequence) {
        LinkStateAdvert known = adverts.get(node);
        return known != null && !known.isOlderThan(incarnation, sequence);
    }

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
