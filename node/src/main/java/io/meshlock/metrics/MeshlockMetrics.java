package io.meshlock.metrics;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolStatistics;
import io.meshlock.PoolStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Meters of a node for Micrometer. They cost the node nothing: values are read when the registry asks for them.
 *
 * <pre>{@code
 * new MeshlockMetrics(mesh).bindTo(registry);
 * }</pre>
 *
 * <table>
 * <caption>Meters; those of pools are tagged with {@code node} and {@code pool}</caption>
 * <tr><td>meshlock.neighbours</td><td>links that are up</td></tr>
 * <tr><td>meshlock.link.bytes, .frames</td><td>sent and received, by {@code direction}</td></tr>
 * <tr><td>meshlock.link.events</td><td>what else happened to links, by {@code event}</td></tr>
 * <tr><td>meshlock.certificate.expiry</td><td>when the node's certificate ends, in seconds since 1970</td></tr>
 * <tr><td>meshlock.pool.waits</td><td>requests that were granted, and their total waiting time</td></tr>
 * <tr><td>meshlock.pool.holds</td><td>grants that ended, and their total holding time</td></tr>
 * <tr><td>meshlock.pool.requests, .withdrawals, .losses</td><td>counts</td></tr>
 * <tr><td>meshlock.pool.permits</td><td>k, as far as this node knows</td></tr>
 * <tr><td>meshlock.pool.waiting</td><td>requests of this node that wait</td></tr>
 * <tr><td>meshlock.pool.held</td><td>permits that this node's clients hold</td></tr>
 * <tr><td>meshlock.pool.problem</td><td>1 if the pool grants nothing at this node: see {@link PermitPool#problem()}</td></tr>
 * <tr><td>meshlock.pool.token, .voters, .voters.heard, .epoch, .recoveries</td><td>of pools with recovery</td></tr>
 * <tr><td>meshlock.pool.messages</td><td>messages sent, by {@code type}</td></tr>
 * </table>
 *
 * <p>{@link #refresh} adds meters for pools and message types that appear later.
 */
public final class MeshlockMetrics implements MeterBinder {

    private static final String PREFIX = "meshlock.pool.";
    private static final Pattern MOVED = Pattern.compile("(bytes|frames)_(sent|received)");

    private final Meshlock mesh;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    public MeshlockMetrics(Meshlock mesh) {
        this.mesh = mesh;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("node", mesh.node());
        Gauge.builder("meshlock.neighbours", mesh, node -> node.neighbours().size())
                .description("Links that are up.")
                .tags(tags)
                .register(registry);
        if (mesh.certificateEnd().isPresent()) {
            Gauge.builder("meshlock.certificate.expiry", mesh, MeshlockMetrics::expiry)
                    .description("When the node's certificate ends, in seconds since 1970.")
                    .baseUnit("timestamp_seconds")
                    .tags(tags)
                    .register(registry);
        }
        refresh(registry);
    }

    private static double expiry(Meshlock mesh) {
        return mesh.certificateEnd().map(Instant::getEpochSecond).orElse(0L);
    }

    /** Adds meters for new pools and message types. Call it periodically, or before metrics are read. */
    public void refresh(MeterRegistry registry) {
        Tags tags = Tags.of("node", mesh.node());
        mesh.linkEvents().keySet().forEach(event -> {
            if (known.add("link " + event)) {
                bindLinks(registry, event, tags);
            }
        });
        for (PermitPool pool : mesh.pools()) {
            Tags poolTags = tags.and("pool", pool.name());
            Meters meters = new Meters(registry, mesh, pool.name(), poolTags);
            if (known.add("pool " + pool.name())) {
                bind(meters);
            }
            if (pool.config().recovery().isOn() && known.add("recovery " + pool.name())) {
                bindRecovery(meters);
            }
            for (String type : pool.statistics().sentByType().keySet()) {
                if (known.add("messages " + type + " " + pool.name())) {
                    new Meters(registry, mesh, pool.name(), poolTags.and("type", type))
                            .count("messages", "Messages sent to neighbours.", each -> sent(each, type));
                }
            }
        }
    }

    /** Bytes and frames have meters of their own: sums over different things mean nothing. */
    private void bindLinks(MeterRegistry registry, String event, Tags tags) {
        Matcher moved = MOVED.matcher(event);
        boolean moves = moved.matches();
        FunctionCounter.builder(
                        moves ? "meshlock.link." + moved.group(1) : "meshlock.link.events",
                        mesh,
                        node -> value(node, event))
                .description(moves ? "What went over links, by direction." : "What happened to links.")
                .tags(moves ? tags.and("direction", moved.group(2)) : tags.and("event", event))
                .register(registry);
    }

    private static double value(Meshlock mesh, String event) {
        return mesh.linkEvents().getOrDefault(event, 0L);
    }

    private static double sent(PermitPool pool, String type) {
        return pool.statistics().sentByType().getOrDefault(type, 0L);
    }

    private static void bind(Meters meters) {
        meters.timer(
                "waits", "How long granted requests had waited.", PoolStatistics::grants, PoolStatistics::waitNanos);
        meters.timer("holds", "How long permits were held.", PoolStatistics::releases, PoolStatistics::holdNanos);
        meters.count("requests", "Requests made.", each -> each.statistics().requests());
        meters.count(
                "withdrawals", "Requests withdrawn.", each -> each.statistics().withdrawals());
        meters.count(
                "losses",
                "Grants lost before they were given back.",
                each -> each.statistics().losses());
        meters.gauge("permits", "Permits of the pool, as far as this node knows.", PermitPool::permits);
        meters.gauge("waiting", "Requests of this node's clients that wait.", PermitPool::queueLength);
        meters.gauge("held", "Permits that this node's clients hold.", PermitPool::heldPermits);
        meters.gauge(
                "problem",
                "1 if the pool grants nothing at this node, 0 if it does.",
                each -> each.problem().isPresent() ? 1 : 0);
    }

    private static void bindRecovery(Meters meters) {
        meters.status("token", "1 if the token is at this node.", status -> status.token() ? 1 : 0);
        meters.status("voters", "Voters of the pool.", status -> status.voters().size());
        meters.status("voters.heard", "Voters that were heard of lately; in use only.", PoolStatus::heard);
        meters.status("epoch", "The round of the token's epoch.", MeshlockMetrics::round);
        meters.count(
                "recoveries",
                "Tokens made at this node without their holder's consent.",
                each -> each.status().map(PoolStatus::recoveries).orElse(0L));
    }

    private static double round(PoolStatus status) {
        String epoch = status.epoch().orElse("");
        return epoch.isEmpty() ? -1 : Double.parseDouble(epoch.substring(0, epoch.indexOf('/')));
    }

    /**
     * Registers the meters of one pool. They look it up when they are read: a node that leaves a pool and comes back, or
     * takes over the settings of others, has another object for it.
     */
    private record Meters(MeterRegistry registry, Meshlock mesh, String pool, Tags tags) {

        private <T> T read(Meshlock node, Function<PermitPool, T> value, T ifGone) {
            try {
                return value.apply(node.pool(pool));
            } catch (MeshlockException e) { // the pool is gone, or the node is closed
                return ifGone;
            }
        }

        void timer(
                String name,
                String description,
                ToLongFunction<PoolStatistics> count,
                ToLongFunction<PoolStatistics> nanos) {
            FunctionTimer.builder(
                            PREFIX + name,
                            mesh,
                            node -> read(node, each -> count.applyAsLong(each.statistics()), 0L),
                            node -> read(node, each -> nanos.applyAsLong(each.statistics()), 0L),
                            TimeUnit.NANOSECONDS)
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }

        void count(String name, String description, ToDoubleFunction<PermitPool> value) {
            FunctionCounter.builder(PREFIX + name, mesh, node -> read(node, value::applyAsDouble, 0.0))
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }

        void gauge(String name, String description, ToDoubleFunction<PermitPool> value) {
            Gauge.builder(PREFIX + name, mesh, node -> read(node, value::applyAsDouble, Double.NaN))
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }

        void status(String name, String description, ToDoubleFunction<PoolStatus> value) {
            gauge(
                    name,
                    description,
                    each -> each.status().map(value::applyAsDouble).orElse(Double.NaN));
        }
    }
}
