package io.meshlock.benchmark.node;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The node's speed: alone, handing one permit round, and under load. */
public final class NodeBenchmark {

    private NodeBenchmark() {}

    public static void main(String[] args) throws InterruptedException {
        double seconds = Double.parseDouble(System.getProperty("seconds", "5"));
        uncontended();
        for (int threads : new int[] {1, 2}) {
            handOvers(threads, seconds);
        }
        load(seconds);
    }

    private static void uncontended() throws InterruptedException {
        try (Mesh mesh = Mesh.inProcess(3)) {
            List<Meshlock> nodes = mesh.nodes();
            PermitPool pool = nodes.get(0).pool("p", PoolConfig.permits(5));
            Histogram histogram = new Histogram(3);
            for (int round = 0; round < 20; round++) {
                histogram.reset();
                for (int i = 0; i < 100_000; i++) {
                    long before = System.nanoTime();
                    try (Grant grant = pool.acquire()) {
                        grant.permits();
                    }
                    histogram.recordValue(System.nanoTime() - before);
                }
            }
            print(
                    "uncontended: p50 %d ns, p99 %d ns, p99.9 %d ns, %d messages",
                    histogram.getValueAtPercentile(50),
                    histogram.getValueAtPercentile(99),
                    histogram.getValueAtPercentile(99.9),
                    pool.statistics().sent());
        }
    }

    private static void handOvers(int threads, double seconds) throws InterruptedException {
        try (Mesh mesh = Mesh.inProcess(3)) {
            print(
                    "k = 1, 3 nodes x %d: %s",
                    threads, new Load(mesh.nodes(), "lock", PoolConfig.mutex(), threads, 1).run(2, seconds));
        }
    }

    private static void load(double seconds) throws InterruptedException {
        try (Mesh mesh = Mesh.inProcess(3)) {
            print(
                    "k = 5, h 1..3, 3 nodes x 4: %s",
                    new Load(mesh.nodes(), "docks", PoolConfig.permits(5), 4, 3).run(2, seconds));
        }
    }

    private static void print(String format, Object... arguments) {
        System.out.printf(format + "%n", arguments);
    }
}
