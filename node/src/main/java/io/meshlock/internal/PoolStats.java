package io.meshlock.internal;

import io.meshlock.PoolStatistics;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The counters of one pool at one node. Written in steps, read by any thread. */
final class PoolStats {

    /** A counter with one writer at a time, which needs neither lock nor memory fence. */
    static final class Count extends AtomicLong {
        private static final long serialVersionUID = 1;

        void add(long amount) {
            lazySet(getPlain() + amount);
        }
    }

    /** Times sorted into buckets, with one writer at a time. */
    static final class Times {

        private static final long[] BOUNDS =
                PoolStatistics.BUCKETS.stream().mapToLong(Duration::toNanos).toArray();

        private final Count[] counts =
                Stream.generate(Count::new).limit(BOUNDS.length + 1L).toArray(Count[]::new);

        void add(long nanos) {
            int bucket = 0;
            while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
                bucket++;
            }
            counts[bucket].add(1);
        }

        List<Long> snapshot() {
            return Stream.of(counts).map(Count::get).toList();
        }
    }

    final Times waits = new Times();
    final Times holds = new Times();
    final Count requests = new Count();
    final Count grants = new Count();
    final Count withdrawals = new Count();
    final Count losses = new Count();
    final Count waitNanos = new Count();
    final Count holdNanos = new Count();
    final Count releases = new Count();
    final Count received = new Count();
    final Count waiting = new Count();
    final Count permitsHeld = new Count();
    final Count recoveries = new Count();
    final Count tokens = new Count();

    private final Map<String, Count> sentByType = new ConcurrentHashMap<>();

    void sent(String type) {
        Count count = sentByType.get(type);
        if (count == null) {
            count = sentByType.computeIfAbsent(type, ignored -> new Count());
        }
        count.add(1);
    }

    PoolStatistics snapshot() {
        SortedMap<String, Long> sent = new TreeMap<>();
        sentByType.forEach((type, count) -> sent.put(type, count.get()));
        return new PoolStatistics(
                requests.get(),
                grants.get(),
                withdrawals.get(),
                losses.get(),
                releases.get(),
                waitNanos.get(),
                holdNanos.get(),
                Collections.unmodifiableSortedMap(sent),
                received.get(),
                waits.snapshot(),
                holds.snapshot());
    }
}
