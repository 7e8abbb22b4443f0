package io.meshlock.daemon.http;

import io.meshlock.Grant;
import io.meshlock.LossReason;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolListener;
import io.meshlock.daemon.time.TimeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Publishes events of the mesh at this node: links, new pools, grants, and problems of the node and its pools. */
final class MeshWatch {

    private static final long MILLIS = 250;

    /** Whether pools stand still is asked less often, and only if somebody wants to know: there may be thousands. */
    private static final int LOOKS_PER_SEARCH = 4;

    private final Meshlock mesh;
    private final EventHub events;
    private final Set<String> pools = new HashSet<>();
    private final Set<String> troubled = new HashSet<>();
    private final Map<String, PermitPool> watched = new LinkedHashMap<>();
    private List<String> neighbours = List.of();
    private List<String> problems = List.of();
    private long looks;
    private long listeners;

    MeshWatch(Meshlock mesh, EventHub events) {
        this.mesh = mesh;
        this.events = events;
    }

    /** Polls the mesh now, and then at intervals. */
    void start(TimeSource time) {
        look();
        var unused = time.schedule(() -> start(time), TimeUnit.MILLISECONDS.toNanos(MILLIS));
    }

    private void look() {
        Collection<String> now = mesh.neighbours();
        List<String> before = neighbours;
        neighbours = List.copyOf(now);
        tell("link-up", now, before);
        tell("link-down", before, now);
        boolean searches = ++looks % LOOKS_PER_SEARCH == 0 && events.hasListeners();
        long everListened = events.everListened();
        boolean joined = searches && everListened != listeners;
        if (searches) {
            listeners = everListened;
            tellProblems(joined);
        }
        for (PermitPool pool : mesh.pools()) {
            if (pools.add(pool.name())) {
                events.publish("pool", () -> PoolDocument.of(pool));
            }
            if (searches) {
                tellProblem(pool, joined);
            }
            if (watched.put(pool.name(), pool) != pool) {
                pool.addListener(new Told());
            }
        }
    }

    /** What is wrong with the node itself, such as another process with its keys. */
    private void tellProblems(boolean joined) {
        List<String> now = List.copyOf(mesh.problems());
        for (String problem : now) {
            if (joined || !problems.contains(problem)) {
                events.publish("problem", () -> Map.of("problem", problem));
            }
        }
        for (String problem : problems) {
            if (!now.contains(problem)) {
                events.publish("problem-over", () -> Map.of("problem", problem));
            }
        }
        problems = now;
    }

    /** Once when a pool stops to grant, again to those who come to listen later, and once when it goes on. */
    private void tellProblem(PermitPool pool, boolean joined) {
        Optional<String> problem = pool.problem();
        boolean news = problem.isPresent() ? troubled.add(pool.name()) || joined : troubled.remove(pool.name());
        if (!news) {
            return;
        }
        events.publish(
                problem.isPresent() ? "problem" : "problem-over",
                () -> problem.isPresent()
                        ? Map.of("pool", pool.name(), "problem", problem.get())
                        : Map.of("pool", pool.name()));
    }

    private void tell(String type, Collection<String> these, Collection<String> butNotThose) {
        List<String> changed = new ArrayList<>(these);
        changed.removeAll(butNotThose);
        changed.forEach(neighbour -> events.publish(type, () -> Map.of("neighbour", neighbour)));
    }

    /** Publishes the events of a pool. */
    private final class Told implements PoolListener {

        @Override
        public void granted(Grant grant) {
            events.publish("granted", () -> document(grant));
        }

        @Override
        public void released(Grant grant) {
            events.publish("released", () -> document(grant));
        }

        @Override
        public void lost(Grant grant, LossReason why) {
            events.publish("lost-grant", () -> {
                Map<String, Object> document = document(grant);
                document.put("reason", why.text());
                return document;
            });
        }

        private static Map<String, Object> document(Grant grant) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("pool", grant.pool());
            document.put("permits", grant.permits());
            Long fencingToken = Fencing.token(grant);
            if (fencingToken != null) {
                document.put("fencingToken", fencingToken);
            }
            document.put("slots", grant.slots());
            return document;
        }
    }
}
