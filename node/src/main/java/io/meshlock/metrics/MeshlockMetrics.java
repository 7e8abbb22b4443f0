package io.meshlock.metrics;

import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolStatistics;
import io.meshlock.PoolStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

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
 * <tr><td>meshlock.link.events</td><td>counters of links, by {@code event}</td></tr>
 * <tr><td>meshlock.pool.waits</td><td>requests that were granted, and their total waiting time</td></tr>
 * <tr><td>meshlock.pool.holds</td><td>grants that ended, and their total holding time</td></tr>
 * <tr><td>meshlock.pool.requests, .withdrawals, .losses</td><td>counts</td></tr>
 * <tr><td>meshlock.pool.queue</td><td>requests of this node that wait</td></tr>
 * <tr><td>meshlock.pool.held</td><td>permits that this node's clients hold</td></tr>
 * <tr><td>meshlock.pool.voters, .voters.heard</td><td>of pools with recovery: nodes that vote, and those heard of
 * lately</td></tr>
 * <tr><td>meshlock.pool.epoch</td><td>the round of the newest epoch that this node knows; -1 if it knows none</td></tr>
 * <tr><td>meshlock.pool.recoveries</td><td>tokens that this node has made since it started</td></tr>
 * <tr><td>meshlock.pool.messages</td><td>messages sent, by {@code type}</td></tr>
 * </table>
 *
 * <p>{@link #refresh} adds meters for pools and message types that appear later.
 */
public final class MeshlockMetrics implements MeterBinder {

    private final Meshlock mesh;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    public MeshlockMetrics(Meshlock mesh) {
        this.mesh = mesh;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("node", mesh.node());
        Gauge.builder("meshlock.neighbours", mesh, node -> node.neighbours().size())
                .description("links that are up")
                .tags(tags)
                .register(registry);
        refresh(registry);
    }

    /** Adds meters for new pools and message types. Call it periodically, or before metrics are read. */
    public void refresh(MeterRegistry registry) {
        Tags tags = Tags.of("node", mesh.node());
        mesh.linkEvents().keySet().forEach(event -> {
            if (known.add("link " + event)) {
                FunctionCounter.builder("meshlock.link.events", mesh, node -> value(node, event))
                        .tags(tags.and("event", event))
                        .register(registry);
            }
        });
        for (PermitPool pool : mesh.pools()) {
            Tags poolTags = tags.and("pool", pool.name());
            if (known.add("pool " + pool.name())) {
                bind(registry, pool, poolTags);
            }
            for (String type : pool.statistics().sentByType().keySet()) {
                if (known.add("messages " + type + " " + pool.name())) {
                    FunctionCounter.builder("meshlock.pool.messages", pool, each -> sent(each, type))
                            .tags(poolTags.and("type", type))
                            .register(registry);
                }
            }
        }
    }

    private static double value(Meshlock mesh, String event) {
        return mesh.linkEvents().getOrDefault(event, 0L);
    }

    private static double sent(PermitPool pool, String type) {
        return pool.statistics().sentByType().getOrDefault(type, 0L);
    }

    private static void bind(MeterRegistry registry, PermitPool pool, Tags tags) {
        timer(registry, pool, tags, "waits", PoolStatistics::grants, PoolStatistics::waitNanos);
        timer(registry, pool, tags, "holds", PoolStatistics::releases, PoolStatistics::holdNanos);
        count(registry, pool, tags, "requests", PoolStatistics::requests);
        count(registry, pool, tags, "withdrawals", PoolStatistics::withdrawals);
        count(registry, pool, tags, "losses", PoolStatistics::losses);
        gauge(registry, pool, tags, "queue", PermitPool::queueLength);
        gauge(registry, pool, tags, "held", PermitPool::heldPermits);
        if (pool.config().recovery().isOn()) {
            bindRecovery(registry, pool, tags);
        }
    }

    private static void bindRecovery(MeterRegistry registry, PermitPool pool, Tags tags) {
        status(registry, pool, tags, "voters", status -> status.members().size());
        status(registry, pool, tags, "voters.heard", PoolStatus::heard);
        status(registry, pool, tags, "epoch", MeshlockMetrics::round);
        status(registry, pool, tags, "recoveries", PoolStatus::recoveries);
    }

    private static void status(
            MeterRegistry registry, PermitPool pool, Tags tags, String name, ToDoubleFunction<PoolStatus> value) {
        gauge(
                registry,
                pool,
                tags,
                name,
                each -> each.status().map(value::applyAsDouble).orElse(Double.NaN));
    }

    /** An epoch is a text, as {@code 3/7}; its round comes first. */
    private static double round(PoolStatus status) {
        return status.epoch()
                .map(epoch -> Double.parseDouble(epoch.substring(0, epoch.indexOf('/'))))
                .orElse(-1.0);
    }

    private static void timer(
            MeterRegistry registry,
            PermitPool pool,
            Tags tags,
            String name,
            ToLongFunction<PoolStatistics> count,
            ToLongFunction<PoolStatistics> nanos) {
        FunctionTimer.builder(
                        "meshlock.pool." + name,
                        pool,
                        each -> count.applyAsLong(each.statistics()),
                        each -> nanos.applyAsLong(each.statistics()),
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .register(registry);
    }

    private static void count(
            MeterRegistry registry, PermitPool pool, Tags tags, String name, ToLongFunction<PoolStatistics> value) {
        FunctionCounter.builder("meshlock.pool." + name, pool, each -> value.applyAsLong(each.statistics()))
                .tags(tags)
                .register(registry);
    }

    private static void gauge(
            MeterRegistry registry, PermitPool pool, Tags tags, String name, ToDoubleFunction<PermitPool> value) {
        Gauge.builder("meshlock.pool." + name, pool, value).tags(tags).register(registry);
    }
}
