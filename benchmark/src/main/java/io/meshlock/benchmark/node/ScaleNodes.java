package io.meshlock.benchmark.node;

import io.meshlock.Grant;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.Request;
import io.meshlock.benchmark.Measurement;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * One pool among many real nodes in one process: how long until all take part, what that costs, what it costs to keep
 * the pool in use and idle, and how long it is without grants when the node with the token is cut off.
 */
public final class ScaleNodes {

    private static final Duration LEASE = Duration.ofSeconds(10);

    /** In a mesh more than twenty hops wide the default, a twentieth of the lease, is too slow for echoes to come in time. */
    private static final Duration BEACON = Duration.ofMillis(Long.getLong("beacon", LEASE.toMillis() / 20));

    private static final PoolConfig CONFIG =
            PoolConfig.permits(5).lease(LEASE).recovery(Recovery.MAJORITY.beacon(BEACON));
    private static final int SETTLING_SECONDS = 15;
    private static final int CALM_BEACONS = 40;
    private static final int IDLE_SECONDS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final WideMesh mesh;
    private final int size;
    private final int farthest;

    private ScaleNodes(WideMesh mesh, int size) {
        this.mesh = mesh;
        this.size = size;
        int[] hops = mesh.hops(0);
        this.farthest = IntStream.range(0, size)
                .reduce((a, b) -> hops[b] > hops[a] ? b : a)
                .orElse(0);
    }

    public static void main(String[] args) throws Exception {
        int losses = Integer.getInteger("losses", 10);
        List<Integer> sizes = args.length == 0
                ? List.of(10, 100, 300)
                : Arrays.stream(args).map(Integer::valueOf).toList();
        Measurement.print(
                "JDK %s, %d processors, load %.1f; nodes in one process, lease %d s",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                LEASE.toSeconds());
        join(30); // a first mesh, for the compiler
        for (int size : sizes) {
            if (Boolean.getBoolean("joining")) {
                Measurement.print("%d nodes: %s", size, join(size));
            } else {
                Measurement.print("%n%s", measure(size, losses));
            }
        }
    }

    /** What joining costs in a mesh of this size. */
    static Joining join(int size) throws Exception {
        try (WideMesh mesh = new WideMesh(size, CONFIG)) {
            return new ScaleNodes(mesh, size).join();
        }
    }

    /** All figures for a mesh of this size. */
    static Figures measure(int size, int losses) throws Exception {
        try (WideMesh mesh = new WideMesh(size, CONFIG)) {
            ScaleNodes scale = new ScaleNodes(mesh, size);
            Joining joining = scale.join();
            progress("%d nodes: %s", size, joining);
            Calm calm = scale.calm();
            progress("%d nodes: %s", size, calm);
            long idle = scale.idle();
            List<Loss> found = new ArrayList<>();
            for (int i = 0; i < losses; i++) {
                found.add(scale.lose());
                progress("%d nodes: %s", size, found.get(i));
            }
            return new Figures(size, mesh.links(), mesh.diameter(), joining, calm, idle, found, scale.bound());
        }
    }

    /** Some of this takes minutes. */
    private static void progress(String format, Object... values) {
        System.err.printf(Locale.ROOT, format + "%n", values);
    }

    // ---- joining ----------------------------------------------------------------------------------------------------

    /**
     * @param seconds from the first link to the moment at which the last node took part
     * @param served from the first link to the grant at the node farthest from the token; NaN if there was none
     * @param messages of the pool, per link and end, until then
     * @param most the same for the node with the most
     * @param frames all frames per link and end
     */
    record Joining(double seconds, double served, double messages, double most, double frames) {}

    private Joining join() throws Exception {
        long begin = System.nanoTime();
        CompletableFuture<Double> first =
                mesh.pools().get(farthest).acquireAsync(Request.permits(1)).thenApply(grant -> close(grant, begin));
        mesh.link();
        List<Integer> missing = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        boolean all = Waits.until(PATIENCE, () -> {
            missing.removeIf(node -> mesh.status(node).takesPart());
            return missing.isEmpty();
        });
        double seconds = all ? seconds(begin) : Double.NaN;
        WideMesh.Traffic traffic = mesh.traffic();
        double most = IntStream.range(0, size)
                .mapToDouble(mesh::messagesPerLink)
                .max()
                .orElse(0);
        double ends = 2.0 * mesh.links();
        progress("%s", mesh.messagesByType());
        double served = Waits.until(PATIENCE, first::isDone) ? first.join() : Double.NaN;
        return new Joining(seconds, served, traffic.messages() / ends, most, traffic.frames() / ends);
    }

