package io.meshlock.internal;

import io.meshlock.LossReason;
import io.meshlock.MeshlockException;
import io.meshlock.PoolConfig;
import io.meshlock.PoolConflictException;
import io.meshlock.PoolFailedException;
import io.meshlock.link.PoolLinks;
import io.meshlock.link.PoolPort;
import io.meshlock.link.PoolReceiver;
import io.meshlock.link.PoolTerms;
import io.meshlock.link.map.PoolReport;
import io.meshlock.link.spi.Peer;
import io.meshlock.protocol.Check;
import io.meshlock.protocol.Durable;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Standing;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pool at one node: its protocol, and everybody who wants something of it. Clients, links and timers bring steps; {@link
 * Steps} runs one at a time. A client that can be served at once is served within its own call, on its own thread.
 *
 * <p>Methods under "steps" run in a step; all others may be called by anybody.
 */
final class Cell extends Steps implements PoolReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(Cell.class);

    private final CellSetup setup;
    private final Protocol protocol;
    private final CellEffects effects = new CellEffects(this);
    private final Recorder recorder;
    private final PoolStats stats = new PoolStats();
    private final Executor elsewhere;
    private final Listeners listeners;
    private final CellTimers timers;
    private final Membership membership;
    private final Desk desk;
    private final long leaseNanos;
    private final boolean routed;
    private final boolean fenced;
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final CountDownLatch parted = new CountDownLatch(1);

    private @Nullable PoolPort port;

    /** What the node takes the pool's size to be. */
    private volatile int permits;

    /** What newcomers are told while this node leaves. */
    private volatile @Nullable Supplier<MeshlockException> leaving;

    /** Why this cell does nothing any more. */
    private volatile @Nullable Supplier<MeshlockException> stopped;

    /** Who has the pool under other terms, while this node takes part with nobody. */
    private volatile @Nullable Supplier<MeshlockException> conflict;

    Cell(CellSetup setup) {
        super(setup.scheduler());
        this.setup = setup;
        this.protocol = setup.protocol();
        this.recorder = setup.recorder();
        this.elsewhere = new Elsewhere(setup.executor());
        this.listeners = new Listeners(elsewhere);
        this.timers = new CellTimers(this, setup.scheduler());
        this.membership = new Membership(setup.self(), name(), setup.beginning().founding());
        this.leaseNanos = setup.config().lease().toNanos();
        this.permits = protocol.permits(); // it may remember what an operator made of the pool
        this.routed = setup.isRouted();
        this.fenced = setup.isFenced();
        this.desk = new Desk(this, setup, protocol, effects, timers);
    }

    /** Takes part from now on. Steps that links bring meanwhile wait until the port is there. */
    void open(PoolLinks links) {
        Check.invariant(tryEnter(), "a new cell is free");
        try {
            if (setup.tokens() > 0) {
                recorder.tokens(setup.tokens());
            }
            port = links.open(setup.terms(), this);
        } finally {
            leave();
        }
    }

    // ---- what anybody may ask ---------------------------------------------------------------------------------------

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
        return permits;
    }

    /** True if the mesh knows of this node's leases: the protocol says how long each grant lasts. */
    boolean recovers() {
        return setup.recovers();
    }

    /** True if grants are numbered over the whole mesh. */
    boolean isFenced() {
        return fenced;
    }

    /** This node's own clock, in nanoseconds from some moment on. */
    long now() {
        return setup.clock().getAsLong();
    }

    PoolStats stats() {
        return stats;
    }

    /** How this pool does here, for the map of the mesh. */
    PoolReport report() {
        return new PoolReport(
                name(), (int) stats.permitsHeld.get(), (int) stats.waiting.get(), (int) stats.tokens.get());
    }

    Listeners listeners() {
        return listeners;
    }

    /** Where other people's code runs. */
    Executor executor() {
        return elsewhere;
    }

    Recorder recorder() {
        return recorder;
    }

    /** What whoever asks now is answered; null if he is welcome. */
    @Nullable
    Supplier<MeshlockException> refusal() {
        return stopped != null ? stopped : leaving != null ? leaving : conflict;
    }

    boolean isStopped() {
        return stopped != null;
    }

    /** Where clients are served; to be used in steps. */
    Desk desk() {
        return desk;
    }

    /** True if it shares its pool with nobody because its terms are not the mesh's. */
    boolean isInConflict() {
        return conflict != null;
    }

    // ---- steps: effects of the protocol -----------------------------------------------------------------------------

    void send(int to, Message message) {
        PoolPort out = port;
        if (out != null) {
            stats.sent(message.type());
            recorder.sent(to, message);
            out.send(to, membership.founding(), message);
        }
    }

    /** The next life of this node in the pool is to have a larger number. */
    void remember(int incarnation) {
        setup.lives().remember(name(), incarnation);
    }

    void resized(PoolSize size) {
        recorder.resized(size);
        permits = size.permits();
        LOG.info("pool '{}' has {} permits now, says node {}", name(), size.permits(), size.node());
    }

    void mayLeave() {
        letGo.countDown();
    }

    void setTimer(int timer, long delay) {
        timers.set(timer, delay);
    }

    /** Safe on disk when this returns. If that fails the pool stops here, before anybody hears of the promise. */
    void keep(Durable durable) {
        setup.beginning().memory().keep(membership.founding(), durable);
    }

    void recovered(Epoch epoch, String how) {
        LOG.warn("pool '{}': node {} made a new token, epoch {}: {}", name(), setup.self(), epoch, how);
        stats.recoveries.add(1);
        recorder.recovered(epoch, how);
    }

    // ---- operators --------------------------------------------------------------------------------------------------

    /** How the pool stands as seen from here; null without recovery. */
    @Nullable
    Standing standing() {
        AtomicReference<@Nullable Standing> standing = new AtomicReference<>();
        submitAndWait(() -> standing.set(protocol.standing(now())));
        return standing.get();
    }

    /** An operator wants the pool to have so many permits. */
    void resize(int wanted) {
        submitAndWait(() -> {
            if (stopped == null) {
                LOG.info("pool '{}': the operator wants it to have {} permits", name(), wanted);
                recorder.stepped();
                protocol.resize(now(), wanted, effects);
            }
        });
    }

    void recover() {
        submitAndWait(() -> {
            if (stopped == null) {
                LOG.warn("pool '{}': the operator has node {} make a new token", name(), setup.self());
                recorder.stepped();
                protocol.recover(now(), effects);
            }
        });
    }

    void forget(int member) {
        submitAndWait(() -> {
            if (stopped == null) {
                LOG.warn("pool '{}': the operator says that node {} is gone for good", name(), member);
                recorder.stepped();
                protocol.forget(now(), member, effects);
            }
        });
    }

    // ---- steps: timers and links ------------------------------------------------------------------------------------

    void timerFired(int timer) {
        if (stopped == null) {
            recorder.stepped();
            protocol.timerFired(now(), timer, effects);
            followSize();
        }
    }

    @Override
    public long epoch() {
        return membership.founding();
    }

    @Override
    public void linkUp(Peer peer, long epoch) {
        submit(() -> {
            if (stopped == null && membership.admits(peer, epoch)) {
                conflict = null;
                recorder.stepped();
                recorder.linkUp(peer.number());
                protocol.linkUp(now(), peer.number(), effects);
            }
        });
    }

    /**
     * Waits until the protocol knows. The next link to this neighbour comes up only after this returns, and what the protocol
     * sends before it knows must not go over that one.
     */
    @Override
    public void linkDown(Peer peer) {
        submitAndWait(() -> {
            boolean tookPart = membership.leaves(peer.number());
            letGoIfAlone();
            if (stopped != null) {
                partIfAlone();
            } else if (tookPart) {
                lostLink(peer.number());
            }
        });
    }

    /** The machine slept: timers are late. */
    void woke() {
        submit(timers::catchUp);
    }

    private void lostLink(int peer) {
        recorder.stepped();
        recorder.linkDown(peer);
        protocol.linkDown(now(), peer, effects);
    }

    @Override
    public void received(int peer, long epoch, Message message) {
        submit(() -> deliver(peer, epoch, message));
    }

    private void deliver(int peer, long epoch, Message message) {
        stats.received.add(1);
        if (stopped != null || !(routed || membership.has(peer))) {
            return;
        }
        if (!routed && !membership.accepts(peer, epoch)) {
            lostLink(peer);
            return;
        }
        recorder.stepped();
        recorder.delivered(peer, message);
        protocol.receive(now(), peer, message, effects);
        followSize();
    }

    /** A node that remembered a size that never came into force goes back to the old one, which is no change of the pool's. */
    private void followSize() {
        if (permits != protocol.permits()) {
            permits = protocol.permits();
        }
    }

    /** A neighbour has the pool under other terms. If nobody has ours, we are the ones who are wrong. */
    void refusedBy(Peer peer, PoolTerms theirs) {
        submit(() -> {
            if (stopped != null || membership.isPartOfAMesh()) {
                LOG.warn(
                        "pool '{}': {} has it with {}, this mesh with {}; they do not share it",
                        name(),
                        peer,
                        Terms.describe(theirs),
                        config());
                return;
            }
            conflict = () ->
                    new PoolConflictException(name(), config(), "node '" + peer.name() + "'", Terms.describe(theirs));
            LOG.warn("{}", conflict.get().getMessage());
            desk.withdrawAll(conflict);
        });
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /**
     * The node is about to leave: gives back what is held, lets nobody wait, and hands on what others need. {@link #close}
     * follows, and does not wait for it.
     */
    void depart(LossReason why, Supplier<MeshlockException> answer) {
        submitAndWait(() -> {
            if (stopped == null) {
                leaving = answer;
                desk.withdrawAll(answer); // first, or what is given back would be granted to them
                desk.loseAll(why);
                recorder.stepped();
                protocol.leave(now(), effects);
            }
            letGoIfAlone();
        });
    }

    /** After {@link #depart}: waits until the others can do without this node, or nobody is there. */
    void awaitDeparture(Duration patience) {
        try {
            if (setup.leaves() && !letGo.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("pool '{}': {} leaves although others may need it", name(), setup.self());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // then without
        }
    }

    private void letGoIfAlone() {
        if (leaving != null && membership.isEmpty()) {
            letGo.countDown();
        }
    }

    /** The node leaves: gives back what is held, and lets nobody wait. */
    void close(LossReason why, Supplier<MeshlockException> answer) {
        submitAndWait(() -> {
            if (stopped == null) {
                desk.withdrawAll(answer); // first, or what is given back would be granted to them
                desk.loseAll(why);
                stop(answer);
            }
        });
    }

    /**
     * After {@link #close}: waits until no neighbour takes part with this node any longer, and so the last it said, that
     * permits are back, is on its way in front of the end of the link.
     */
    void awaitParting(Duration patience) {
        try {
            if (!parted.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("pool '{}': not all neighbours of {} heard that it leaves", name(), setup.self());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // then without farewell
        }
    }

    private void partIfAlone() {
        if (membership.isEmpty()) {
            parted.countDown();
        }
    }

    @Override
    void broken(Throwable cause) {
        if (stopped != null) {
            LOG.error("pool '{}' failed again at node {}", name(), setup.self(), cause);
            return;
        }
        LOG.error("pool '{}' stops at node {}", name(), setup.self(), cause);
        Supplier<MeshlockException> answer = () -> new PoolFailedException(name(), cause);
        desk.abandon(answer);
        stop(answer);
    }

    private void stop(Supplier<MeshlockException> answer) {
        stopped = answer;
        timers.cancel();
        recorder.close();
        PoolPort out = port;
        if (out != null) {
            out.close();
        }
        partIfAlone();
    }
}
