package io.meshlock.internal;

import io.meshlock.MeshMap;
import io.meshlock.link.map.LinkStateDatabase;
import io.meshlock.link.map.LinkStateFlooding;
import io.meshlock.link.map.Routes;
import io.meshlock.link.wire.LinkStateAdvert;
import io.meshlock.link.wire.PoolClaim;
import io.meshlock.link.wire.PoolReport;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import java.time.Instant;
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

/** Makes a node's map of the mesh from the link-state database, and advertises the node's own pools. */
final class MeshMapService {

    private static final Logger LOG = LoggerFactory.getLogger(MeshMapService.class);

    private final LinkStateFlooding flooding;
    private volatile @Nullable MeshMap latest;

    /** @param pools this node's pools */
    MeshMapService(Transport transport, ScheduledExecutorService scheduler, Supplier<Collection<Pool>> pools) {
        flooding = new LinkStateFlooding(
                transport.self(),
                (millis, task) -> schedule(scheduler, millis, task),
                () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()),
                () -> reports(pools.get()),
                transport.counters());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // failures are logged by the task
    private static void schedule(ScheduledExecutorService scheduler, long millis, Runnable task) {
        try {
            scheduler.schedule(() -> runLogged(task), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the node is closed; its map is not updated any more");
        }
    }

    private static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("updating the map of the mesh failed", e);
        }
    }

    /** The exchange of adverts with neighbours. */
    LinkStateFlooding flooding() {
        return flooding;
    }

    /** Claims are cut off where an advert is full of them; the numbers beside them are not. */
    private static List<PoolReport> reports(Collection<Pool> pools) {
        List<PoolReport> reports = new ArrayList<>();
        int room = PoolClaim.MOST;
        for (PoolReport report : allReports(pools)) {
            PoolReport cut = report.withClaims(room);
            room -= cut.claims().size();
            reports.add(cut);
        }
        return reports;
    }

    private static List<PoolReport> allReports(Collection<Pool> pools) {
        return pools.stream()
                .map(pool -> pool.runtime().report())
                .filter(report -> !report.isQuiet())
                .sorted(Comparator.comparing(PoolReport::name))
                .limit(LinkStateAdvert.MAX_POOLS)
                .toList();
    }

    // ---- the map ----------------------------------------------------------------------------------------------------

    /** The current map; the same object while nothing changes. */
    MeshMap map() {
        flooding.interest();
        LinkStateDatabase database = flooding.database();
        long revision = database.revision(); // first: a change meanwhile makes the next call draw a new map
        MeshMap before = latest;
        if (before != null && before.revision() == revision) {
            return before;
        }
        MeshMap drawn = draw(revision, new TreeMap<>(database.adverts()), database.direct(), database.routes());
        latest = drawn;
        return drawn;
    }

    private static MeshMap draw(
            long revision,
            SortedMap<Integer, LinkStateAdvert> adverts,
            SortedMap<Integer, Peer> direct,
            Routes routes) {
        SortedMap<Integer, MeshMap.Node> nodes = new TreeMap<>();
        direct.forEach((number, peer) -> nodes.put(number, new MeshMap.Node(number, peer.name(), 1, List.of())));
        adverts.forEach((number, advert) -> nodes.put(number, node(advert, routes.hops(number))));
        return new MeshMap(revision, List.copyOf(nodes.values()), links(adverts, direct.keySet(), routes.self()));
    }

    private static MeshMap.Claim claim(PoolClaim claim) {
        return new MeshMap.Claim(
                claim.client(), claim.permits(), claim.waits(), Instant.ofEpochMilli(claim.sinceMillis()));
    }

    private static MeshMap.Node node(LinkStateAdvert advert, int hops) {
        List<MeshMap.PoolReport> pools = advert.pools().stream()
                .map(pool -> new MeshMap.PoolReport(
                        pool.name(),
                        pool.held(),
                        pool.waiting(),
                        pool.tokens(),
                        pool.claims().stream().map(MeshMapService::claim).toList()))
                .toList();
        return new MeshMap.Node(advert.number(), advert.name(), hops, pools);
    }

    /** The links that both ends advertise, and this node's own links as they are now. */
    private static List<MeshMap.Link> links(
            SortedMap<Integer, LinkStateAdvert> adverts, Collection<Integer> direct, int self) {
        SortedSet<MeshMap.Link> links =
                new TreeSet<>(Comparator.comparingInt(MeshMap.Link::from).thenComparingInt(MeshMap.Link::to));
        direct.forEach(peer -> links.add(new MeshMap.Link(Math.min(self, peer), Math.max(self, peer))));
        for (LinkStateAdvert advert : adverts.values()) {
            for (int peer : advert.neighbours()) {
                boolean confirmed = advert.number() < peer
                        && LinkStateDatabase.confirms(adverts.get(peer), advert.number())
                        && advert.number() != self
                        && peer != self;
                if (confirmed) {
                    links.add(new MeshMap.Link(advert.number(), peer));
                }
            }
        }
        return new ArrayList<>(links);
    }
}
