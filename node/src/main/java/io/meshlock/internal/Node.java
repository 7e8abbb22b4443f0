package io.meshlock.internal;

import io.meshlock.DistributedLock;
import io.meshlock.LossReason;
import io.meshlock.MeshClosedException;
import io.meshlock.MeshMap;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.UnknownPoolException;
import io.meshlock.link.PoolLinks;
import io.meshlock.spi.BootClock;
import io.meshlock.spi.Peer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node: its links, its pools, and its timer thread. */
final class Node implements Meshlock {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /**
     * How long {@link #close} waits for tokens to be handed on; and then again for neighbours to learn that it leaves.
     */
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(2);

    /** How often it is checked whether pools are unused. */
    private static final Duration SHORTEST_SWEEP = Duration.ofMillis(100);

    private static final Duration LONGEST_SWEEP = Duration.ofSeconds(10);

    /** How often it is checked whether pools stand still. */
    private static final Duration WATCH = Duration.ofSeconds(1);

    private final NodeSetup setup;
    private final Peer self;
    private final PoolLinks links;
    private final MeshMapService map;
    /** Runs timers, and what pools' steps leave over: nothing that waits for a step may run there. */
    private final ScheduledThreadPoolExecutor scheduler;

    /** Continues steps of pools; what it runs waits neither for steps nor for locks, but may wait for the disk. */
    private final ScheduledThreadPoolExecutor helper;

    /** Opens what neighbours offer, where that has to be written to disk. */
    private final ScheduledThreadPoolExecutor opener;

    /** Looks after pools from outside, and may wait for their steps. */
    private final ScheduledThreadPoolExecutor caretaker;

    private final BootClock clock = BootClock.ofThisMachine();
    private final Runnable afterSleep = this::woke;

    private final NodePools pools;
    private final PoolWatch watch;
    private final LaterSelf laterSelf;

    private Node(NodeSetup setup) {
        this.setup = setup;
        this.self = setup.transport().self();
        this.scheduler = thread("meshlock-timer-");
        this.caretaker = thread("meshlock-caretaker-");
        this.helper = thread("meshlock-helper-");
        this.opener = thread("meshlock-opener-");
        this.pools = new NodePools(setup, clock, scheduler, helper, opener);
        this.map = new MeshMapService(setup.transport(), caretaker, pools::all);
        this.links = PoolLinks.over(setup.transport(), pools, map.flooding());
        pools.over(links, map::map);
        MeshReach reach = new MeshReach(self.number(), map.flooding().database(), clock);
        pools.within(reach);
        this.watch = new PoolWatch(reach, new NameWatch(self), clock);
        this.laterSelf = new LaterSelf(self, clock);
    }

    private ScheduledThreadPoolExecutor thread(String prefix) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, prefix + self.name());
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /** Starts a node. */
    static Node start(NodeSetup setup) {
        Node node = new Node(setup);
        setup.pools().forEach(node.pools::check); // a node that has to leave at once would disturb its mesh for nothing
        node.clock.onWake(node.afterSleep);
        node.map.flooding().start();
        node.links.start();
        node.leaveUnusedPools();
        node.watchPools();
        LOG.info(
                "node {} started{}",
                node.self,
                setup.bootstrap().isBootstrapNode() ? "; it bootstraps the mesh's pools" : "");
        return node.openPools();
    }

    private Node openPools() {
        try {
            setup.pools().forEach(pools::open);
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void leaveUnusedPools() {
        long nanos = Math.max(
                SHORTEST_SWEEP.toNanos(),
                Math.min(LONGEST_SWEEP.toNanos(), setup.poolExpiry().toNanos() / 4));
        every(nanos, "leave unused pools", pools::leaveUnused);
    }

    private void watchPools() {
        every(WATCH.toNanos(), "watch its pools", () -> {
            watch.look(pools.all());
            laterSelf.look(map.flooding().laterSelves(), pools.all());
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // failures are logged by the task, and it ends with the scheduler
    private void every(long nanos, String what, Runnable task) {
        caretaker.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.error("node {} failed to {}", self, what, e); // or the timer would stop
                    }
                },
                nanos,
                nanos,
                TimeUnit.NANOSECONDS);
    }

    /** The machine was suspended. The thread that noticed may be in a step, so pools are told on the timer thread. */
    private void woke() {
        try {
            scheduler.execute(() -> pools.all().forEach(pool -> pool.runtime().woke()));
        } catch (RejectedExecutionException e) {
            LOG.debug("node {} is closed, and its timers are stopped", self);
        }
    }

    @Override
    public String node() {
        return self.name();
    }

    @Override
    public int number() {
        return self.number();
    }

    @Override
    public OptionalInt listenPort() {
        return setup.transport().listenPort();
    }

    @Override
    public Collection<String> neighbours() {
        return links.peers().stream().map(Peer::name).sorted().toList();
    }

    @Override
    public MeshMap map() {
        return map.map();
    }

    @Override
    public Optional<Instant> certificateEnd() {
        return setup.transport().certificateEnd();
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(setup.transport().problems());
        laterSelf.problem().ifPresent(problems::add);
        for (Pool pool : pools.all()) {
            if (pool.runtime().isForgetful()) {
                problems.add("the state folder of this node was put back to an earlier state: its vote in pool '"
                        + pool.name() + "' is lost");
            }
        }
        return problems;
    }

    @Override
    public SortedMap<String, Long> linkEvents() {
        return setup.transport().counters().snapshot();
    }

    // ---- pools ------------------------------------------------------------------------------------------------------

    @Override
    public PermitPool pool(String name, PoolConfig config) {
        return pools.open(name, config);
    }

    @Override
    public PermitPool pool(String name) {
        pools.checkOpen();
        Pool known = pools.get(name);
        if (known == null) {
            throw new UnknownPoolException(name);
        }
        return known;
    }

    @Override
    public Collection<PermitPool> pools() {
        return pools.all().stream()
                .sorted(Comparator.comparing(Pool::name))
                .<PermitPool>map(pool -> pool)
                .toList();
    }

    @Override
    public DistributedLock lock(String name, PoolConfig config) {
        if (config.permits() != 1) {
            throw new IllegalArgumentException("a lock has one permit, not " + config.permits());
        }
        return pools.open(name, config).lock();
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    @Override
    public void close() {
        if (!pools.close()) {
            return;
        }
        Supplier<MeshlockException> answer = () -> new MeshClosedException(node());
        pools.all().forEach(pool -> pool.runtime().depart(LossReason.MESH_CLOSED, answer));
        long until = System.nanoTime() + LEAVE_TIMEOUT.toNanos();
        pools.all().forEach(pool -> pool.runtime().departure().awaitLeave(Duration.ofNanos(until - System.nanoTime())));
        pools.all().forEach(pool -> pool.runtime().close(LossReason.MESH_CLOSED, answer));
        pools.all().forEach(pool -> pool.runtime().departure().awaitUnlinked(LEAVE_TIMEOUT));
        links.close();
        clock.forget(afterSleep);
        opener.shutdown();
        caretaker.shutdownNow();
        scheduler.shutdownNow();
        setup.state().close();
        helper.shutdown(); // last: what waited for the disk goes on there
        LOG.info("node {} closed", self);
    }

    @Override
    public String toString() {
        return "node " + self;
    }
}
