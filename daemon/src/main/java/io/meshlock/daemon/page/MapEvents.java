package io.meshlock.daemon.page;

import io.meshlock.MeshMap;
import io.meshlock.MeshMap.PoolReport;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.daemon.page.Event.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Turns changes of a node's map of the mesh into events. The node's own journal says everything about itself. Of the
 * others the map has only names, links, and the numbers of permits held and requests waiting.
 */
final class MapEvents {

    private static final int[] NO_SLOTS = {};

    /** What a node reported of a pool. */
    private record Reported(int node, String pool) {}

    private final Meshlock mesh;
    private final Map<Integer, String> names = new TreeMap<>();
    private final Set<Long> links = new TreeSet<>();
    private final Set<Integer> gone = new TreeSet<>();
    private final Map<Reported, PoolReport> reports = new HashMap<>();
    private long revision = -1;

    MapEvents(Meshlock mesh) {
        this.mesh = mesh;
    }

    /** How many permits a pool has; 0 if this node does not know it. */
    int permits(String pool) {
        for (PermitPool each : mesh.pools()) {
            if (each.name().equals(pool)) {
                return each.permits();
            }
        }
        return 0;
    }

    /** Why pools grant nothing at this node. */
    List<String> problems() {
        return mesh.pools().stream().flatMap(pool -> pool.problem().stream()).toList();
    }

    /** The voters of each pool that has recovery, as this node knows them. */
    Map<String, List<Integer>> voters() {
        Map<String, List<Integer>> voters = new TreeMap<>();
        for (PermitPool pool : mesh.pools()) {
            pool.status().ifPresent(status -> voters.put(pool.name(), status.voters()));
        }
        return voters;
    }

    /** The changes since the last call. */
    void look(double time, ToIntFunction<String> pools, Consumer<Event> told) {
        MeshMap map = mesh.map();
        if (map.revision() == revision) {
            return;
        }
        revision = map.revision();
        for (MeshMap.Node node : map.nodes()) {
            if (!node.name().equals(names.put(node.number(), node.name()))) {
                told.accept(Event.named(time, node.number(), node.name()));
            }
        }
        lookAtLinks(map, time, told);
        lookAtReach(map, time, told);
        lookAtPools(map, time, pools, told);
    }

    /** Nodes that the map has forgotten, or has no way to, are out of reach. */
    private void lookAtReach(MeshMap map, double time, Consumer<Event> told) {
        Set<Integer> now = new TreeSet<>();
        map.nodes().stream().filter(MeshMap.Node::isReachable).forEach(node -> now.add(node.number()));
        for (int node : names.keySet()) {
            if (now.contains(node) == gone.contains(node)) {
                told.accept(Event.reach(time, node, now.contains(node)));
            }
        }
        gone.clear();
        gone.addAll(names.keySet());
        gone.removeAll(now);
    }

    private void lookAtLinks(MeshMap map, double time, Consumer<Event> told) {
        Set<Long> now = new TreeSet<>();
        for (MeshMap.Link link : map.links()) {
            now.add(Picture.link(link.from(), link.to()));
        }
        for (long link : links) {
            if (!now.contains(link)) {
                told.accept(link(time, Kind.LINK_DOWN, link));
            }
        }
        for (long link : now) {
            if (!links.contains(link)) {
                told.accept(link(time, Kind.LINK_UP, link));
            }
        }
        links.clear();
        links.addAll(now);
    }

    private static Event link(double time, Kind kind, long link) {
        return new Event(time, kind, 0, (int) (link >>> Integer.SIZE), (int) link, 0, 0, 0, 0, NO_SLOTS, "", 0);
    }

    private void lookAtPools(MeshMap map, double time, ToIntFunction<String> pools, Consumer<Event> told) {
        Set<Reported> silent = new HashSet<>(reports.keySet());
        Map<Reported, PoolReport> news =
                new TreeMap<>(Comparator.comparing(Reported::pool).thenComparingInt(Reported::node));
        for (MeshMap.Node node : map.nodes()) {
            if (node.number() != mesh.number() && node.isReachable()) {
                node.pools().forEach(report -> news.put(new Reported(node.number(), report.name()), report));
            }
        }
        news.forEach((who, report) -> {
            silent.remove(who);
            if (!report.equals(reports.put(who, report))) {
                told.accept(report(time, pools, who, report));
            }
        });
        for (Reported who : silent) {
            reports.remove(who);
            told.accept(report(time, pools, who, new PoolReport(who.pool, 0, 0, 0)));
        }
    }

    private static Event report(double time, ToIntFunction<String> pools, Reported who, PoolReport report) {
        return Event.reported(
                time, pools.applyAsInt(who.pool), who.node, report.held(), report.waiting(), report.tokens());
    }
}
