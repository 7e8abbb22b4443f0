package io.meshlock.link.map;

import io.meshlock.link.wire.Statement;
import io.meshlock.spi.Peer;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * What one node knows of the mesh: its own links at first hand, and the newest statement of everybody. One thread at a time
 * changes it; anybody may read.
 */
public final class Atlas {

    /** The most nodes that are kept; a mesh with more has a map with holes. */
    public static final int MAX_NODES = 1 << 12;

    /** What came of a statement. */
    enum News {
        NEW,
        OLD,
        NO_ROOM
    }

    private final int self;
    private final NavigableMap<Integer, Statement> statements = new ConcurrentSkipListMap<>();
    private volatile SortedMap<Integer, Peer> direct = Collections.emptySortedMap();

    /** Counts changes of anything, and of links alone. */
    private volatile long revision;

    private volatile long topology;

    private record Computed(long topology, Routes routes) {}

    private volatile @Nullable Computed computed;

    Atlas(int self) {
        this.self = self;
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    /** Rises with every change. */
    public long revision() {
        return revision;
    }

    /** The newest statement of everybody, by number. A live view. */
    public SortedMap<Integer, Statement> statements() {
        return Collections.unmodifiableSortedMap(statements);
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
            last = new Computed(now, Routes.from(self, direct.keySet(), statements));
            computed = last;
        }
        return last.routes();
    }

    /** True if the end of a link says that {@code other} is at the other. */
    public static boolean confirms(@Nullable Statement end, int other) {
        return end != null && Collections.binarySearch(end.neighbours(), other) >= 0;
    }

    // ---- changing ---------------------------------------------------------------------------------------------------

    @Nullable
    Statement get(int node) {
        return statements.get(node);
    }

    News learn(Statement news) {
        Statement before = statements.get(news.number());
        if (before != null && !news.isNewerThan(before)) {
            return News.OLD;
        }
        if (before == null && statements.size() >= MAX_NODES) {
            return News.NO_ROOM;
        }
        statements.put(news.number(), news);
        changed(before == null || !before.neighbours().equals(news.neighbours()));
        return News.NEW;
    }

    void forget(int node) {
        statements.remove(node);
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
