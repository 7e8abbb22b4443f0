package io.meshlock.daemon.http;

import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolStatistics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Waits and holds of all pools as Prometheus histograms, from the node's own buckets: a scrape costs the node nothing. */
final class PoolHistograms implements MultiCollector {

    /** The meters that these histograms replace. */
    static final String WAITS = "meshlock.pool.waits";

    static final String HOLDS = "meshlock.pool.holds";

    private final Meshlock mesh;

    PoolHistograms(Meshlock mesh) {
        this.mesh = mesh;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                histogram(
                        "meshlock_pool_wait_seconds",
                        "How long granted requests had waited.",
                        PoolStatistics::waitBuckets,
                        PoolStatistics::waitNanos),
                histogram(
                        "meshlock_pool_hold_seconds",
                        "How long permits were held.",
                        PoolStatistics::holdBuckets,
                        PoolStatistics::holdNanos));
    }

    private HistogramSnapshot histogram(
            String name,
            String help,
            Function<PoolStatistics, List<Long>> buckets,
            ToLongFunction<PoolStatistics> nanos) {
        HistogramSnapshot.Builder histogram =
                HistogramSnapshot.builder().name(name).help(help);
        for (PermitPool pool : mesh.pools()) {
            PoolStatistics statistics = pool.statistics();
            ClassicHistogramBuckets.Builder counts = ClassicHistogramBuckets.builder();
            List<Long> found = buckets.apply(statistics);
            for (int i = 0; i < found.size(); i++) {
                boolean last = i == PoolStatistics.BUCKETS.size();
                counts.bucket(
                        last
                                ? Double.POSITIVE_INFINITY
                                : PoolStatistics.BUCKETS.get(i).toMillis() / 1e3,
                        found.get(i));
            }
            histogram.dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                    .classicHistogramBuckets(counts.build())
                    .sum(nanos.applyAsLong(statistics) / (double) TimeUnit.SECONDS.toNanos(1))
                    .labels(Labels.of("node", mesh.node(), "pool", pool.name()))
                    .build());
        }
        return histogram.build();
    }
}
