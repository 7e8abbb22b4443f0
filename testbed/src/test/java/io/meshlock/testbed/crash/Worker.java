package io.meshlock.testbed.crash;

import io.meshlock.Grant;
import io.meshlock.MeshClosedException;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.PoolStatus;
import io.meshlock.Recovery;
import io.meshlock.Request;
import io.meshlock.keys.NodeKeys;
import io.meshlock.link.tcp.TcpSettings;
import io.meshlock.link.tcp.TcpTransport;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkTimings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One node in a process of its own, with threads that request permits in a loop and write down what they hold. It takes
 * commands on standard input, line by line, and ends with it.
 *
 * <p>Arguments: keys, state folder, witness file, bootstrap or join, permits, lease, election timeout and beacon in
 * milliseconds, threads, then the ports of its neighbours on this computer.
 */
final class Worker {

    /** Quick to try again; no link is ever held down. */
    private static final LinkTimings TIMINGS = new LinkTimings(100, 2_000, 5_000, 10, 100, 0, 10, 100, 1_000);

    private static final long HOLD_MILLIS = 3;
    private static final int LOOKS = 4;

    private final Meshlock mesh;
    private final PermitPool pool;
    private final Testimony testimony;
    private final AtomicLong grants = new AtomicLong();

    private Worker(Meshlock mesh, PermitPool pool, Testimony testimony) {
        this.mesh = mesh;
        this.pool = pool;
        this.testimony = testimony;
    }

    public static void main(String[] args) throws IOException {
        NodeKeys keys = NodeKeys.load(Path.of(args[0]), InstantSource.system());
        List<HostPort> peers = new ArrayList<>();
        for (int i = 9; i < args.length; i++) {
            peers.add(new HostPort("127.0.0.1", Integer.parseInt(args[i])));
        }
        TcpTransport transport = new TcpTransport(TcpSettings.secured(keys, System.currentTimeMillis())
                .withListen(new HostPort("127.0.0.1", 0))
                .withPeers(peers)
                .withTimings(TIMINGS));
        MeshlockBuilder builder = Meshlock.builder().transport(transport).state(Path.of(args[1]));
        Meshlock mesh = (args[3].equals("bootstrap") ? builder.bootstrap() : builder).start();
        Recovery recovery = Recovery.MAJORITY.electionTimeout(millis(args[6])).beacon(millis(args[7]));
        PoolConfig config =
                PoolConfig.permits(Integer.parseInt(args[4])).recovery(recovery).lease(millis(args[5]));
        Worker worker = new Worker(mesh, mesh.pool("docks", config), new Testimony(Path.of(args[2]), mesh.number()));
        for (int i = 0; i < Integer.parseInt(args[8]); i++) {
            worker.start(i + 100L * mesh.number());
        }
        System.out.println("port " + transport.port());
        worker.answer();
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(Long.parseLong(text));
    }

    // ---- working ----------------------------------------------------------------------------------------------------

    private void start(long seed) {
        Thread thread = new Thread(() -> work(new SplittableRandom(seed)), "worker-" + seed);
        thread.setDaemon(true);
        thread.start();
    }

    private void work(SplittableRandom random) {
        int most = pool.config().permits();
        while (true) {
            try {
                Request request = Request.permits(random.nextInt(1, most + 1)).priority(random.nextInt(10));
                Optional<Grant> granted = pool.tryAcquire(request, Duration.ofSeconds(1));
                if (granted.isPresent()) {
                    use(granted.get());
                }
            } catch (InterruptedException | MeshClosedException e) {
                return;
            }
        }
    }

    /** Checks the grant repeatedly, and writes down each time that it was valid. */
    private void use(Grant grant) throws InterruptedException {
        CountDownLatch lost = new CountDownLatch(1);
        grant.onLost(reason -> lost.countDown());
        try (grant) {
            long before = System.nanoTime();
            if (!grant.isValid()) {
                return;
            }
            testimony.granted(before, grant.fencingToken(), grant.slots());
            grants.incrementAndGet();
            for (int i = 0; i < LOOKS; i++) {
                boolean told = lost.await(HOLD_MILLIS, TimeUnit.MILLISECONDS);
                before = System.nanoTime();
                if (told || !grant.isValid()) {
                    testimony.lost(before, grant.fencingToken());
                    return;
                }
                testimony.valid(before, grant.fencingToken());
            }
        }
    }

    // ---- answering --------------------------------------------------------------------------------------------------

    private void answer() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("leave")) {
                mesh.close();
                System.out.println("left");
                continue;
            }
            PoolStatus status = pool.status().orElseThrow();
            boolean ready =
                    status.takesPart() && (status.votes() || !status.voters().contains(mesh.number()));
            System.out.println("status " + status.token() + " " + ready + " "
                    + status.epoch().orElse("-") + " " + status.voters().size() + " " + grants + " "
                    + status.validFor().isZero());
        }
        Runtime.getRuntime().halt(0);
    }
}
