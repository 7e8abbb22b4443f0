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
import io.meshlock.link.spi.Peer;
import io.meshlock.protocol.Check;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
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
    private final Listeners listeners;
    private final CellTimers timers;
    private final Membership membership;
    private final Map<Long, Asking> waiting = new HashMap<>();
    private final HeldGrants held = new HeldGrants();
    private final long leaseNanos;

    private final CountDownLatch parted = new CountDownLatch(1);

    private @Nullable PoolPort port;
    private long lastSerial;
    private int tokensHere;

    /** The request of the step under way, until it has ended or waits. */
    private @Nullable Asking asking;

    /** Why this cell does nothing any more. */
    private volatile @Nullable Supplier<MeshlockException> stopped;

    /** Who has the pool under other terms, while this node takes part with nobody. */
    private volatile @Nullable Supplier<MeshlockException> conflict;

    Cell(CellSetup setup) {
        super(setup.scheduler());
        this.setup = setup;
        this.protocol = setup.protocol();
        this.recorder = setup.recorder();
        this.listeners = new Listeners(setup.executor());
        this.timers = new CellTimers(this, setup.scheduler());
        this.membership = new Membership(setup.self(), name(), setup.founder() ? Epoch.founded() : Epoch.UNKNOWN);
        this.leaseNanos = setup.config().lease().toNanos();
        this.tokensHere = setup.tokens();
    }

    /** Takes part from now on. Steps that links bring meanwhile wait until the port is there. */
    void open(PoolLinks links) {
        Check.invariant(tryEnter(), "a new cell is free");
        try {
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

    PoolTerms terms() {
        return setup.terms();
    }

    long leaseNanos() {
        return leaseNanos;
    }

    /** This node's own clock, in nanoseconds from some moment on. */
    long now() {
        return setup.clock().getAsLong();
    }

    PoolStats stats() {
        return stats;
    }

    Listeners listeners() {
        return listeners;
    }

    /** Where other people's code runs. */
    Executor executor() {
        return setup.executor();
    }

    Recorder recorder() {
        return recorder;
    }

    /** True if it shares its pool with nobody because its terms are not the mesh's. */
    boolean isInConflict() {
        return conflict != null;
    }

    // ---- steps: clients ---------------------------------------------------------------------------------------------

    void ask(Asking newcomer) {
        Supplier<MeshlockException> refusal = stopped != null ? stopped : conflict;
        if (refusal != null) {
            newcomer.failed(refusal.get());
            return;
        }
        stats.requests.add(1);
        if (newcomer.isOnlyForNow() && tokensHere == 0 && setup.hasTokens()) {
            newcomer.withdrawn(); // nobody is asked, so nobody must be told
            return;
        }
        long now = now();
        newcomer.id = (++lastSerial << (Integer.SIZE - 1)) | protocol.node();
        newcomer.since = now;
        asking = newcomer;
        recorder.stepped();
        io.meshlock.protocol.Request request = request(newcomer);
        recorder.requested(request);
        protocol.request(now, request, effects);
        if (asking != null && newcomer.isOnlyForNow()) {
            recorder.cancelled(newcomer.id);
            protocol.cancel(now, newcomer.id, effects);
        }
        if (asking != null) {
            waiting.put(newcomer.id, newcomer);
            stats.waiting.add(1);
            asking = null;
        }
    }

    private static io.meshlock.protocol.Request request(Asking newcomer) {
        Instant deadline = newcomer.request.deadline();
        return new io.meshlock.protocol.Request(
                newcomer.id,
                newcomer.request.permits(),
                newcomer.request.priority().value(),
                deadline == null ? io.meshlock.protocol.Request.NO_DEADLINE : deadline.toEpochMilli());
    }

    /** The client no longer wants it. If it has ended already, nothing happens. */
    void withdraw(long request) {
        if (stopped == null && waiting.containsKey(request)) {
            recorder.stepped();
            recorder.cancelled(request);
            protocol.cancel(now(), request, effects);
        }
    }

    /** The client closed its grant. */
    void release(HeldGrant grant) {
        if (stopped == null) {
            giveBack(grant, now());
            listeners.released(grant, this);
        }
    }

    private void giveBack(HeldGrant grant, long now) {
        held.remove(grant);
        stats.releases.add(1);
        stats.holdNanos.add(now - grant.since());
        stats.permitsHeld.add(-grant.permits());
        recorder.stepped();
        recorder.released(grant.granted());
        protocol.release(now, grant.granted().number(), effects);
    }

    /** Looks after leases: renews those that are this node's to renew, and ends those that ran out. */
    void attendToLeases() {
        if (stopped != null) {
            return;
        }
        long now = now();
        held.forEach(grant -> {
            if (!grant.attend(now)) {
                lose(grant, LossReason.LEASE_EXPIRED, now);
            }
        });
        if (!held.isEmpty()) {
            timers.attendToLeasesIn(leaseNanos / 3);
        }
    }

    private void lose(HeldGrant grant, LossReason why, long now) {
        if (grant.lose(why)) {
            stats.losses.add(1);
            giveBack(grant, now);
            listeners.lost(grant, why, this);
        }
    }

    // ---- steps: effects of the protocol -----------------------------------------------------------------------------

    void send(int to, Message message) {
        PoolPort out = port;
        if (out != null) {
            stats.sent(message.type());
            recorder.sent(to, message);
            out.send(to, membership.epoch(), message);
        }
    }

    void granted(Grant grant) {
        Asking asker = end(grant.request());
        long now = now();
        HeldGrant given = new HeldGrant(this, grant, asker.request.keepAlive(), now);
        if (leaseNanos != 0 && held.isEmpty()) {
            timers.attendToLeasesIn(leaseNanos / 3);
        }
        held.add(given);
        stats.grants.add(1);
        stats.waitNanos.add(now - asker.since);
        stats.permitsHeld.add(grant.permits());
        recorder.granted(grant);
        listeners.granted(given, this);
        asker.granted(given);
    }

    void rejected(long request, Rejection why) {
        recorder.rejected(request, why);
        end(request).failed(new IllegalArgumentException("pool '" + name() + "': " + why.reason()));
    }

    void withdrawn(long request) {
        recorder.withdrawn(request);
        stats.withdrawals.add(1);
        Asking asker = end(request);
        if (asker.fate == null) {
            asker.withdrawn();
        } else {
            asker.failed(asker.fate.get());
        }
    }

    void tokens(int here) {
        tokensHere = here;
        recorder.tokens(here);
    }

    void setTimer(int timer, long delay) {
        timers.set(timer, delay);
    }

    /** The request ends here and now. */
    private Asking end(long request) {
        Asking current = asking;
        if (current != null && current.id == request) {
            asking = null;
            return current;
        }
        Asking ended = waiting.remove(request);
        if (ended == null) {
            throw new IllegalStateException("request " + request + " does not wait");
        }
        stats.waiting.add(-1);
        return ended;
    }

    // ---- steps: timers and links ------------------------------------------------------------------------------------

    void timerFired(int timer) {
        if (stopped == null) {
            recorder.stepped();
            protocol.timerFired(now(), timer, effects);
        }
    }

    @Override
    public long epoch() {
        return membership.epoch();
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
            if (stopped != null) {
                partIfAlone();
            } else if (tookPart) {
                lostLink(peer.number());
            }
        });
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
        if (stopped != null || !membership.has(peer)) {
            return;
        }
        if (!membership.accepts(peer, epoch)) {
            lostLink(peer);
            return;
        }
        recorder.stepped();
        recorder.delivered(peer, message);
        protocol.receive(now(), peer, message, effects);
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
            withdrawAll(conflict);
        });
    }

    private void withdrawAll(Supplier<MeshlockException> answer) {
        List.copyOf(waiting.values()).forEach(asker -> {
            asker.fate = answer;
            withdraw(asker.id);
        });
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** The node leaves: gives back what is held, and lets nobody wait. */
    void close(LossReason why, Supplier<MeshlockException> answer) {
        submitAndWait(() -> {
            if (stopped == null) {
                withdrawAll(answer); // first, or what is given back would be granted to them
                long now = now();
                held.forEach(grant -> lose(grant, why, now));
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
        Asking unlucky = asking;
        asking = null;
        if (unlucky != null) {
            unlucky.failed(answer.get());
        }
        held.forEach(grant -> {
            if (grant.lose(LossReason.POOL_FAILED)) {
                listeners.lost(grant, LossReason.POOL_FAILED, this);
            }
        });
        stop(answer);
    }

    private void stop(Supplier<MeshlockException> answer) {
        stopped = answer;
        waiting.values().forEach(asker -> asker.failed(answer.get()));
        waiting.clear();
        timers.cancel();
        recorder.close();
        PoolPort out = port;
        if (out != null) {
            out.close();
        }
        partIfAlone();
    }
}
