package io.meshlock.internal;

import io.meshlock.LossReason;
import io.meshlock.MeshClosedException;
import io.meshlock.MeshMap;
import io.meshlock.MeshlockException;
import io.meshlock.PoolConfig;
import io.meshlock.PoolConflictException;
import io.meshlock.PoolSupersededException;
import io.meshlock.internal.state.PoolPromises;
import io.meshlock.link.PoolLinks;
import io.meshlock.link.PoolOffers;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.spi.Peer;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The pools of a node: those that its program opened, and those that it has from neighbours. Of several settings for one
 * name those of the oldest instance hold; what a neighbour says without an instance is an opinion.
 */
final class NodePools implements PoolOffers, PoolHost, PoolOwner {

    private static final Logger LOG = LoggerFactory.getLogger(NodePools.class);

    /** From which share of its maximum on a node leaves unused pools early, and after how long then. */
    private static final double CROWDED = 0.9;

    private static final long CROWDED_EXPIRY_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How many pools may be dormant or parked, as a multiple of the pools that a node may have. */
    private static final int DORMANT_PER_POOL = 10;

    /** How many offers share a sync: nobody else opens a pool meanwhile. */
    private static final int OFFERS_AT_ONCE = 256;

    private final NodeSetup setup;
    private final Peer self;
    private final LongSupplier clock;
    private final ScheduledExecutorService scheduler;
    private final Executor helper;
    private final Executor opener;

    /** Changed under this object's monitor, so that each pool is made once. */
    private final Map<String, Pool> pools = new ConcurrentHashMap<>();

    /** Pools that the program opened, and that this node has left because nobody used them. Bounded; the oldest go. */
    private final Map<String, Pool> dormant = new LinkedHashMap<>();

    /**
     * At a node without a folder, what it has promised in pools that it has parked. Bounded: a node that has parked too
     * many makes no more pools.
     */
    private final Map<String, PoolPromises> parked = new HashMap<>();

    private final PoolShares shares;

    /** What neighbours have offered, and this node has not looked at. */
    private final List<Offer> offers = new ArrayList<>();

    private final Throttle offerWarnings = new Throttle(TimeUnit.SECONDS.toNanos(10));

    private record Offer(Peer peer, PoolTerms terms) {}

    private Supplier<MeshMap> map = PoolOwner.NONE::map;
    private @Nullable MeshReach reach;
    private @Nullable PoolLinks links;
    private volatile boolean closed;

    NodePools(
            NodeSetup setup, LongSupplier clock, ScheduledExecutorService scheduler, Executor helper, Executor opener) {
        this.setup = setup;
        this.self = setup.transport().self();
        this.clock = clock;
        this.scheduler = scheduler;
        this.helper = helper;
        this.opener = opener;
        this.shares = new PoolShares(setup.maxPools());
    }

    /** Sets the links and the map, before the first pool is made. */
    void over(PoolLinks value, Supplier<MeshMap> meshMap) {
        links = value;
        map = meshMap;
    }

    /** Sets who is in reach, before the first pool is made. */
    void within(MeshReach value) {
        reach = value;
    }

    @Override
    public MeshMap map() {
        return map.get();
    }

    @Override
    public @Nullable MeshReach reach() {
        MeshReach known = reach;
        if (known != null) {
            known.look();
        }
        return known;
    }

    /** An expired certificate takes no link down, but no new one comes up. */
    @Override
    public String linkTrouble() {
        return setup.transport()
                .certificateEnd()
                .filter(end -> !end.isAfter(InstantSource.system().instant()))
                .map(end -> "the certificate of this node expired on " + LocalDate.ofInstant(end, ZoneOffset.UTC)
                        + ", and './meshlock keys issue' makes another")
                .orElse("");
    }

    Collection<Pool> all() {
        return pools.values();
    }

    @Nullable
    Pool get(String name) {
        Pool known = pools.get(name);
        if (known == null) {
            synchronized (this) {
                return dormant.get(name);
            }
        }
        return known;
    }

