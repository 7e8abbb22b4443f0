package io.meshlock.internal;

import io.meshlock.link.PoolLinks;
import io.meshlock.link.PoolPort;
import io.meshlock.link.PoolReceiver;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the protocol wants done in a pool at one node, done at once: every effect belongs to the step under way. Clients
 * are served by {@link ClientSessions}; messages, timers and what must survive a crash are here.
 */
final class PoolEffects extends ClientSessions {

    private static final Logger LOG = LoggerFactory.getLogger(PoolEffects.class);

    private final PoolSetup setup;
    private final Protocol protocol;
    private final PoolStats stats;
    private final PoolTimers timers;
    private final InstancePeers instancePeers;
    private final Departure departure;
    private final PoolJournal journal;

    private @Nullable PoolPort port;

    /** What the node takes the pool's size to be. */
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
        this.permits = protocol.permits(); // it may remember what an operator made of the pool
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

    /** Nothing more is done here. */
    void close() {
        timers.cancel();
        journal.close();
        PoolPort out = port;
        if (out != null) {
            out.close();
        }
    }

    // ---- the rest ---------------------------------------------------------------------------------------------------

    @Override
    public void setTimer(int timer, long delay) {
        timers.set(timer, delay);
    }

    /** Safe on disk when this returns. If that fails the pool stops here, before anybody hears of the promise. */
    @Override
    public void keep(DurableState durable) {
        setup.bootstrap().memory().keep(instancePeers.instance(), durable);
    }

    /** The next life of this node in the pool is to have a larger number. */
    @Override
    public void remember(int incarnation) {
        setup.lives().remember(setup.terms().name(), incarnation);
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        LOG.warn(
                "pool '{}': node {} made a new token, epoch {}: {}",
                setup.terms().name(),
                setup.self(),
                epoch,
                how);
        stats.recoveries.add(1);
        journal.recovered(epoch, how);
    }

    @Override
    public void resized(PoolSize size) {
        journal.resized(size);
        permits = size.permits();
        LOG.info("pool '{}' has {} permits now, says node {}", setup.terms().name(), size.permits(), size.node());
    }

    /**
     * A node that remembered a size that never came into force goes back to the old one, which is no change of the
     * pool's.
     */
    void followSize() {
        if (permits != protocol.permits()) {
            permits = protocol.permits();
        }
    }

    /** How many permits the pool has, as far as this node knows. May be asked by anybody. */
    int permits() {
        return permits;
    }

    @Override
    public void mayLeave() {
        departure.mayLeave();
    }
}
