package io.meshlock.benchmark.node;

import com.sun.management.OperatingSystemMXBean;
import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/** Eleven nodes in one process, ten of them linked with the first, with a thousand pools that nobody uses. */
final class Idle {

    private static final int NEIGHBOURS = 10;
    private static final int POOLS = 1000;
    private static final int SECONDS = 5;

    /** Time to let the JIT compiler finish before measuring. */
    private static final int SETTLING_SECONDS = 20;

    private Idle() {}

    static String measure() throws Exception {
        long heapBefore = heap();
        int threadsBefore = Thread.activeCount();
        long begin = System.nanoTime();
        try (Mesh mesh = Mesh.overTls(NEIGHBOURS + 1, true)) {
            Meshlock hub = mesh.nodes().get(0);
            for (int i = 0; i < POOLS; i++) {
                hub.pool("pool-" + i, PoolConfig.permits(5));
            }
            long ready = System.nanoTime() - begin;
            awaitPools(mesh);
            long shared = System.nanoTime() - begin;
            long heap = heap() - heapBefore;
            int threads = Thread.activeCount() - threadsBefore;
            Processor processor = processor();
            return String.format(
                    Locale.ROOT,
                    "idle: %d nodes in one process, %d pools, %d links: %.1f MB heap and %.1f threads per node, %.2f %% of a"
                            + " processor for the threads of all nodes, %.2f %% for the whole process; started in %.2f s (keys included), all pools shared after %.2f s",
                    NEIGHBOURS + 1,
                    POOLS,
                    NEIGHBOURS,
                    heap / 1e6 / (NEIGHBOURS + 1),
                    (double) threads / (NEIGHBOURS + 1),
                    processor.nodes(),
                    processor.process(),
                    ready / 1e9,
                    shared / 1e9);
        }
    }

    private static void awaitPools(Mesh mesh) throws InterruptedException {
        while (mesh.nodes().stream().anyMatch(node -> node.pools().size() < POOLS)) {
            Waits.pause(10);
        }
    }

    /** Shares of one processor, in percent. */
    private record Processor(double nodes, double process) {}

    private static Processor processor() throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        Waits.pause(SETTLING_SECONDS * 1000L);
        long nodes = nodesNanos();
        long process = system.getProcessCpuTime();
        long wall = System.nanoTime();
        Waits.pause(SECONDS * 1000L);
        double passed = System.nanoTime() - wall;
        return new Processor(
                100 * (nodesNanos() - nodes) / passed, 100 * (system.getProcessCpuTime() - process) / passed);
    }

    /** What the threads of all nodes have used so far. */
    private static long nodesNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().startsWith("meshlock-")) {
                sum += Math.max(0, threads.getThreadCpuTime(info.getThreadId()));
            }
        }
        return sum;
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
