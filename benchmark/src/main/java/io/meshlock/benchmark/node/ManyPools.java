package io.meshlock.benchmark.node;

import com.sun.management.OperatingSystemMXBean;
import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Request;
import io.meshlock.benchmark.Measurement;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Many names: a thousand pools among eleven nodes, the first use of a name three hops away from its token, and a thousand
 * names used once each, one after the other; and a neighbour that opens as many pools as a node may have. Over loopback
 * with mutual TLS.
 */
public final class ManyPools {

    private static final List<String> PARTS = List.of("idle", "used", "first", "sequence", "crowd");
    private static final PoolConfig CONFIG = PoolConfig.permits(5);
    private static final int NODES = 11;
    private static final int POOLS = Integer.getInteger("pools", 1000);
    private static final int HOPS = 3;

    /** How many pools of others a node takes part in by default. */
    private static final int MOST_OF_OTHERS = 9_500;

    private static final int SECONDS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ManyPools() {}

    public static void main(String[] args) throws Exception {
        List<String> parts = args.length == 0 ? PARTS : List.of(args);
        if (!PARTS.containsAll(parts)) {
            System.err.println("usage: benchmark/run pools [" + String.join("|", PARTS) + "]…");
            System.exit(2);
        }
        Measurement.print(
                "JDK %s, %d processors, load %.1f",
                Runtime.version(), Runtime.getRuntime().availableProcessors(), SYSTEM.getSystemLoadAverage());
        for (String part : parts) {
            switch (part) {
                case "idle" -> idle();
                case "used" -> Measurement.print("%s", used(POOLS, SECONDS));
                case "crowd" -> Measurement.print("%s", crowd(Integer.getInteger("crowd", 10_000)));
                case "first" -> Measurement.print("%s", firstUse(POOLS));
                default -> sequence();
            }
        }
    }

    // ---- a thousand pools -------------------------------------------------------------------------------------------

    /** Pools that are opened at one node, and used by nobody. */
    private static void idle() throws Exception {
        try (Mesh mesh = Mesh.overTls(NODES, true)) {
            Meshlock hub = mesh.nodes().get(0);
            awaitLinks(mesh);
            Sample before = Sample.of(mesh, POOLS);
            for (int i = 0; i < POOLS; i++) {
                hub.pool("pool-" + i, CONFIG);
            }
            Waits.until(
                    PATIENCE,
                    () -> mesh.nodes().stream().allMatch(node -> node.pools().size() == POOLS));
            Sample after = Sample.of(mesh, POOLS).since(before);
            Measurement.print(
                    "idle: %d pools opened at one of %d nodes: known to all after %.2f s, %.1f frames and %.0f bytes per pool"
                            + " and link, %.2f s of processor time",
                    POOLS, NODES, after.seconds(), after.frames(), after.bytes(), after.cpu());
            Waits.pause(2000);
            before = Sample.of(mesh, POOLS);
            Waits.pause(SECONDS * 1000L);
            after = Sample.of(mesh, POOLS).since(before);
            Measurement.print(
                    "idle: then %.3f frames per pool, link and second, %.1f %% of a processor",
                    after.frames() / after.seconds(), 100 * after.cpu() / after.seconds());
        }
    }

    /**
     * Pools of which a permit is held.
     *
     * @param joined from the first request until the last grant
     * @param held ten seconds of holding
     * @param lost grants that were lost meanwhile
     */
    record Used(int pools, Sample joined, Sample held, long lost) {

        @Override
        public String toString() {
            return String.format(
                    java.util.Locale.ROOT,
                    "used: %d pools asked for at once at one of %d nodes: all granted after %.2f s, %.1f frames and %.0f bytes"
                            + " per pool and link, %.2f s of processor time; while all are held: %.1f frames and %.0f bytes"
                            + " per pool, link and second, %.0f %% of a processor; %d grants lost",
                    pools,
                    NODES,
                    joined.seconds(),
                    joined.frames(),
                    joined.bytes(),
                    joined.cpu(),
                    held.frames() / held.seconds(),
                    held.bytes() / held.seconds(),
                    100 * held.cpu() / held.seconds(),
                    lost);
        }
    }

    /** Pools of which a permit is held, all at once, at a node that did not bootstrap them. */
    static Used used(int pools, int seconds) throws Exception {
        try (Mesh mesh = Mesh.overTls(NODES, true)) {
            awaitLinks(mesh);
            Meshlock leaf = mesh.nodes().get(NODES - 1);
            Sample before = Sample.of(mesh, pools);
            List<CompletableFuture<Grant>> all = new ArrayList<>();
            for (int i = 0; i < pools; i++) {
                all.add(leaf.pool("pool-" + i, CONFIG).acquireAsync(Request.permits(1)));
            }
            Waits.until(PATIENCE, () -> all.stream().allMatch(CompletableFuture::isDone));
            Sample joined = Sample.of(mesh, pools).since(before);
            Waits.pause(2000L * seconds); // voters are found
            before = Sample.of(mesh, pools);
            Waits.pause(seconds * 1000L);
            Sample held = Sample.of(mesh, pools).since(before);
            long lost = all.stream().filter(grant -> !grant.join().isValid()).count();
            return new Used(pools, joined, held, lost);
        }
    }

    private static void awaitLinks(Mesh mesh) throws InterruptedException {
        Waits.until(
                PATIENCE,
                () -> mesh.nodes().get(0).neighbours().size() == mesh.nodes().size() - 1);
    }

    /** What passed so far; frames and bytes per pool and link, sent and received by one end. */
    record Sample(double seconds, double frames, double bytes, double cpu) {

