package io.meshlock.internal;

import io.meshlock.MeshMap;
import io.meshlock.link.map.LinkStateDatabase;
import io.meshlock.link.map.LinkStateFlooding;
import io.meshlock.link.map.Routes;
import io.meshlock.link.wire.LinkStateAdvert;
import io.meshlock.link.wire.PoolReport;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node's map of the mesh, and its own part in that of others. */
final class MeshMapService {

    private static final Logger LOG = LoggerFactory.getLogger(MeshMapService.class);

    private final LinkStateFlooding surveyor;
    private volatile @Nullable MeshMap latest;

    /** @param pools this node's pools */
    MeshMapService(Transport transport, ScheduledExecutorService scheduler, Supplier<Collection<Pool>> pools) {
        surveyor = new LinkStateFlooding(
                transport.self(),
                (millis, task) -> schedule(scheduler, millis, task),
                () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()),
                () -> reports(pools.get()),
                transport.counters());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong is logged in place
    private static void schedule(ScheduledExecutorService scheduler, long millis, Runnable task) {
        try {
            scheduler.schedule(() -> guarded(task), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the node is closed; its map is left as it is");
        }
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("keeping the map of the mesh failed", e);
        }
    }

    /** Who listens to neighbours and talks to them. */
    LinkStateFlooding surveyor() {
        return surveyor;
    }

    private static List<PoolReport> reports(Collection<Pool> pools) {
        return pools.stream()
                .map(pool -> pool.runtime().report())
                .filter(report -> !report.isQuiet())
                .sorted(Comparator.comparing(PoolReport::name))
                .limit(LinkStateAdvert.MAX_POOLS)
                .toList();
    }

    // ---- for people -------------------------------------------------------------------------------------------------

    /** The map as it is now; the same object while nothing changes. */
    MeshMap map() {
        surveyor.interest();
        LinkStateDatabase atlas = surveyor.database();
        long revision = atlas.revision(); // first: what changes meanwhile makes the next one look again
        MeshMap before = latest;
        if (before != null && before.revision() == revision) {
            return before;
        }
        MeshMap drawn = draw(revision, new TreeMap<>(atlas.adverts()), atlas.direct(), atlas.routes());
        latest = drawn;
        return drawn;
    }

    private static MeshMap draw(
            long revision,
            SortedMap<Integer, LinkStateAdvert> statements,
            SortedMap<Integer, Peer> direct,
            Routes routes) {
        SortedMap<Integer, MeshMap.Node> nodes = new TreeMap<>();
        direct.forEach((number, peer) -> nodes.put(number, new MeshMap.Node(number, peer.name(), 1, List.of())));
        statements.forEach((number, statement) -> nodes.put(number, node(statement, routes.hops(number))));
        return new MeshMap(revision, List.copyOf(nodes.values()), links(statements, direct.keySet(), routes.self()));
    }

    private static MeshMap.Node node(LinkStateAdvert statement, int hops) {
        List<MeshMap.PoolReport> pools = statement.pools().stream()
                .map(pool -> new MeshMap.PoolReport(pool.name(), pool.held(), pool.waiting(), pool.tokens()))
                .toList();
        return new MeshMap.Node(statement.number(), statement.name(), hops, pools);
    }

    /** Those that both ends have told of, and this node's own as they are. */
    private static List<MeshMap.Link> links(
            SortedMap<Integer, LinkStateAdvert> statements, Collection<Integer> direct, int self) {
        SortedSet<MeshMap.Link> links =
                new TreeSet<>(Comparator.comparingInt(MeshMap.Link::from).thenComparingInt(MeshMap.Link::to));
        direct.forEach(peer -> links.add(new MeshMap.Link(Math.min(self, peer), Math.max(self, peer))));
        for (LinkStateAdvert statement : statements.values()) {
            for (int peer : statement.neighbours()) {
                boolean told = statement.number() < peer
                        && LinkStateDatabase.confirms(statements.get(peer), statement.number())
                        && statement.number() != self
                        && peer != self;
                if (told) {
                    links.add(new MeshMap.Link(statement.number(), peer));
                }
            }
        }
        return new ArrayList<>(links);
    }
}
