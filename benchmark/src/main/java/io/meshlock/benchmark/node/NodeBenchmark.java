package io.meshlock.benchmark.node;

import io.meshlock.Grant;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.benchmark.Measurement;
import java.lang.management.ManagementFactory;
import org.HdrHistogram.Histogram;

/**
 * The node's speed over loopback with mutual TLS, all nodes in one process: a permit that is free at the node that has the token;
 * one permit handed round; many permits under load; and what a node costs that does nothing. The lines marked "in process" have
 * no sockets and no TLS, and show what the rest costs.
 */
public final class NodeBenchmark {

    private static final double WARMUP = 10;
    private static final int OPERATIONS = 200_000;
    private static final int ROUNDS = 20;

    private NodeBenchmark() {}

    public static void main(String[] args) throws Exception {
        double seconds = Double.parseDouble(System.getProperty("seconds", "5"));
        Measurement.print(
                "JDK %s, %d processors, load %.1f; by the clock on the wall unless it says cpu",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        uncontended();
        idle();
        header();
        try (Mesh mesh = Mesh.overTls(3, false)) {
            handOvers("TLS", mesh, seconds);
            load("TLS", mesh, seconds);
        }
        try (Mesh mesh = Mesh.inProcess(3)) {
            handOvers("in process", mesh, seconds);
            load("in process", mesh, seconds);
        }
    }

    private static void uncontended() throws Exception {
        try (Mesh mesh = Mesh.overTls(3, false)) {
            PermitPool pool = mesh.nodes().get(0).pool("docks", PoolConfig.permits(5));
            Histogram nanos = new Histogram(3);
            long sent = 0;
            for (int round = 0; round < ROUNDS; round++) {
                nanos.reset();
                sent = pool.statistics().sent();
                for (int i = 0; i < OPERATIONS; i++) {
                    long before = System.nanoTime();
                    try (Grant grant = pool.acquire()) {
                        grant.permits();
                    }
                    nanos.recordValue(System.nanoTime() - before);
                }
            }
            Measurement.print(
                    "uncontended acquire + release: median %d ns, p99 %d ns, p99.9 %d ns; %d messages",
                    nanos.getValueAtPercentile(50),
                    nanos.getValueAtPercentile(99),
                    nanos.getValueAtPercentile(99.9),
                    pool.statistics().sent() - sent);
        }
    }

    /** A node with ten neighbours and a thousand pools; the ten run in the same process, so only the hub's share is told. */
    private static void idle() throws Exception {
        Measurement.print("%s", Idle.measure());
    }

    private static void header() {
        Measurement.print(
                "%n%-36s %10s %12s %10s %9s %9s %9s %9s %8s",
                "3 nodes", "grants/s", "hand-overs/s", "messages", "cpu us", "p50 us", "p99 us", "max us", "fewest");
    }

    private static void handOvers(String links, Mesh mesh, double seconds) throws InterruptedException {
        for (int threads = 1; threads <= 2; threads++) {
            Load load = new Load(mesh.nodes(), "lock-" + threads, PoolConfig.mutex(), threads, 1);
            row(links + ": k = 1, " + threads + " threads each", load.run(WARMUP, seconds));
        }
    }

    private static void load(String links, Mesh mesh, double seconds) throws InterruptedException {
        Load load = new Load(mesh.nodes(), "docks", PoolConfig.permits(5), 4, 3);
        row(links + ": k = 5, h 1..3, 4 threads each", load.run(WARMUP, seconds));
    }

    private static void row(String what, Load.Outcome outcome) {
        Measurement.print(
                "%-36s %10.0f %12.0f %10.2f %9.1f %9.1f %9.1f %9.0f %8.2f",
                what,
                outcome.grants(),
                outcome.handOvers(),
                outcome.messages(),
                outcome.processor(),
                outcome.p50(),
                outcome.p99(),
                outcome.longest(),
                outcome.fewest());
    }
}
