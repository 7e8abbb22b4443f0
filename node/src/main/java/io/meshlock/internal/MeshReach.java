package io.meshlock.internal;

import io.meshlock.link.map.LinkStateDatabase;
import io.meshlock.link.map.Routes;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which nodes went out of this node's reach, and when: the map of the mesh forgets them after a minute, and an
 * operator may come later. Thread-safe.
 */
final class MeshReach {

    /** A node out of reach: its name as far as it is known, and since when by this node's clock. */
    record Missing(String name, long since) {}

    private final int self;
    private final LinkStateDatabase database;
    private final LongSupplier clock;
    private final long started;

    // Guarded by this.
    private final Map<Integer, String> reachable = new HashMap<>();

    /** Bounded; who is gone longest is forgotten first. */
    private final Map<Integer, Missing> gone = new LinkedHashMap<>();

    private long revision = -1;

    MeshReach(int self, LinkStateDatabase database, LongSupplier clock) {
        this.self = self;
        this.database = database;
        this.clock = clock;
        this.started = clock.getAsLong();
    }

    /**
     * Reads the map of the mesh again if it has changed.
     *
     * @return which map this is: whoever looks now and then sees by it whether it is another one than before, whoever
     *     else looked meanwhile
     */
    synchronized long look() {
        long now = database.revision(); // first: a change meanwhile is seen by the next look
        if (now == revision) {
            return revision;
        }
        revision = now;
        Map<Integer, String> before = Map.copyOf(reachable);
        reachable.clear();
        Routes routes = database.routes();
        database.adverts().forEach((number, advert) -> {
            if (routes.hops(number) >= 0) {
                reachable.put(number, advert.name());
            }
        });
        database.direct().forEach((number, peer) -> reachable.put(number, peer.name()));
        reachable.remove(self);
        gone.keySet().removeAll(reachable.keySet());
        Map<Integer, String> known = new HashMap<>(before);
        database.adverts()
                .forEach((number, advert) -> known.put(number, advert.name())); // some came and went meanwhile
        known.remove(self);
        known.keySet().removeAll(reachable.keySet());
        known.forEach((number, name) -> gone.putIfAbsent(number, new Missing(name, clock.getAsLong())));
        for (Iterator<Missing> oldest = gone.values().iterator(); gone.size() > LinkStateDatabase.MAX_NODES; ) {
            oldest.next();
            oldest.remove();
        }
        return revision;
    }

    /** The node, if no way leads to it; null if one does. A node that was never seen is missing since the start. */
    synchronized @Nullable Missing missing(int node) {
        if (node == self || reachable.containsKey(node)) {
            return null;
        }
        return gone.getOrDefault(node, new Missing("node " + node, started));
    }

    /** The names of the other nodes in reach, by number. */
    synchronized Map<Integer, String> names() {
        return Map.copyOf(reachable);
    }

    /** True if no other node is in reach. */
    synchronized boolean isAlone() {
        return reachable.isEmpty();
    }
}
