package io.meshlock.testbed;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Request;
import io.meshlock.protocol.registry.Algorithms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Threads at every node that request permits until a number of grants is reached; some with a short timeout. */
final class Workload {

    private final List<PermitPool> pools = new ArrayList<>();
    private final int largest;
    private final long wanted;
    private final AtomicLong grants = new AtomicLong();
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicInteger mostOut = new AtomicInteger();

    Workload(List<Meshlock> nodes, PoolConfig config, long wanted) {
        nodes.forEach(node -> pools.add(node.pool("docks", config)));
        int capacity =
                Algorithms.named(config.algorithm()).guarantees().capacity().request();
        this.largest = Math.min(config.permits(), capacity);
        this.wanted = wanted;
    }

    long grants() {
        return grants.get();
    }

    /** The most permits that were out at once, as the clients saw it. */
    int mostOut() {
        return mostOut.get();
    }

    /** The most permits that one request asks for. */
    int largest() {
        return largest;
    }

    List<PermitPool> pools() {
        return pools;
    }

    /** Runs until enough grants were made, and {@code meanwhile} after every so many of them, or when somebody
     * waits for long. */
    void run(int threadsPerNode, int every, Runnable meanwhile)
            throws InterruptedException, ExecutionException, TimeoutException {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < pools.size() * threadsPerNode; i++) {
                PermitPool pool = pools.get(i % pools.size());
                SplittableRandom random = new SplittableRandom(i);
                running.add(threads.submit(() -> {
                    while (grants.get() < wanted) {
                        attempt(pool, random, every, meanwhile);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(5, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Some microseconds, so that grants overlap. */
    private static void hold() {
        for (int i = 0; i < 500; i++) {
            Thread.onSpinWait();
        }
    }

    private void attempt(PermitPool pool, SplittableRandom random, int every, Runnable meanwhile)
            throws InterruptedException {
        Request request = Request.permits(random.nextInt(1, largest + 1)).priority(random.nextInt(10));
        boolean isShort = random.nextInt(10) == 0;
        Optional<Grant> granted = pool.tryAcquire(request, Duration.ofMillis(isShort ? 1 : 100));
        if (granted.isEmpty()) {
            if (!isShort) {
                meanwhile.run(); // perhaps no request can be served before a link is mended
            }
            return;
        }
        try (Grant grant = granted.get()) {
            mostOut.accumulateAndGet(out.addAndGet(grant.permits()), Math::max);
            hold();
            out.addAndGet(-grant.permits());
        }
        if (grants.incrementAndGet() % every == 0) {
            meanwhile.run();
        }
    }
}