        static Sample of(Mesh mesh, int pools) {
            double shares = (double) pools * (NODES - 1);
            return new Sample(
                    System.nanoTime() / 1e9,
                    sum(mesh, "frames_sent") / shares,
                    sum(mesh, "bytes_sent") / shares,
                    SYSTEM.getProcessCpuTime() / 1e9);
        }

        private static double sum(Mesh mesh, String label) {
            return mesh.nodes().stream()
                    .mapToLong(node -> node.linkEvents().getOrDefault(label, 0L))
                    .sum();
        }

        Sample since(Sample before) {
            return new Sample(seconds - before.seconds, frames - before.frames, bytes - before.bytes, cpu - before.cpu);
        }
    }

    // ---- first use --------------------------------------------------------------------------------------------------

    /**
     * Milliseconds.
     *
     * @param trip median of a round trip to the token: a request for a permit of a name that is in use
     */
    record FirstUse(int names, double trip, double median, double p99, double longest) {

        /** Four round trips and 50 ms. */
        double bound() {
            return 4 * trip + 50;
        }

        @Override
        public String toString() {
            return String.format(
                    java.util.Locale.ROOT,
                    "first: %d new names, %d hops from the token: granted after %.1f ms (median), %.1f ms (99 %%), %.1f ms"
                            + " (longest); a round trip takes %.2f ms, and 4 of them and 50 ms are %.1f ms",
                    names,
                    HOPS,
                    median,
                    p99,
                    longest,
                    trip,
                    bound());
        }
    }

    /** New names at the end of a row of nodes; the one at the other end bootstraps. */
    static FirstUse firstUse(int names) throws Exception {
        try (Mesh mesh = Mesh.row(HOPS + 1)) {
            Meshlock far = mesh.nodes().get(HOPS);
            far.pool("warm", CONFIG).acquire().close();
            Histogram first = new Histogram(3);
            Histogram again = new Histogram(3);
            for (int i = 0; i < names; i++) {
                PermitPool pool = far.pool("name-" + i, CONFIG);
                first.recordValue(use(pool));
                again.recordValue(use(pool));
            }
            return new FirstUse(
                    names,
                    again.getValueAtPercentile(50) / 1e6,
                    first.getValueAtPercentile(50) / 1e6,
                    first.getValueAtPercentile(99) / 1e6,
                    first.getMaxValue() / 1e6);
        }
    }

    private static long use(PermitPool pool) throws InterruptedException {
        long begin = System.nanoTime();
        pool.acquire().close();
        return System.nanoTime() - begin;
    }

    // ---- names in sequence ------------------------------------------------------------------------------------------

    private static void sequence() throws Exception {
        List<Integer> asked = Boolean.getBoolean("everyNode")
                ? IntStream.range(0, NODES).boxed().toList()
                : List.of(0, 1, NODES - 1);
        for (int node : asked) {
            Measurement.print(
                    "sequence: %d names used once each at node %d of %d: %.1f s",
                    POOLS, node, NODES, sequence(POOLS, node));
        }
    }

    /** The seconds that it takes to use so many new names, one after the other, at a node of a star. */
    static double sequence(int names, int node) throws Exception {
        try (Mesh mesh = Mesh.overTls(NODES, true)) {
            awaitLinks(mesh);
            long begin = System.nanoTime();
            for (int i = 0; i < names; i++) {
                use(mesh.nodes().get(node).pool("name-" + i, CONFIG));
            }
            return (System.nanoTime() - begin) / 1e9;
        }
    }

    // ---- a neighbour with many pools --------------------------------------------------------------------------------

    /**
     * What a node notices of a neighbour that opens many pools: microseconds of a permit of a pool of its own, which has
     * its token here, while they are opened and afterwards.
     *
     * @param refused how many the neighbour could not open
     * @param here how many of them the node takes part in
     * @param megabytes the heap of both nodes, after a collection, less what it was before
     */
    record Crowd(int pools, int refused, int here, double during, double after, double megabytes) {

        @Override
        public String toString() {
            return String.format(
                    java.util.Locale.ROOT,
                    "crowd: a neighbour opens %d pools (%d refused), %d of them here: a local permit takes %.1f us meanwhile"
                            + " and %.1f us afterwards (99 %%); %.0f MB more heap for both nodes",
                    pools,
                    refused,
                    here,
                    during,
                    after,
                    megabytes);
        }
    }

    static Crowd crowd(int pools) throws Exception {
        try (Mesh mesh = Mesh.overTls(2, true)) {
            awaitLinks(mesh);
            Meshlock node = mesh.nodes().get(0);
            PermitPool own = node.pool("own", CONFIG);
            for (int i = 0; i < 50_000; i++) {
                use(own);
            }
            double before = heapMegabytes();
            CompletableFuture<Integer> opened =
                    CompletableFuture.supplyAsync(() -> open(mesh.nodes().get(1), pools));
            Histogram during = new Histogram(3);
            while (!opened.isDone()) {
                during.recordValue(use(own));
            }
            int refused = opened.get();
            int expected = Math.min(pools - refused, MOST_OF_OTHERS);
            Waits.until(PATIENCE, () -> node.pools().size() > expected);
            Histogram after = new Histogram(3);
            for (int i = 0; i < 50_000; i++) {
                after.recordValue(use(own));
            }
            return new Crowd(
                    pools,
                    refused,
                    node.pools().size() - 1,
                    during.getValueAtPercentile(99) / 1e3,
                    after.getValueAtPercentile(99) / 1e3,
                    heapMegabytes() - before);
        }
    }

    /** Opens pools; returns how many could not be. */
    private static int open(Meshlock node, int pools) {
        int refused = 0;
        for (int i = 0; i < pools; i++) {
            try {
                node.pool("crowd-" + i, CONFIG);
            } catch (MeshlockException e) {
                refused++;
            }
        }
        return refused;
    }

    private static double heapMegabytes() {
        System.gc();
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1e6;
    }
}
