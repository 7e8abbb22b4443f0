package io.meshlock.internal;

import io.meshlock.link.PoolLinks;
import io.meshlock.link.PoolPort;
import io.meshlock.link.PoolReceiver;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Performs the effects of a pool's protocol at one node, immediately: every effect belongs to the current step. {@link
 * ClientSessions} has the effects for clients; this class has messages, timers and durable state.
 */
final class PoolEffects extends ClientSessions implements EffectsAfterSync.Disk {

    private static final Logger LOG = LoggerFactory.getLogger(PoolEffects.class);

    /** How recovery ends its words about a token that was made with its holder's consent, and about the first. */
    private static final String TAKEN_OVER = "is taken over";

    private static final String FIRST = "the first token";

    private final PoolSetup setup;
    private final Protocol protocol;
    private final PoolStats stats;
    private final PoolTimers timers;
    private final InstancePeers instancePeers;
    private final Departure departure;
    private final PoolJournal journal;

    private @Nullable PoolPort port;

    /** An operator has ordered a new token. */
    private boolean ordered;

    /** This node's vote is lost, since its folder was put back to an earlier state. */
    private volatile boolean forgetful;

    private volatile long laterSelves;

    /** The pool's size, as far as this node knows. */
    private volatile int permits;

    PoolEffects(
            PoolSetup setup,
            Protocol protocol,
            PoolStats stats,
            Listeners listeners,
            PoolTimers timers,
            InstancePeers instancePeers,
            Departure departure) {
        super(setup, protocol, stats, listeners, timers);
        this.setup = setup;
        this.protocol = protocol;
        this.stats = stats;
        this.timers = timers;
        this.instancePeers = instancePeers;
        this.departure = departure;
        this.journal = setup.journal();
        this.permits = protocol.permits(); // not config.permits(): the pool may have been resized
    }

    // ---- links out --------------------------------------------------------------------------------------------------

    void open(PoolLinks links, PoolReceiver receiver) {
        if (setup.tokens() > 0) {
            journal.tokens(setup.tokens());
        }
        port = links.open(setup.terms(), receiver);
    }

    @Override
    public void send(int to, Message message) {
        PoolPort out = port;
        if (out != null) {
            stats.sent(message.type());
            journal.sent(to, message);
            out.send(to, instancePeers.instance(), message);
        }
    }

    /** What a neighbour said made this node fail: it loses its link. Called outside of steps. */
    void accuse(int neighbour) {
        PoolPort out = port;
        if (out != null) {
            out.accuse(neighbour);
        }
    }

    /** The next token is one that an operator has ordered. */
    void orderToken() {
        ordered = true;
    }

    /** Tells neighbours that do not take part, although they could, that the pool is used here. */
    void announceToAll() {
        PoolPort out = port;
        if (out != null) {
            out.announceToAll();
        }
    }

    /** Tells neighbours with other settings that this node has learnt the pool's instance. */
    void announceAgain() {
        PoolPort out = port;
        if (out != null) {
            out.announceAgain();
        }
    }

    /** Cancels timers, ends the journal and closes the port. */
    void close(boolean destroyed) {
        timers.cancel();
        journal.close();
        PoolPort out = port;
        if (out != null && destroyed) {
            out.destroy();
        } else if (out != null) {
            out.close();
        }
    }

    // ---- the rest ---------------------------------------------------------------------------------------------------

    @Override
    public void setTimer(int timer, long delay) {
        timers.set(timer, delay);
    }

    /**
     * The state is on disk when this returns. If writing fails, the pool stops before any other node learns of the
     * promise.
     */
    @Override
    public void keep(DurableState durable) {
        setup.bootstrap().memory().keep(instancePeers.instance(), durable);
    }

    @Override
    public boolean waitsForADisk() {
        return setup.bootstrap().memory().waitsForADisk();
    }

    @Override
    public void keepAndTell(DurableState durable, Consumer<@Nullable RuntimeException> told) {
        setup.bootstrap().memory().keepAndTell(instancePeers.instance(), durable, told);
    }

    /** Makes sure that the next incarnation of this node in the pool has a larger number. */
    @Override
    public void remember(int incarnation) {
        setup.incarnations().remember(setup.terms().name(), incarnation);
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        // Nothing was lost if the token's holder agreed, as when a voter leaves, or if it is the pool's first.
        boolean handedOn = !ordered && (how.endsWith(TAKEN_OVER) || how.endsWith(FIRST));
        ordered = false;
        LOG.atLevel(handedOn ? Level.INFO : Level.WARN)
                .log(
                        "pool '{}': node {} made a new token, epoch {}: {}",
                        setup.terms().name(),
                        setup.self(),
                        epoch,
                        how);
        if (!handedOn) {
            stats.recoveries.add(1);
        }
        journal.recovered(epoch, how);
    }

    @Override
    public void forgot() {
        forgetful = true;
        LOG.error(
                "pool '{}': other nodes remember promises of node {} that its state folder does not know, so the folder was"
                        + " put back to an earlier state, or another process uses a copy of it. This node's vote is lost; the"
                        + " pool goes on if a majority of the other voters is there",
                setup.terms().name(),
                setup.self());
    }

    /** Only steps count, one at a time. */
    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void heardOfLaterSelf() {
        laterSelves++;
    }

    /** How often others said that they have heard of a later incarnation of this node. Called by any thread. */
    long laterSelves() {
        return laterSelves;
    }

    /** True if this node has lost its vote because its folder was put back to an earlier state. Called by any thread. */
    boolean isForgetful() {
        return forgetful;
    }

    @Override
    public void resized(PoolSize size) {
        journal.resized(size);
        permits = size.permits();
        LOG.info(
                "pool '{}' has {} {} now, set by node {}",
                setup.terms().name(),
                size.permits(),
                size.permits() == 1 ? "permit" : "permits",
                size.node());
    }

    /**
     * Takes over the protocol's size. It differs without a call of {@link #resized} if this node had kept a size on
     * disk that never came into force.
     */
    void followSize() {
        if (permits != protocol.permits()) {
            permits = protocol.permits();
        }
    }

    /** How many permits the pool has, as far as this node knows. May be called by any thread. */
    int permits() {
        return permits;
    }

    @Override
    public void mayLeave() {
        departure.mayLeave();
    }
}
