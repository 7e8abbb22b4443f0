package io.meshlock.benchmark.node;

import io.meshlock.Grant;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.benchmark.Measurement;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The node's speed over loopback with mutual TLS, all nodes in one process: a permit that is free at the node that has
 * the token; one permit handed round; many permits under load; and the cost of an idle node. The lines marked "in
 * process" have no sockets and no TLS, and show what the rest costs.
 */
public final class NodeBenchmark {

    private static final List<String> PARTS = List.of("uncontended", "idle", "tls", "ring", "in-process");
    private static final double WARMUP = Double.parseDouble(System.getProperty("warmup", "10"));
    private static final int OPERATIONS = 200_000;
    private static final int ROUNDS = 20;
    private static final int RING = 8;

    private NodeBenchmark() {}

    public static void main(String[] args) throws Exception {
        double seconds = Double.parseDouble(System.getProperty("seconds", "5"));
        List<String> parts = args.length == 0 ? PARTS : List.of(args);
        if (!PARTS.containsAll(parts)) {
            System.err.println("usage: benchmark/run node [" + String.join("|", PARTS) + "]…");
            System.exit(2);
        }
        Measurement.print(
                "JDK %s, %d processors, load %.1f; by the clock on the wall unless it says cpu",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        for (String part : parts) {
            switch (part) {
                case "uncontended" -> uncontended();
                case "idle" -> Measurement.print("%s", Idle.measure());
                case "tls" -> loads(Mesh.overTls(3, false), "3 nodes, TLS", seconds);
                case "ring" -> ring(seconds);
                default -> loads(Mesh.inProcess(3), "3 nodes, in process", seconds);
            }
        }
    }

    /** One permit handed round, then many permits under load; with recovery and without. */
    private static void loads(Mesh mesh, String links, double seconds) throws Exception {
        header();
        try (mesh) {
            for (Recovery recovery : List.of(Recovery.MAJORITY, Recovery.OFF)) {
                String what = links + (recovery.isOn() ? "" : ", no recovery") + ": ";
                String suffix = recovery.isOn() ? "" : "-unwrapped";
                for (String algorithm : List.of("prioritized", "prioritized-moving")) {
                    PoolConfig lock = PoolConfig.permits(1).algorithm(algorithm).recovery(recovery);
                    for (int threads = 1; threads <= 2; threads++) {
                        Load handed = new Load(mesh.nodes(), algorithm + "-" + threads + suffix, lock, threads, 1);
                        row(what + "k = 1, " + algorithm + ", threads each: " + threads, handed.run(WARMUP, seconds));
                    }
                }
                PoolConfig docks = PoolConfig.permits(5).recovery(recovery);
                Load many = new Load(mesh.nodes(), "docks" + suffix, docks, 4, 3);
                row(what + "k = 5, h 1..3, threads each: 4", many.run(WARMUP, seconds));
            }
        }
    }

    /** Permits that have several hops to go. */
    private static void ring(double seconds) throws Exception {
        header();
        try (Mesh mesh = Mesh.ring(RING)) {
            Load lock = new Load(mesh.nodes(), "lock", PoolConfig.permits(1), 1, 1);
            row("ring of " + RING + ", TLS: k = 1, prioritized, threads each: 1", lock.run(WARMUP, seconds));
            Load docks = new Load(mesh.nodes(), "docks", PoolConfig.permits(5), 2, 3);
            row("ring of " + RING + ", TLS: k = 5, h 1..3, threads each: 2", docks.run(WARMUP, seconds));
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

    private static void header() {
        Measurement.print(
                "%n%-66s %10s %12s %10s %9s %9s %9s %9s %8s",
                "", "grants/s", "hand-overs/s", "messages", "cpu us", "p50 us", "p99 us", "max us", "fewest");
    }

    private static void row(String what, Load.Outcome outcome) {
        Measurement.print(
                "%-66s %10.0f %12.0f %10.2f %9.1f %9.1f %9.1f %9.0f %8.2f",
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
