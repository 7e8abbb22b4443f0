package io.meshlock.internal;

import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.RecoveryStatus;
import java.util.concurrent.TimeUnit;

/**
 * Whether anybody uses a pool at this node: neighbours that left it are woken while requests wait here, and this node
 * leaves it when nobody has used it for long. Everything but {@link #isUnused} runs in a step of the pool.
 */
final class PoolUse {

    /** How often neighbours that do not take part are told that requests wait here. */
    private static final long WAKE_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long a node tries to leave a pool that nobody uses: to try is to talk, and idle pools are silent. */
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PoolRuntime pool;
    private final Protocol protocol;
    private final PoolStats stats;
    private final PoolTimers timers;
    private final Departure departure;
    private final InstancePeers instancePeers;
    private final PoolEffects effects;

    /** When a client or a neighbour last used the pool here. */
    private volatile long lastUse;

    private long lastWake;
    private boolean waking;

    /** This node is leaving the pool because nobody uses it here. */
    private boolean leaves;

    PoolUse(
            PoolRuntime pool,
            Protocol protocol,
            PoolStats stats,
            PoolTimers timers,
            Departure departure,
            InstancePeers instancePeers,
            PoolEffects effects) {
        this.pool = pool;
        this.protocol = protocol;
        this.stats = stats;
        this.timers = timers;
        this.departure = departure;
        this.instancePeers = instancePeers;
        this.effects = effects;
        lastUse = pool.now();
        lastWake = lastUse; // opening it tells them
    }

    /** A client uses the pool: if this node was leaving it, it comes back. Returns the time. */
    long byClient() {
        long now = pool.now();
        lastUse = now;
        if (leaves) {
            leaves = false;
            departure.whenItMay(null);
            protocol.comeBack(effects.step(), effects);
        }
        return now;
    }

    /** A neighbour uses the pool, and a message of its use passes here. */
    void byNeighbour(long now) {
        lastUse = now;
    }

    /**
     * While requests wait, neighbours that left the pool because nobody used it are asked to take part again, once per
     * pause.
     */
    void wakeNeighbours() {
        if (pool.isStopped() || waking || stats.waiting.get() == 0) {
            return;
        }
        if (pool.now() - lastWake >= WAKE_PAUSE_NANOS) {
            lastWake = pool.now();
            effects.announceToAll();
        }
        waking = true;
        timers.callIn(WAKE_PAUSE_NANOS, () -> {
            waking = false;
            wakeNeighbours();
        });
    }

    /** True if nobody has used the pool here for so long. May be called by any thread. */
    boolean isUnused(long nanos) {
        return stats.waiting.get() == 0 && stats.permitsHeld.get() == 0 && pool.now() - lastUse >= nanos;
    }

    /**
     * Leaves the pool, which nobody uses here.
     *
     * @param last true if this node is to be the last that has it: it leaves it to nobody, and parks it once the others
     *     have gone
     */
    void end(boolean last) {
        if (leaves) {
            return;
        }
        if (!last && !instancePeers.isEmpty()) {
            leaves = true;
            timers.callIn(LEAVE_NANOS, this::stay);
            departure.whenItMay(() -> pool.later(() -> pool.submit(this::leaveNow)));
            protocol.leave(effects.step(), effects);
        } else if (last && instancePeers.isEmpty() && isOnlyVoter()) {
            pool.retire(true);
        }
    }

    /** The others still need this node: it tries again when the pool was unused for another while. */
    private void stay() {
        if (!pool.isStopped() && leaves) {
            byClient();
        }
    }

    private void leaveNow() {
        if (leaves && !pool.isStopped()) {
            pool.retire(pool.isSeated());
        }
    }

    /** True if the token is here, and nobody else votes. */
    private boolean isOnlyVoter() {
        RecoveryStatus status = protocol.status(pool.now());
        return status != null
                && status.token()
                && status.view().seats().size() == 1
                && status.view().seats().get(0).node() == protocol.node();
    }
}