    /** Makes no more pools; false if that was said before. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    void checkOpen() {
        if (closed) {
            throw new MeshClosedException(self.name());
        }
    }

    // ---- pools of the program ---------------------------------------------------------------------------------------

    /**
     * Makes sure that a pool can be opened with these settings, before the node has links.
     *
     * @throws MeshlockException if it cannot
     */
    void check(String name, PoolConfig config) {
        PoolRules.check(name, config);
        try {
            remembered(Terms.of(name, config), config, setup.state().pool(name), true);
        } catch (UncheckedIOException e) {
            throw new MeshlockException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The pool, opened with these settings. */
    Pool open(String name, PoolConfig config) {
        Pool known = pools.get(name);
        if (known == null || closed || !known.isAsIn(config)) {
            known = find(name, config);
        }
        if (!known.isOpened()) {
            known.open();
        }
        shares.giveBack(name); // a pool of this node's program, whoever brought it
        return known;
    }

    private synchronized Pool find(String name, PoolConfig config) {
        checkOpen();
        Pool known = pools.get(name);
        if (known == null) {
            Pool slept = dormant.get(name);
            if (slept != null && slept.config().equals(config)) {
                revive(slept);
                return slept;
            }
            return create(Terms.of(name, config), config, true);
        }
        if (known.isAsIn(config)) {
            return known;
        }
        Supplier<MeshlockException> conflict =
                () -> new PoolConflictException(name, config, "node '" + self.name() + "'", known.config());
        if (known.isOpened() || known.runtime().isBootstrapped()) {
            throw conflict.get();
        }
        // What a neighbour said without knowing an instance is not better than what the program says.
        known.runtime().close(LossReason.POOL_FAILED, conflict);
        return create(Terms.of(name, config), config, true);
    }

    // ---- pools of neighbours ----------------------------------------------------------------------------------------

    /**
     * Takes part in every pool of a neighbour, so that its messages reach the nodes beyond this one. If that has to be
     * written to disk, not on the thread of the links, and together with other offers.
     */
    @Override
    public void offered(Peer peer, PoolTerms terms) {
        Offer offer = new Offer(peer, terms);
        if (!setup.bootstrap().mayWrite()) {
            take(List.of(offer));
            return;
        }
        boolean first;
        synchronized (offers) {
            first = offers.isEmpty();
            offers.add(offer);
        }
        if (first) {
            try {
                opener.execute(this::takeOffers);
            } catch (RejectedExecutionException e) {
                LOG.debug("node {} is closed, and takes no offers", self);
            }
        }
    }

    private void takeOffers() {
        List<Offer> now;
        synchronized (offers) {
            now = List.copyOf(offers);
            offers.clear();
        }
        for (int from = 0; from < now.size(); from += OFFERS_AT_ONCE) {
            take(now.subList(from, Math.min(from + OFFERS_AT_ONCE, now.size())));
        }
    }

    private synchronized void take(List<Offer> some) {
        Map<String, Plan> plans = new LinkedHashMap<>();
        for (Offer offer : some) {
            String name = offer.terms().name();
            if (!closed && !pools.containsKey(name) && !plans.containsKey(name)) {
                try {
                    checkShare(offer.peer(), plans.size());
                    plans.put(name, plan(offer.terms(), Terms.config(offer.terms()), false, plans.size()));
                    shares.take(name, offer.peer().number());
                } catch (IllegalArgumentException | MeshlockException e) {
                    warn(offer, e);
                }
            }
        }
        try {
            write(plans.values());
        } catch (MeshlockException e) {
            plans.keySet().forEach(shares::giveBack);
            warn(some.get(0), e);
            return;
        }
        plans.values().forEach(this::share);
    }

    private void share(Plan plan) {
        try {
            create(plan);
        } catch (IllegalArgumentException | MeshlockException e) {
            if (!pools.containsKey(plan.terms().name())) {
                shares.giveBack(plan.terms().name());
            }
            LOG.warn("pool '{}' cannot be shared here: {}", plan.terms().name(), e.getMessage());
        }
    }

    private void warn(Offer offer, RuntimeException why) {
        if (offerWarnings.isDue(clock.getAsLong())) {
            LOG.warn(
                    "{} offers pool '{}', which cannot be shared here: {}{}",
                    offer.peer(),
                    offer.terms().name(),
                    why.getMessage(),
                    offerWarnings.skipped());
        }
    }

    private void checkShare(Peer peer, int planned) {
        if (!shares.hasRoomFor(peer.number(), pools.size() + planned)) {
            throw new MeshlockException("node '" + self.name() + "' has " + shares.of(peer.number()) + " pools of "
                    + peer + " and " + shares.taken() + " of all neighbours, and keeps the rest of its "
                    + setup.maxPools() + " for others");
        }
    }

    @Override
    public void refused(Peer peer, PoolTerms ours, PoolTerms theirs, long instance) {
        Pool pool = pools.get(ours.name());
        if (pool != null) {
            pool.runtime().refusedBy(peer, theirs, instance);
        }
    }

    /**
     * Takes part in the older instance instead, so that its messages pass through here, and so that all who took part in
     * the younger one hear of the older. Clients here are served if they did nothing wrong.
     */
    @Override
    public synchronized void gaveWay(PoolRuntime stopped, PoolTerms terms, long instance) {
        Pool pool = pools.get(terms.name());
        if (closed || pool == null || pool.runtime() != stopped) {
            return;
        }
        try {
            PoolConfig config = Terms.config(terms);
            PoolPromises memory = setup.state().renewed(terms.name());
            memory.terms(terms);
            if (config.recovery().isOn()) {
                memory.keep(instance, memory.atStart());
            }
            PoolBootstrap joining = new PoolBootstrap(false, instance, memory.atStart(), memory);
            PoolRuntime next = new PoolRuntime(parts(terms, config, joining));
            if (stopped.config().equals(config)) {
                if (setup.bootstrap().hasBootstrapped(terms.name())) {
                    pool.open();
                    shares.giveBack(terms.name());
                    next.bar(superseded(terms.name()));
                }
                pool.continueWith(next);
            } else {
                Supplier<MeshlockException> conflict = stopped.refusal();
                if (pool.isOpened() && conflict != null) {
                    next.bar(conflict);
                }
                pools.put(terms.name(), new Pool(next, false, this));
            }
            next.open(links(), this);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            LOG.error("pool '{}' cannot be shared here: {}", terms.name(), e.getMessage());
        }
    }

    @Override
    public void failed(PoolRuntime stopped) {
        reopenIn(stopped.reopenNanos(), stopped);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong is logged by the task
    private void reopenIn(long nanos, PoolRuntime stopped) {
        try {
            scheduler.schedule(() -> reopen(stopped, nanos), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("node {} is closed, and pool '{}' stays so", self, stopped.name());
        }
    }

    /** Takes part again in a pool that failed here, with what was promised before, as after a crash. */
    private synchronized void reopen(PoolRuntime stopped, long waited) {
        Pool pool = pools.get(stopped.name());
        if (closed || pool == null || pool.runtime() != stopped) {
            return;
        }
        try {
            PoolPromises memory = setup.state().isKept()
                    ? setup.state().again(stopped.name())
                    : stopped.memory().restarted();
            if (stopped.memory().isOnDisk() && !memory.isKnown()) {
                throw new IllegalStateException("what this node has promised is not to be found");
            }
            memory.terms(stopped.terms());
            if (memory.isOnDisk()) {
                memory.keep(
                        stopped.poolInstance(), memory.atStart()); // or it would go on, and fail with its next promise
            }
            PoolBootstrap again = new PoolBootstrap(false, stopped.poolInstance(), memory.atStart(), memory);
            PoolRuntime next = new PoolRuntime(parts(stopped.terms(), stopped.config(), again));
            next.follow(stopped);
            pool.continueWith(next);
            next.open(links(), this);
            LOG.warn("pool '{}' goes on at node {}, as after a crash", stopped.name(), self);
        } catch (RuntimeException e) {
            LOG.error("pool '{}' cannot go on yet: {}", stopped.name(), e.getMessage());
            reopenIn(Math.min(2 * waited, PoolRuntime.REOPEN_LAST_NANOS), stopped);
        }
    }

    private Supplier<MeshlockException> superseded(String pool) {
        return () -> new PoolSupersededException(
                pool,
                "the instance that this node bootstrapped is the younger, and grants nothing. Restart this node"
                        + (setup.state().isKept() ? "" : " without --bootstrap, or with a state folder")
                        + " to take part in the older");
    }

    // ---- the end of pools that nobody uses --------------------------------------------------------------------------

    /** Leaves the pools that nobody has used for long. To be called now and then. */
    void leaveUnused() {
        int occupied = pools.size();
        boolean crowded = occupied > setup.maxPools() * CROWDED;
        // At a bootstrap node the next use of a pool that was left is slow: none is while there is room.
        long late = setup.bootstrap().isBootstrapNode()
                ? Long.MAX_VALUE
                : setup.poolExpiry().toNanos();
        long early = Math.min(setup.poolExpiry().toNanos(), CROWDED_EXPIRY_NANOS);
        for (Pool pool : pools.values()) {
            boolean isCrowded = crowded || shares.isCrowded(pool.name(), occupied);
            leaveIfUnused(pool, isCrowded ? early : late);
        }
    }

    private void leaveIfUnused(Pool pool, long nanos) {
        if (pool.runtime().isUnused(nanos)) {
            pool.runtime().retireIfUnused(nanos, setup.bootstrap().isBootstrapNode());
        }
    }

    /** Parks pools that only this node has and that nobody uses, if there are such, those unused for longest first. */
    private void makeRoom() {
        long least = Math.min(setup.poolExpiry().toNanos(), CROWDED_EXPIRY_NANOS);
        for (long nanos = setup.poolExpiry().toNanos();
                pools.size() >= setup.maxPools() && nanos >= least;
                nanos /= 4) {
            long idle = nanos;
            pools.values().forEach(pool -> leaveIfUnused(pool, idle));
        }
        if (pools.size() >= setup.maxPools() || parked.size() >= setup.maxPools() * DORMANT_PER_POOL) {
            throw new MeshlockException("node '" + self.name() + "' has " + setup.maxPools() + " pools, its maximum");
        }
    }

    /** Of a parked pool the promises stay, on disk or, without a folder, in memory: it goes on as after a crash. */
    @Override
    public synchronized void retired(PoolRuntime stopped, boolean parks) {
        Pool pool = pools.get(stopped.name());
        if (closed || pool == null || pool.runtime() != stopped) {
            return;
        }
        if (parks || setup.bootstrap().isFirstVoter()) {
            park(stopped);
        } else {
            setup.state().forget(stopped.name());
        }
        pools.remove(stopped.name());
        shares.giveBack(stopped.name());
        if (pool.isOpened()) {
            dormant.put(stopped.name(), pool);
            if (dormant.size() > setup.maxPools() * DORMANT_PER_POOL) {
                dormant.remove(dormant.keySet().iterator().next());
            }
        }
        LOG.debug("pool '{}' was not used at node {} for long, which left it", stopped.name(), self);
    }

    /** Of a pool that was destroyed, promises stay where somebody may count on them; nothing else does. */
    @Override
    public synchronized void destroyed(PoolRuntime stopped, boolean seated) {
        Pool pool = pools.get(stopped.name());
        if (closed || pool == null || pool.runtime() != stopped) {
            return;
        }
        pools.remove(stopped.name());
        shares.giveBack(stopped.name());
        if (seated || setup.bootstrap().isFirstVoter()) {
            stopped.memory().forgetTerms();
            park(stopped);
        } else {
            setup.state().forget(stopped.name());
        }
    }

    private void park(PoolRuntime stopped) {
        if (!setup.state().isKept()) {
            parked.put(stopped.name(), stopped.memory().restarted());
        }
    }

    /** Opens a pool again whose handle the program still has. */
    @Override
    public synchronized PoolRuntime revive(Pool pool) {
        checkOpen();
        PoolRuntime now = pool.runtime();
        if (!now.isRetired()) {
            return now; // another thread was first
        }
        dormant.remove(pool.name());
        Pool known = pools.get(pool.name());
        if (known == null) {
            Plan plan = plan(Terms.of(pool.name(), pool.config()), pool.config(), true, 0);
            write(List.of(plan));
            pool.continueWith(make(plan));
            begin(pool);
        } else if (known.isAsIn(pool.config())) {
            pool.continueWith(known.runtime());
        } else {
            throw new PoolConflictException(pool.name(), pool.config(), "node '" + self.name() + "'", known.config());
        }
        return pool.runtime();
    }

    // ---- making -----------------------------------------------------------------------------------------------------

    private PoolLinks links() {
        return Objects.requireNonNull(links, "links come first");
    }

    /** How a pool is to be made. */
    private record Plan(PoolTerms terms, PoolConfig config, boolean byProgram, BootstrapRecord.Beginning beginning) {}

    private Pool create(PoolTerms wanted, PoolConfig config, boolean byProgram) {
        Plan plan = plan(wanted, config, byProgram, 0);
        write(List.of(plan));
        return create(plan);
    }

    private Pool create(Plan plan) {
        PoolRuntime runtime = make(plan);
        Pool pool = new Pool(runtime, plan.byProgram(), this);
        dormant.remove(pool.name());
        begin(pool);
        int permits = plan.config().permits();
        if (runtime.memory().isOfDestroyedPool() && runtime.permits() != permits) {
            // The size that it had when it was destroyed is no longer wanted. Only who remembers it can tell, so not
            // only the node that opens the pool again; a later change by an operator has a higher version.
            runtime.resize(permits);
        }
        return pool;
    }

    private void begin(Pool pool) {
        pools.put(pool.name(), pool);
        pool.runtime().open(links(), this);
    }

    /** @param planned how many others are planned and not yet made */
    private Plan plan(PoolTerms wanted, PoolConfig config, boolean byProgram, int planned) {
        String name = wanted.name();
        if (pools.size() + planned >= setup.maxPools() && !pools.containsKey(name)) {
            makeRoom();
        }
        PoolRules.check(name, config);
        try {
            PoolPromises memory = memory(name);
            PoolTerms terms = remembered(wanted, config, memory, byProgram);
            memory.terms(terms);
            return new Plan(
                    terms, config, byProgram, begin(name, terms.equals(wanted) ? config : Terms.config(terms), memory));
        } catch (UncheckedIOException e) {
            throw new MeshlockException(String.valueOf(e.getMessage()), e);
        }
    }

    private void write(Collection<Plan> plans) {
        try {
            setup.bootstrap().write(plans.stream().map(Plan::beginning).toList());
        } catch (UncheckedIOException e) {
            throw new MeshlockException(String.valueOf(e.getMessage()), e);
        }
    }

    private PoolRuntime make(Plan plan) {
        PoolTerms terms = plan.terms();
        PoolBootstrap bootstrap = plan.beginning().how();
        PoolConfig agreed = terms.equals(Terms.of(terms.name(), plan.config())) ? plan.config() : Terms.config(terms);
        PoolRules.warn(terms.name(), agreed);
        // A node that joins a mesh with a thousand pools must not log a thousand lines.
        Level level = bootstrap.bootstraps() || plan.byProgram() ? Level.INFO : Level.DEBUG;
        String how = bootstrap.bootstraps() ? "bootstrapped" : "opened";
        LOG.atLevel(level).log("pool '{}' {} at node {}: {}", terms.name(), how, self, agreed);
        return new PoolRuntime(parts(terms, agreed, bootstrap));
    }

    private PoolSetup parts(PoolTerms terms, PoolConfig config, PoolBootstrap bootstrap) {
        return new PoolSetup(
                self,
                terms,
                config,
                bootstrap,
                setup.journal(terms.name()),
                clock,
                setup.executor(),
                scheduler,
                helper,
                setup.incarnations());
    }

    /**
     * The settings that hold: those that this node has kept, if it was in the pool before. A program may ask for the size
     * that an operator has given the pool; anything else would be ignored, so it is an error.
     */
    private PoolTerms remembered(PoolTerms wanted, PoolConfig config, PoolPromises memory, boolean byProgram) {
        PoolTerms kept = memory.terms();
        if (kept == null || kept.equals(wanted)) {
            return wanted;
        }
        PoolConfig before = Terms.config(kept);
        int size = memory.atStart().view().size().permits();
        if (byProgram && !(size > 0 && Terms.resized(before, size).equals(config))) {
            throw new PoolConflictException(
                    wanted.name(),
                    config,
                    "the state folder of node '" + self.name() + "'",
                    before
                            + ". Use those settings; './meshlock resize' or PermitPool.resize changes the number of permits");
        }
        return kept;
    }

    /** What this node has promised in the pool, before its present incarnation. */
    private PoolPromises memory(String pool) {
        PoolPromises kept = parked.remove(pool);
        return kept == null ? setup.state().pool(pool) : kept;
    }

    private BootstrapRecord.Beginning begin(String pool, PoolConfig config, PoolPromises memory) {
        boolean recovers = config.recovery().isOn();
        BootstrapRecord bootstrap = PoolRules.needsBootstrap(config) ? setup.bootstrap() : BootstrapRecord.never();
        return bootstrap.begin(pool, memory, self.number(), config.permits(), recovers);
    }
}