    private static double close(Grant grant, long begin) {
        grant.close();
        return seconds(begin);
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    // ---- calm and idle ----------------------------------------------------------------------------------------------

    /**
     * Bytes per link, end and beacon.
     *
     * @param used while a client asks for a permit once per beacon, and gives it back
     * @param held while a client holds a permit for long
     * @param voters how many nodes vote by then
     */
    record Calm(double used, double held, int voters) {}

    private Calm calm() throws Exception {
        PermitPool pool = mesh.pools().get(farthest);
        use(pool, SETTLING_SECONDS * 1000 / beaconMillis());
        WideMesh.Traffic before = mesh.traffic();
        use(pool, CALM_BEACONS);
        double used = bytesPerBeacon(before, CALM_BEACONS);
        double held;
        try (Grant grant = pool.acquire()) {
            Waits.pause(LEASE.toMillis());
            before = mesh.traffic();
            Waits.pause(CALM_BEACONS * beaconMillis());
            held = bytesPerBeacon(before, CALM_BEACONS);
            if (!grant.isValid()) {
                throw new IllegalStateException("a grant was lost in calm times");
            }
        }
        return new Calm(used, held, mesh.status(farthest).voters().size());
    }

    private void use(PermitPool pool, long times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            pool.acquire().close();
            Waits.pause(beaconMillis());
        }
    }

    private double bytesPerBeacon(WideMesh.Traffic before, int beacons) {
        return mesh.traffic().since(before).bytes() / (2.0 * mesh.links() * beacons);
    }

    /** How many frames are sent in the whole mesh while nobody uses the pool. */
    private long idle() throws InterruptedException {
        Waits.pause(recovery().electionTimeout().toMillis() * 2);
        WideMesh.Traffic before = mesh.traffic();
        Waits.pause(IDLE_SECONDS * 1000L);
        return mesh.traffic().since(before).frames();
    }

    // ---- losses -----------------------------------------------------------------------------------------------------

    /**
     * Seconds after the token's node was cut off, while all others ask for a permit.
     *
     * @param first until the first grant
     * @param last until all others were served
     */
    record Loss(double first, double last) {}

    private Loss lose() throws Exception {
        mesh.pools().get(farthest).acquire().close();
        int[] holder = {-1};
        if (!Waits.until(PATIENCE, () -> (holder[0] = mesh.holder()) >= 0)) {
            return new Loss(Double.NaN, Double.NaN);
        }
        mesh.cutOff(holder[0]);
        long begin = System.nanoTime();
        List<CompletableFuture<Double>> served = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            if (i != holder[0]) {
                served.add(
                        mesh.pools().get(i).acquireAsync(Request.permits(1)).thenApply(grant -> close(grant, begin)));
            }
        }
        boolean all = Waits.until(PATIENCE, () -> served.stream().allMatch(CompletableFuture::isDone));
        mesh.mend(holder[0]);
        double[] times = served.stream()
                .filter(CompletableFuture::isDone)
                .mapToDouble(CompletableFuture::join)
                .sorted()
                .toArray();
        double first = times.length == 0 ? Double.NaN : times[0];
        return new Loss(first, all ? times[times.length - 1] : Double.NaN);
    }

    private Recovery recovery() {
        return CONFIG.recovery().resolved(LEASE);
    }

    private long beaconMillis() {
        return recovery().beacon().toMillis();
    }

    /** The bound of docs/protocols/recovery.md on the first grant after the token's node is gone, in seconds. */
    private double bound() {
        double drift = recovery().driftPpm() / 1e6;
        double q = (1 + drift) / (1 - drift);
        double beacon = beaconMillis() / 1e3;
        double news = mesh.diameter() * beacon / 4;
        return q * (recovery().electionTimeout().toMillis() / 1e3 + 6 * beacon + q * LEASE.toSeconds()) + 4 * news;
    }

    /** Everything that was measured in one mesh. */
    record Figures(
            int nodes,
            int links,
            int diameter,
            Joining joining,
            Calm calm,
            long idle,
            List<Loss> losses,
            double bound) {

        @Override
        public String toString() {
            double first = losses.stream().mapToDouble(Loss::first).max().orElse(Double.NaN);
            double last = losses.stream().mapToDouble(Loss::last).max().orElse(Double.NaN);
            return String.format(
                    Locale.ROOT,
                    "%d nodes, %d links, diameter %d%n"
                            + "  all take part after %.2f s; the farthest is served after %.2f s; %.1f messages of the pool per link"
                            + " and end (at most %.1f), %.1f frames%n"
                            + "  bytes per link, end and beacon: %.0f in use, %.0f with a permit held; %d voters%n"
                            + "  idle: %d frames in %d s%n"
                            + "  token's node cut off, %d times: first grant after at most %.1f s, all served after at most"
                            + " %.1f s; bound %.1f s; %s",
                    nodes,
                    links,
                    diameter,
                    joining.seconds,
                    joining.served,
                    joining.messages,
                    joining.most,
                    joining.frames,
                    calm.used,
                    calm.held,
                    calm.voters,
                    idle,
                    IDLE_SECONDS,
                    losses.size(),
                    first,
                    last,
                    bound,
                    losses.stream()
                            .map(loss -> String.format(Locale.ROOT, "%.1f", loss.first))
                            .toList());
        }
    }
}
