package io.meshlock;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Counters of one pool at one node, since the pool was opened there. The counters are read while the pool is at work,
 * so they may not match each other exactly.
 *
 * @param requests requests made
 * @param grants requests that were granted
 * @param withdrawals requests that were withdrawn
 * @param losses grants lost before they were closed
 * @param releases grants that ended: closed or lost
 * @param waitNanos total waiting time of the requests that were granted
 * @param holdNanos total holding time of the grants that ended
 * @param sentByType messages sent to neighbours, by type
 * @param received messages received from neighbours
 * @param waitBuckets how many of the requests that were granted had waited up to each of {@link #BUCKETS}; the last one
 *     counts those that waited longer
 * @param holdBuckets the same of how long the grants that ended were held
 */
public record PoolStatistics(
        long requests,
        long grants,
        long withdrawals,
        long losses,
        long releases,
        long waitNanos,
        long holdNanos,
        SortedMap<String, Long> sentByType,
        long received,
        List<Long> waitBuckets,
        List<Long> holdBuckets) {

    /** The upper bounds of the buckets into which waits and holds are sorted. */
    public static final List<Duration> BUCKETS = Stream.of(
                    1L, 5L, 25L, 100L, 500L, 1_000L, 5_000L, 10_000L, 30_000L, 60_000L, 300_000L, 1_800_000L)
            .map(Duration::ofMillis)
            .toList();

    public PoolStatistics {
        waitBuckets = List.copyOf(waitBuckets);
        holdBuckets = List.copyOf(holdBuckets);
    }

    /** All messages sent to neighbours. */
    public long sent() {
        return sentByType.values().stream().mapToLong(Long::longValue).sum();
    }
}
