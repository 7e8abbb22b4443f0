package io.meshlock.internal;

import io.meshlock.DistributedLock;
import io.meshlock.LossReason;
import io.meshlock.MeshClosedException;
import io.meshlock.MeshMap;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.PoolConflictException;
import io.meshlock.UnknownPoolException;
import io.meshlock.link.PoolLinks;
import io.meshlock.link.PoolOffers;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.spi.BootClock;
import io.meshlock.spi.Peer;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A node: its links, its pools, and its timer thread. */
final class Node implements Meshlock, PoolOffers {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /**
     * How long {@link #close} waits for tokens to be handed on; and then again for neighbours to learn that it leaves.
     */
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(2);

    private final NodeSetup setup;
    private final Peer self;
    private final PoolLinks links;
    private final MeshMapService map;
    private final ScheduledThreadPoolExecutor scheduler;
    private final BootClock clock = BootClock.ofThisMachine();
    private final Runnable afterSleep = this::woke;

    /** Changed under this node's monitor, so that each pool is made once. */
    private final Map<String, Pool> pools = new ConcurrentHashMap<>();

    private volatile boolean closed;

    private Node(NodeSetup setup) {
        this.setup = setup;
        this.self = setup.transport().self();
        this.scheduler = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "meshlock-timer-" + self.name());
            thread.setDaemon(true);
            return thread;
        });
        scheduler.setRemoveOnCancelPolicy(true);
        this.map = new MeshMapService(setup.transport(), scheduler, pools::values);
        this.links = PoolLinks.over(setup.transport(), this, map.flooding());
    }

    /** Starts a node. */
    static Node start(NodeSetup setup) {
        Node node = new Node(setup);
        node.clock.onWake(node.afterSleep);
        node.map.flooding().start();
        node.links.start();
        LOG.info(
                "node {} started{}",
                node.self,
                setup.bootstrap().isBootstrapNode() ? "; it bootstraps the mesh's pools" : "");
        return node;
    }

    /** The machine was suspended. The thread that noticed may be in a step, so pools are told on the timer thread. */
    private void woke() {
        try {
            scheduler.execute(
                    () -> pools.values().forEach(pool -> pool.runtime().woke()));
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
    public SortedMap<String, Long> linkEvents() {
        return setup.transport().counters().snapshot();
    }

    // ---- pools ------------------------------------------------------------------------------------------------------

    @Override
    public PermitPool pool(String name, PoolConfig config) {
        return find(name, config);
    }

    private Pool find(String name, PoolConfig config) {
        Pool known = pools.get(name);
        if (known != null && known.config().equals(config) && !closed) {
            return known;
        }
        synchronized (this) {
            checkOpen();
            known = pools.get(name);
            if (known == null) {
                return create(Terms.of(name, config), config, true);
            }
            if (known.config().equals(config)) {
                return known;
            }
            Supplier<MeshlockException> conflict = conflict(name, config, known.config());
            if (!known.runtime().isInConflict()) {
                throw conflict.get();
            }
            // No neighbour shares the pool with the first settings, so they may be changed.
            known.runtime().close(LossReason.POOL_FAILED, conflict);
            return create(Terms.of(name, config), config, true);
        }
    }

    private Supplier<MeshlockException> conflict(String name, PoolConfig wanted, PoolConfig existing) {
        return () -> new PoolConflictException(name, wanted, "node '" + node() + "'", existing);
    }

    private Pool create(PoolTerms terms, PoolConfig config, boolean byProgram) {
        if (pools.size() >= setup.maxPools() && !pools.containsKey(terms.name())) {
            throw new MeshlockException("node '" + node() + "' has " + setup.maxPools() + " pools, its maximum");
        }
        PoolRules.check(terms.name(), config);
        PoolBootstrap bootstrap = begin(terms.name(), config);
        boolean bootstrapped = bootstrap.bootstraps();
        PoolSetup made = new PoolSetup(
                self,
                terms,
                config,
                bootstrap,
                setup.journal(terms.name()),
                clock,
                setup.executor(),
                scheduler,
                setup.incarnations());
        Pool pool = new Pool(new PoolRuntime(made));
        pools.put(terms.name(), pool);
        pool.runtime().open(links);
        PoolRules.warn(terms.name(), config);
        // A node that joins a mesh with a thousand pools must not log a thousand lines.
        Level level = bootstrapped || byProgram ? Level.INFO : Level.DEBUG;
        LOG.atLevel(level)
                .log(
                        "pool '{}' {} at node {}: {}",
                        terms.name(),
                        bootstrapped ? "bootstrapped" : "opened",
                        self,
                        config);
        return pool;
    }

    private PoolBootstrap begin(String pool, PoolConfig config) {
        try {
            boolean recovers = config.recovery().isOn();
            BootstrapRecord bootstrap = PoolRules.needsBootstrap(config) ? setup.bootstrap() : BootstrapRecord.never();
            return bootstrap.begin(pool, setup.state().pool(pool), self.number(), config.permits(), recovers);
        } catch (UncheckedIOException e) {
            throw new MeshlockException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public PermitPool pool(String name) {
        checkOpen();
        Pool known = pools.get(name);
        if (known == null) {
            throw new UnknownPoolException(name);
        }
        return known;
    }

    @Override
    public Collection<PermitPool> pools() {
        return pools.values().stream()
                .sorted(Comparator.comparing(Pool::name))
                .<PermitPool>map(pool -> pool)
                .toList();
    }

    @Override
    public DistributedLock lock(String name, PoolConfig config) {
        if (config.permits() != 1) {
            throw new IllegalArgumentException("a lock has one permit, not " + config.permits());
        }
        return find(name, config).lock();
    }

    private void checkOpen() {
        if (closed) {
            throw new MeshClosedException(node());
        }
    }

    // ---- pools of neighbours ----------------------------------------------------------------------------------------

    /** Takes part in every pool of a neighbour, so that its messages reach the nodes beyond this one. */
    @Override
    public void offered(Peer peer, PoolTerms terms) {
        try {
            PoolConfig config = Terms.config(terms);
            synchronized (this) {
                if (!closed && !pools.containsKey(terms.name())) {
                    create(terms, config, false);
                }
            }
        } catch (IllegalArgumentException | MeshlockException e) {
            LOG.warn("{} offers pool '{}', which cannot be shared here: {}", peer, terms.name(), e.getMessage());
        }
    }

    @Override
    public void refused(Peer peer, PoolTerms ours, PoolTerms theirs) {
        Pool pool = pools.get(ours.name());
        if (pool != null) {
            pool.runtime().refusedBy(peer, theirs);
        }
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        Supplier<MeshlockException> answer = () -> new MeshClosedException(node());
        pools.values().forEach(pool -> pool.runtime().depart(LossReason.MESH_CLOSED, answer));
        long until = System.nanoTime() + LEAVE_TIMEOUT.toNanos();
        pools.values()
                .forEach(pool -> pool.runtime().departure().awaitLeave(Duration.ofNanos(until - System.nanoTime())));
        pools.values().forEach(pool -> pool.runtime().close(LossReason.MESH_CLOSED, answer));
        pools.values().forEach(pool -> pool.runtime().departure().awaitUnlinked(LEAVE_TIMEOUT));
        links.close();
        clock.forget(afterSleep);
        scheduler.shutdownNow();
        setup.state().close();
        LOG.info("node {} closed", self);
    }

    @Override
    public String toString() {
        return "node " + self;
    }
}
