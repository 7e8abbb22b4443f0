package io.meshlock.internal;

import io.meshlock.LossReason;
import io.meshlock.MeshlockException;
import io.meshlock.PoolConfig;
import io.meshlock.PoolConflictException;
import io.meshlock.PoolDestroyedException;
import io.meshlock.PoolFailedException;
import io.meshlock.PoolSupersededException;
import io.meshlock.internal.state.PoolPromises;
import io.meshlock.link.PoolLinks;
import io.meshlock.link.PoolReceiver;
import io.meshlock.link.wire.PoolClaim;
import io.meshlock.link.wire.PoolReport;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Check;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.Slots;
import io.meshlock.spi.Peer;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runtime of one pool at one node. Clients, links and timers submit steps; {@link SerialExecutor} runs them one at
 * a time; a step calls the protocol, and {@link PoolEffects} performs the protocol's effects. A request that can be
 * granted immediately is granted within the client's call, on its thread.
 *
 * <p>Methods under "steps" run in a step; all others may be called by any thread.
 */
final class PoolRuntime extends SerialExecutor implements PoolReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(PoolRuntime.class);

    /** How long a pool that failed waits before it goes on: doubled with every failure, up to the last. */
    private static final long REOPEN_FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    static final long REOPEN_LAST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int MOST_FAILURES = 10;

    /** After so long without a failure the next one counts as the first. */
    private static final long CALM_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Messages that pass through only if somebody uses the pool; others also keep it in order. */
    private static final Set<String> USES = Set.of("REQUEST", "GRANT", "PASS", "HEIRS", "RECALL", "RELEASE");

    private final PoolSetup setup;
    private final Protocol protocol;
    private final PoolJournal journal;
    private final PoolStats stats = new PoolStats();
    private final Executor callbacks;
    private final Executor lossCallbacks;
    private final Listeners listeners;
    private final PoolTimers timers;
    private final InstancePeers instancePeers;
    private final PoolEffects effects;

    /** The same for steps on threads that must not wait for the disk: those of links and timers. */
    private final EffectsAfterSync afterSync;

    private final PoolUse use;
    private final long leaseNanos;
    private final boolean routed;
    private final boolean fenced;
    private final Departure departure;

    /** Why new requests fail while this node leaves; null if it does not leave. */
    private volatile @Nullable Supplier<MeshlockException> leaving;

    /** Why this node no longer takes part in the pool; null if it does. */
    private volatile @Nullable Supplier<MeshlockException> stopped;

    /** Why clients of this node are not served, although it takes part; null if they are. */
    private volatile @Nullable Supplier<MeshlockException> barred;

    /** A neighbour's other settings, while neither it nor this node knows whose hold. */
    private volatile @Nullable String disagreement;

    private final Throttle disagreementWarnings = new Throttle(TimeUnit.SECONDS.toNanos(10));

    private PoolHost host = PoolHost.NONE;

    /** This node has left the pool because nobody used it here. */
    private volatile boolean retired;

    private final long begun;

    /** How often the pool failed here in a row, before this runtime. */
    private int failures;

    PoolRuntime(PoolSetup setup) {
        super(setup.helper(), setup.scheduler());
        this.setup = setup;
        this.protocol = setup.protocol();
        this.journal = setup.journal();
        this.callbacks = new CallbackExecutor(setup.executor());
        this.lossCallbacks = new CallbackExecutor(CallbackThreads.forLosses(setup.executor()));
        this.listeners = new Listeners(this, callbacks);
        this.timers = new PoolTimers(this, setup.scheduler());
        this.instancePeers =
                new InstancePeers(setup.self(), name(), setup.bootstrap().instance(), setup.clock());
        this.departure = new Departure(setup);
        this.leaseNanos = setup.config().lease().toNanos();
        this.routed = setup.isRouted();
        this.fenced = setup.isFenced();
        this.effects = new PoolEffects(setup, protocol, stats, listeners, timers, instancePeers, departure);
        this.afterSync = new EffectsAfterSync(effects, effects);
        this.use = new PoolUse(this, protocol, stats, timers, departure, instancePeers, effects);
        this.begun = now();
    }

    /** Starts to take part. Steps submitted by links meanwhile wait until the port is set. */
    void open(PoolLinks links, PoolHost node) {
        boolean entered = tryEnter();
        Check.invariant(entered, "a new pool is idle");
        host = node;
        try {
            effects.open(links, this);
        } finally {
            leave();
        }
    }

    // ---- queries ----------------------------------------------------------------------------------------------------

    String name() {
        return setup.terms().name();
    }

    PoolConfig config() {
        return setup.config();
    }

    long leaseNanos() {
        return leaseNanos;
    }

    /** How many permits the pool has, as far as this node knows. */
    int permits() {
        return effects.permits();
    }

    /** True if the pool has recovery: the protocol sets the lease of each grant. */
    boolean recovers() {
        return setup.recovers();
    }

    /** True if grants are numbered over the whole mesh. */
    boolean isFenced() {
        return fenced;
    }

    /** True if some permits of a grant can be given back. */
    boolean amends() {
        return setup.amends();
    }

    /** The time by this node's monotonic clock, in nanoseconds. */
    long now() {
        return setup.clock().getAsLong();
    }

    /** What this node has promised in the pool. */
    PoolPromises memory() {
        return setup.bootstrap().memory();
    }

    PoolStats stats() {
        return stats;
    }

    /** The state of this pool at this node, for the map of the mesh. */
    PoolReport report() {
        List<PoolClaim> claims = new ArrayList<>();
        if (stats.permitsHeld.get() > 0 || stats.waiting.get() > 0) {
            submitAndWait(() -> claims.addAll(effects.claims(PoolClaim.MOST)));
        }
        return new PoolReport(
                name(), (int) stats.permitsHeld.get(), (int) stats.waiting.get(), (int) stats.tokens.get(), claims);
    }

    Listeners listeners() {
        return listeners;
    }

    /** The executor for callbacks into user code. */
    Executor executor() {
        return callbacks;
    }

    /** The executor for callbacks that tell of lost grants. */
    Executor lossExecutor() {
        return lossCallbacks;
    }

    /** Why new requests are rejected; null if they are accepted. */
    @Nullable
    Supplier<MeshlockException> refusal() {
        return stopped != null ? stopped : leaving != null ? leaving : barred;
    }

    /** Lets this node take part, but rejects the requests of its clients. */
    void bar(Supplier<MeshlockException> why) {
        barred = why;
    }

    /** Accepts the requests of clients again. */
    void unbar() {
        barred = null;
    }

    /** Why nothing can be granted here, in one sentence; null if this node knows of no reason. */
    @Nullable
    String problem() {
        Supplier<MeshlockException> refusal = refusal();
        if (refusal != null) {
            return refusal.get().getMessage();
        }
        if (!setup.hasTokens() || isBootstrapped()) {
            return null;
        }
        String others = disagreement;
        return "pool '" + name() + "' waits: this node has not heard of a node that bootstrapped it"
                + (others == null
                        ? "; one node of a mesh is started with --bootstrap, or its first voters are named"
                        : "; " + others);
    }

    /** True if this node has lost its vote because its state folder was put back to an earlier state. */
    boolean isForgetful() {
        return effects.isForgetful();
    }

    /** How often others said that they have heard of a later incarnation of this node. */
    long laterSelves() {
        return effects.laterSelves();
    }

    /** True if this node knows an instance of the pool. */
    boolean isBootstrapped() {
        return instancePeers.isPartOfAMesh();
    }

    /** How far this node has come in leaving the pool. */
    Departure departure() {
        return departure;
    }

    // ---- steps: clients ---------------------------------------------------------------------------------------------

    void admit(PendingRequest newcomer) {
        Supplier<MeshlockException> refusal = refusal();
        if (refusal != null) {
            newcomer.failed(refusal.get());
        } else {
            effects.request(newcomer, use.byClient());
            if (stats.waiting.get() > 0) {
                use.wakeNeighbours();
            }
        }
    }

    // ---- steps: the end of a pool that nobody uses ------------------------------------------------------------------

    /** True if nobody has used the pool here for so long. May be called by any thread. */
    boolean isUnused(long nanos) {
        return use.isUnused(nanos);
    }

    /** True if this node has left the pool because nobody used it here. */
    boolean isRetired() {
        return retired;
    }

    /**
     * Leaves the pool if nobody has used it here for so long.
     *
     * @param last true if this node is to be the last that has it: it leaves it to nobody, and parks it once the others
     *     have gone
     */
    void retireIfUnused(long nanos, boolean last) {
        submitAndWait(() -> {
            boolean open = stopped == null && leaving == null && barred == null;
            if (open && setup.recovers() && use.isUnused(nanos)) {
                use.end(last);
            }
        });
    }

    /**
     * True if others may count on what this node has promised. A voter that is let go does not know for certain that it
     * votes no more: it keeps its promises.
     */
    boolean isSeated() {
        RecoveryStatus status = protocol.status(now());
        return status != null && status.seat() != Seat.NONE;
    }

    /**
     * Leaves the pool, which nobody uses.
     *
     * @param parked what this node has promised is kept
     */
    void retire(boolean parked) {
        retired = true;
        stop(() ->
                new MeshlockException("pool '" + name() + "' was not used for long, and this node left it; ask again"));
        later(() -> host.retired(this, parked));
    }

    /** Withdraws a request; does nothing if it has ended already. */
    void withdraw(long request) {
        if (stopped == null) {
            effects.withdraw(request);
        }
    }

    /** The client closed its grant. */
    void release(HeldGrant grant) {
        if (stopped == null) {
            effects.release(grant);
        }
    }

    /** The client gives back some permits of its grant. */
    void giveBack(HeldGrant grant, Slots slots) {
        if (stopped == null) {
            effects.giveBackSome(grant, slots);
        }
    }

    /** The limits of a grant have changed. */
    void watchHold(HeldGrant grant) {
        if (stopped == null) {
            effects.watchHold(grant);
            effects.announceHold(grant);
        }
    }

    /** Tells the mesh for how long a new grant is to be held at least. */
    void announceHold(HeldGrant grant) {
        if (stopped == null) {
            effects.announceHold(grant);
        }
    }

    /** A grant was held for as long as it may be, unless it was extended. */
    void holdOver(HeldGrant grant) {
        if (stopped == null) {
            effects.endHold(grant);
        }
    }

    /** Renews the leases that this node has to renew, and ends the grants whose leases ran out. */
    void checkLeases() {
        if (stopped == null) {
            effects.checkLeases();
        }
    }

    // ---- operators --------------------------------------------------------------------------------------------------

    /** The recovery status of the pool as seen from this node; null without recovery. */
    @Nullable
    RecoveryStatus status() {
        AtomicReference<@Nullable RecoveryStatus> status = new AtomicReference<>();
        submitAndWait(() -> status.set(protocol.status(now())));
        return status.get();
    }

    /** Changes the number of permits. */
    void resize(int wanted) {
        operate(() -> {
            LOG.info("pool '{}': the operator resizes it to {} permits", name(), wanted);
            protocol.resize(effects.step(), wanted, effects);
        });
    }

    void recover() {
        operate(() -> {
            LOG.warn("pool '{}': the operator makes node {} propose a new token", name(), setup.self());
            if (!isBootstrapped()) {
                instancePeers.begin(PoolInstanceId.draw(InstantSource.system()));
            }
            effects.orderToken();
            protocol.recover(effects.step(), effects);
        });
    }

    void removeMember(int member) {
        operate(() -> {
            LOG.warn("pool '{}': the operator removes node {} from the members", name(), member);
            protocol.forget(effects.step(), member, effects);
        });
    }

    private void operate(Step operation) {
        submitAndWait(() -> {
            if (stopped == null) {
                operation.perform();
            }
        });
    }

    // ---- steps: timers and links ------------------------------------------------------------------------------------

    void timerFired(int timer) {
        if (stopped == null) {
            protocol.timerFired(effects.step(), timer, afterSync);
            afterSync.then(effects::followSize);
        }
    }

    @Override
    public long poolInstance() {
        return instancePeers.instance();
    }

    @Override
    public void linkUp(Peer peer, long poolInstance) {
        submit(() -> {
            if (stopped != null) {
                return;
            }
            if (!PoolInstanceId.isOne(poolInstance)) {
                later(() -> effects.accuse(peer.number()));
                return;
            }
            boolean known = isBootstrapped();
            boolean admitted = instancePeers.admits(peer, poolInstance);
            if (instancePeers.older() != PoolInstanceId.UNKNOWN) {
                giveWay("node '" + peer.name() + "'", setup.terms(), instancePeers.older());
            } else if (admitted) {
                long now = effects.step();
                journal.linkUp(peer.number());
                protocol.linkUp(now, peer.number(), afterSync);
                learned(known);
            }
        });
    }

    /** Tells neighbours with other settings once this node knows whose settings hold. */
    private void learned(boolean knownBefore) {
        if (!knownBefore && isBootstrapped()) {
            disagreement = null;
            effects.announceAgain();
        }
    }

    /**
     * Waits until the protocol has processed this. The next link to this neighbour comes up only after this returns;
     * messages that the protocol sends before must not go over that link.
     */
    @Override
    public void linkDown(Peer peer) {
        submitAndWait(() -> {
            boolean tookPart = instancePeers.leaves(peer.number());
            leaveIfAlone();
            if (stopped != null) {
                endIfAlone();
            } else if (tookPart) {
                lostLink(peer.number());
            }
        });
    }

    /** The machine was suspended: timers are late. */
    void woke() {
        submit(timers::catchUp);
    }

    private void lostLink(int peer) {
        long now = effects.step();
        journal.linkDown(peer);
        protocol.linkDown(now, peer, effects);
    }

    @Override
    public void received(int peer, long poolInstance, Message message) {
        submit(() -> deliver(peer, poolInstance, message));
    }

    private void deliver(int peer, long poolInstance, Message message) {
        stats.received.add(1);
        if (stopped != null || !(routed || instancePeers.has(peer))) {
            return;
        }
        if (!PoolInstanceId.isOne(poolInstance)) {
            later(() -> effects.accuse(peer));
            return;
        }
        boolean known = isBootstrapped();
        if (!routed && !instancePeers.accepts(peer, poolInstance)) {
            if (instancePeers.older() == PoolInstanceId.UNKNOWN) {
                lostLink(peer);
            } else {
                giveWay("node " + peer, setup.terms(), instancePeers.older());
            }
            return;
        }
        learned(known);
        long now = effects.step();
        if (USES.contains(message.type())) {
            use.byNeighbour(now);
        }
        journal.delivered(peer, message);
        try {
            protocol.receive(now, peer, message, afterSync);
        } catch (UncheckedIOException e) {
            throw e; // this node's disk, not the neighbour's words
        } catch (RuntimeException | Error e) {
            later(() -> effects.accuse(peer)); // not in the step: the end of a link waits for the pool
            throw e;
        }
        afterSync.then(effects::followSize);
    }

    @Override
    boolean leavesRest() {
        return afterSync.hasPromise();
    }

    /** The rest of a step that promised something is performed when that is on disk. */
    @Override
    void suspend() {
        afterSync.keep(failure -> resume(() -> {
            if (failure != null) {
                throw failure;
            }
            afterSync.perform();
        }));
    }

    /**
     * A neighbour has the pool with other settings. Those of an instance hold against those of nobody, and those of the
     * older of two instances against the younger's. While neither knows an instance, nobody can tell.
     */
    void refusedBy(Peer peer, PoolTerms theirs, long instance) {
        submit(() -> {
            if (stopped != null) {
                return;
            }
            boolean holds = isBootstrapped() && !PoolInstanceId.isOlder(instance, poolInstance());
            if (instance == PoolInstanceId.UNKNOWN || holds) {
                disagreement = peer + " has it with " + Terms.describe(theirs) + ", but this node with " + config();
                if (disagreementWarnings.isDue(now())) {
                    LOG.warn(
                            "pool '{}': {}; they do not share it{}",
                            name(),
                            disagreement,
                            disagreementWarnings.skipped());
                }
            } else {
                giveWay("node '" + peer.name() + "'", theirs, instance);
            }
        });
    }

    /**
     * Stops: there is an older instance of the pool, or one at all. Nothing more is granted, what waits fails, and what
     * is held is lost at once, without the protocol: its token would grant what comes back to others.
     */
    private void giveWay(String peer, PoolTerms theirs, long instance) {
        Supplier<MeshlockException> answer = theirs.equals(setup.terms())
                ? () -> new PoolSupersededException(
                        name(), "the instance that this node took part in is the younger, and grants nothing")
                : () -> new PoolConflictException(name(), config(), peer, Terms.describe(theirs));
        LOG.error("{}; this node gives way to {}", answer.get().getMessage(), peer);
        effects.abandon(answer, LossReason.POOL_FAILED);
        stop(answer);
        later(() -> host.gaveWay(this, theirs, instance));
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Destroys the pool in the whole mesh. */
    void destroy() {
        submitAndWait(() -> end("this node"));
    }

    @Override
    public void destroyed(Peer peer, long poolInstance) {
        submit(() -> {
            if (!isBootstrapped() || poolInstance == poolInstance()) {
                end("node '" + peer.name() + "'");
            }
        });
    }

    /**
     * To the protocol it is a crash of all nodes at once: what they promised and may not forget is kept, so that fencing
     * tokens rise if the pool begins anew, and that token waits until every grant of this one is over.
     */
    private void end(String by) {
        if (stopped != null) {
            return;
        }
        LOG.info("pool '{}' was destroyed, says {}", name(), by);
        boolean seated = isSeated();
        Supplier<MeshlockException> answer = () -> new PoolDestroyedException(name());
        effects.abandon(answer, LossReason.POOL_DESTROYED);
        stop(answer, true);
        later(() -> host.destroyed(this, seated));
    }

    /**
     * Prepares to leave: withdraws requests, gives grants back, and hands on what other nodes need. {@link #close}
     * follows, and does not wait for this to complete.
     */
    void depart(LossReason why, Supplier<MeshlockException> answer) {
        submitAndWait(() -> {
            departure.whenItMay(null);
            if (stopped == null) {
                leaving = answer;
                effects.withdrawAll(answer); // first, or what is given back would be granted to them
                effects.loseAll(why);
                protocol.leave(effects.step(), effects);
            }
            leaveIfAlone();
        });
    }

    private void leaveIfAlone() {
        if (leaving != null && instancePeers.isEmpty()) {
            departure.mayLeave();
        }
    }

    /** Leaves: withdraws requests, gives grants back, and stops. */
    void close(LossReason why, Supplier<MeshlockException> answer) {
        submitAndWait(() -> {
            if (stopped == null) {
                effects.withdrawAll(answer); // first, or what is given back would be granted to them
                effects.loseAll(why);
                stop(answer);
            }
        });
    }

    private void endIfAlone() {
        if (instancePeers.isEmpty()) {
            departure.unlinked();
        }
    }

    @Override
    void broken(Throwable cause) {
        afterSync.drop();
        if (stopped != null) {
            LOG.error("pool '{}' failed again at node {}", name(), setup.self(), cause);
            return;
        }
        Supplier<MeshlockException> answer = () -> new PoolFailedException(name(), cause);
        if (cause instanceof UncheckedIOException) {
            LOG.error("{}", answer.get().getMessage()); // not a bug: where in the code it came from helps nobody
        } else {
            LOG.error("pool '{}' stops at node {}", name(), setup.self(), cause);
        }
        effects.abandon(answer, LossReason.POOL_FAILED);
        stop(answer);
        if (setup.recovers()) {
            later(() -> host.failed(this));
        }
    }

    /** How long to wait before the pool is opened again after this runtime failed: longer, the sooner it did. */
    long reopenNanos() {
        failures = now() - begun >= CALM_NANOS ? 0 : failures;
        return Math.min(REOPEN_FIRST_NANOS << failures, REOPEN_LAST_NANOS);
    }

    /** This runtime continues what a failed one did. */
    void follow(PoolRuntime failed) {
        failures = Math.min(failed.failures + 1, MOST_FAILURES);
    }

    PoolTerms terms() {
        return setup.terms();
    }

    /** True if this node no longer takes part. */
    boolean isStopped() {
        return stopped != null;
    }

    private void stop(Supplier<MeshlockException> answer) {
        stop(answer, false);
    }

    private void stop(Supplier<MeshlockException> answer, boolean destroyed) {
        stopped = answer;
        effects.close(destroyed);
        endIfAlone();
    }
}
