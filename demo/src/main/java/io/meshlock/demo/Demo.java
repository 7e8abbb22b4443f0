package io.meshlock.demo;

import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.daemon.page.LiveFeed;
import io.meshlock.laboratory.result.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * A mesh of real nodes inside this process: drones share docks and uplinks while their links come and go. Everything
 * that happens goes into journals, which are judged at the end.
 */
public final class Demo implements AutoCloseable {

    public static final String DOCKS = "docks";
    public static final String UPLINK = "uplink";

    /** Beside the journals: a title, and how many permits each pool has. */
    public static final String FACTS = "run.json";

    /** After the last request was made, everybody must be served and done within this. */
    private static final int TIMEOUT_SECONDS = 30;

    private final Path folder;
    private final int size;
    private final Map<String, Integer> permits = new LinkedHashMap<>();
    private final DemoStory story;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "demo");
        thread.setDaemon(true);
        return thread;
    });
    private final LiveFeed feed;
    private final long seed;
    private final LongSupplier nanos;
    private final List<DemoDrone> drones = new ArrayList<>();
    private final CountDownLatch enough = new CountDownLatch(1);

    /**
     * Starts nothing yet, but it can be watched already.
     *
     * @param folder for journals and keys
     * @param out gets the story, line by line
     * @param nanos a monotonic clock
     */
    public Demo(int size, long seed, Path folder, PrintWriter out, LongSupplier nanos) throws IOException {
        this.folder = folder;
        this.size = size;
        this.seed = seed;
        this.nanos = nanos;
        this.story = new DemoStory(out, nanos);
        permits.put(DOCKS, Math.max(2, 3 * size / 8));
        permits.put(UPLINK, 2);
        Files.writeString(folder.resolve(FACTS), Json.write(Map.of("title", title(), "pools", permits)));
        feed = LiveFeed.beside(title(), new DemoJournals(folder, nanos)).permits(pool -> permits.getOrDefault(pool, 0));
    }

    private String title() {
        return size + " drones share docks and uplinks";
    }

    private DemoDrone drone(int i, Meshlock node) {
        PermitPool docks = node.pool(DOCKS, config(DOCKS));
        PermitPool uplink = node.pool(UPLINK, config(UPLINK));
        int docksNeeded = i % 4 == 3 ? 2 : 1;
        return new DemoDrone(DemoMesh.name(i), docks, uplink, docksNeeded, seed * size + i, scheduler, story, nanos);
    }

    private PoolConfig config(String pool) {
        return PoolConfig.permits(permits.getOrDefault(pool, 1));
    }

    /** Ends the flight before its time; {@link #run} then lands the drones and judges as usual. */
    public void stop() {
        enough.countDown();
    }

    public LiveFeed feed() {
        return feed;
    }

    /** Starts the nodes, lets the drones fly for so long, lands them all, and judges the journals. */
    public DemoResult run(int seconds) throws IOException, InterruptedException {
        double took;
        long cuts;
        int bootstrapNode;
        try (DemoMesh mesh = DemoMesh.start(size, folder.resolve("keys"), feed.journal())) {
            bootstrapNode = mesh.bootstrapNode();
            for (int i = 0; i < size; i++) {
                drones.add(drone(i, mesh.nodes().get(i)));
            }
            DemoClock clock = new DemoClock(nanos);
            cuts = fly(new DemoWeather(mesh, seed, scheduler, story), seconds);
            took = clock.seconds();
        }
        return new DemoResult(folder, permits, PoolConfig.DEFAULT_ALGORITHM, bootstrapNode, size, took, cuts);
    }

    private long fly(DemoWeather weather, int seconds) throws InterruptedException {
        story.begin();
        weather.start();
        drones.forEach(DemoDrone::start);
        boolean stopped = enough.await(seconds, TimeUnit.SECONDS); // other threads do the work
        if (stopped) {
            story.tellAlways("stopped before its time");
        }
        long cuts = weather.end();
        story.tellAlways("all links are mended; the last drones charge and land");
        awaitLanding();
        return cuts;
    }

    private void awaitLanding() throws InterruptedException {
        CompletableFuture<?>[] landings = drones.stream().map(DemoDrone::stop).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(landings).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            story.tellAlways("somebody still waits after " + TIMEOUT_SECONDS + " s"); // the judge will say who
        }
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
        feed.close();
    }
}
