package io.meshlock.benchmark.node;

import com.sun.management.OperatingSystemMXBean;
import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.PoolStatistics;
import io.meshlock.Request;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** Threads at all nodes that acquire and release in a loop, as fast as they can. */
final class Load {

    /**
     * The result.
     *
     * @param grants how many grants per second
     * @param handOvers those whose previous holder was another node, per second; means something for one permit only
     * @param messages messages sent per grant
     * @param processor microseconds of processor time per grant, of everything in this process
     * @param p50 the median wait in microseconds
     * @param p99 the wait in microseconds that 99 of 100 do not exceed
     * @param longest the longest wait in microseconds
     * @param fewest grants of the thread that got fewest, as a share of the mean
     */
    record Outcome(
            double grants,
            double handOvers,
            double messages,
            double processor,
            double p50,
            double p99,
            double longest,
            double fewest) {}

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final List<PermitPool> pools = new ArrayList<>();
    private final int threadsPerNode;
    private final int largest;
    private final AtomicInteger lastHolder = new AtomicInteger(-1);
    private final AtomicLong handOvers = new AtomicLong();
    private volatile boolean measuring;
    private volatile boolean over;

    /** @param largest requests ask for 1 to so many permits */
    Load(List<Meshlock> nodes, String name, PoolConfig config, int threadsPerNode, int largest) {
        nodes.forEach(node -> pools.add(node.pool(name, config)));
        this.threadsPerNode = threadsPerNode;
        this.largest = largest;
    }

    private final class Looper extends Thread {
        private final int node;
        private final SplittableRandom random;
        private final Histogram waits = new Histogram(3);
        private long grants;

        Looper(int node, int seed) {
            this.node = node;
            this.random = new SplittableRandom(seed);
        }

        @Override
        public void run() {
            while (!over) {
                long before = System.nanoTime();
                Grant grant = pools.get(node).acquireUninterruptibly(next());
                boolean fromAnother = lastHolder.getAndSet(node) != node;
                if (measuring) {
                    waits.recordValue(System.nanoTime() - before);
                    grants++;
                    if (fromAnother) {
                        handOvers.incrementAndGet();
                    }
                }
                grant.close();
            }
        }

        private Request next() {
            return Request.permits(largest == 1 ? 1 : random.nextInt(1, largest + 1));
        }
    }

    Outcome run(double warmupSeconds, double seconds) throws InterruptedException {
        List<Looper> loopers = new ArrayList<>();
        for (int node = 0; node < pools.size(); node++) {
            for (int i = 0; i < threadsPerNode; i++) {
                loopers.add(new Looper(node, loopers.size()));
            }
        }
        loopers.forEach(Thread::start);
        pause(loopers, warmupSeconds);
        long sent = sent();
        long cpu = SYSTEM.getProcessCpuTime();
        long begin = System.nanoTime();
        measuring = true;
        pause(loopers, seconds);
        measuring = false;
        double took = (System.nanoTime() - begin) / 1e9;
        long messages = sent() - sent;
        cpu = SYSTEM.getProcessCpuTime() - cpu;
        over = true;
        for (Looper looper : loopers) {
            looper.join();
        }
        return outcome(loopers, took, messages, cpu);
    }

    private static void pause(List<Looper> loopers, double seconds) throws InterruptedException {
        loopers.get(0).join((long) (seconds * 1000)); // a sleep: it ends only when told to
    }

    private long sent() {
        return pools.stream()
                .map(PermitPool::statistics)
                .mapToLong(PoolStatistics::sent)
                .sum();
    }

    private Outcome outcome(List<Looper> loopers, double took, long messages, long cpu) {
        Histogram waits = new Histogram(3);
        long grants = 0;
        long fewest = Long.MAX_VALUE;
        for (Looper looper : loopers) {
            waits.add(looper.waits);
            grants += looper.grants;
            fewest = Math.min(fewest, looper.grants);
        }
        return new Outcome(
                grants / took,
                handOvers.get() / took,
                (double) messages / grants,
                cpu / 1e3 / grants,
                waits.getValueAtPercentile(50) / 1e3,
                waits.getValueAtPercentile(99) / 1e3,
                waits.getMaxValue() / 1e3,
                (double) fewest * loopers.size() / grants);
    }
}
