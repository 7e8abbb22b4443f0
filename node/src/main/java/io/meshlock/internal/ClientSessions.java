package io.meshlock.internal;

import io.meshlock.LossReason;
import io.meshlock.MeshlockException;
import io.meshlock.internal.PendingRequest.Patience;
import io.meshlock.link.wire.PoolClaim;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The clients of a pool at one node: pending requests, and grants with their leases. Performs the effects of the
 * protocol that concern clients; {@link PoolEffects} performs the others. All methods run in steps of the pool, and
 * none after the pool has stopped.
 */
abstract class ClientSessions implements Effects {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSessions.class);

    private static final Instant LATEST = Instant.ofEpochMilli(io.meshlock.protocol.PermitRequest.NO_DEADLINE);
    private static final Instant EARLIEST = Instant.ofEpochMilli(-io.meshlock.protocol.PermitRequest.NO_DEADLINE);

    private final String pool;
    private final Protocol protocol;
    private final LongSupplier clock;
    private final PoolJournal journal;
    private final PoolStats stats;
    private final Listeners listeners;
    private final PoolTimers timers;
    private final long leaseNanos;
    private final boolean recovers;
    private final boolean hasTokens;
    private final boolean answersTries;

    /** What to add to this node's clock for the time of day, for people: the same for all, so that reports do not change. */
    private final long wallOffsetMillis;

    private final Map<Long, PendingRequest> waiting = new HashMap<>();
    private final HeldGrants held = new HeldGrants();
    private int lastSerial;
    private int tokensHere;

    /** The time of the current input of the protocol, by this node's clock, which is dear to read. */
    private long now;

    /** The new request of the current step, until it has ended or waits. */
    private @Nullable PendingRequest pending;

    /** Granted in the current step; given to its client as soon as the protocol has set the lease. */
    private @Nullable HeldGrant unleased;

    private @Nullable PendingRequest unleasedFor;

    ClientSessions(PoolSetup setup, Protocol protocol, PoolStats stats, Listeners listeners, PoolTimers timers) {
        this.pool = setup.terms().name();
        this.protocol = protocol;
        this.clock = setup.clock();
        this.journal = setup.journal();
        this.stats = stats;
        this.listeners = listeners;
        this.timers = timers;
        this.leaseNanos = setup.config().lease().toNanos();
        this.recovers = setup.recovers();
        this.hasTokens = setup.hasTokens();
        this.answersTries = setup.answersTries();
        this.wallOffsetMillis = InstantSource.system().millis() - TimeUnit.NANOSECONDS.toMillis(clock.getAsLong());
        this.tokensHere = setup.tokens();
        stats.tokens.set(tokensHere);
    }

    // ---- calls of clients -------------------------------------------------------------------------------------------

    /** The next input of the protocol begins; returns its time. */
    final long step() {
        return step(clock.getAsLong());
    }

    private long step(long time) {
        now = time;
        journal.stepped();
        return time;
    }

    /** Takes a new request. When this returns, it is granted, withdrawn or rejected, or waits. */
    final void request(PendingRequest newcomer, long time) {
        stats.requests.add(1);
        boolean immediate = isImmediate(newcomer);
        if (immediate && tokensHere == 0 && hasTokens) {
            newcomer.withdrawn(); // the protocol has not seen it
            return;
        }
        newcomer.id = Key.requestNumber(protocol.node(), ++lastSerial);
        newcomer.since = time;
        pending = newcomer;
        step(time);
        io.meshlock.protocol.PermitRequest request = protocolRequest(newcomer);
        journal.requested(request);
        protocol.request(time, request, this);
        if (pending != null && immediate) {
            journal.cancelled(newcomer.id);
            protocol.cancel(time, newcomer.id, this);
        }
        if (pending != null) {
            waiting.put(newcomer.id, newcomer);
            stats.waiting.add(1);
            pending = null;
        }
    }

    /** True if nobody else is asked: the client wants it so, or the algorithm's nodes do not answer. */
    private boolean isImmediate(PendingRequest newcomer) {
        return switch (newcomer.patience()) {
            case UNTIL_GRANTED -> false;
            case ONE_ANSWER -> !answersTries;
            case NONE -> true;
        };
    }

    private static io.meshlock.protocol.PermitRequest protocolRequest(PendingRequest newcomer) {
        return new io.meshlock.protocol.PermitRequest(
                newcomer.id,
                newcomer.request.permits(),
                newcomer.request.priority().value(),
                millis(newcomer.request.deadline()),
                newcomer.patience() == Patience.ONE_ANSWER);
    }

    private static long millis(@Nullable Instant deadline) {
        if (deadline == null || deadline.isAfter(LATEST)) {
            return io.meshlock.protocol.PermitRequest.NO_DEADLINE;
        }
        return (deadline.isBefore(EARLIEST) ? EARLIEST : deadline).toEpochMilli();
    }

    /** Who holds and who waits here, of those clients that have a name: the oldest ones, and not more than so many. */
    final List<PoolClaim> claims(int most) {
        List<PoolClaim> claims = new ArrayList<>();
        held.forEach(grant -> {
            if (!grant.client().isEmpty() && claims.size() < most) {
                claims.add(claim(grant.client(), grant.permits(), false, grant.since()));
            }
        });
        waiting.values().stream()
                .filter(asker -> !asker.request.client().isEmpty())
                .sorted(Comparator.comparingLong(asker -> asker.id))
                .limit(most - claims.size())
                .forEach(
                        asker -> claims.add(claim(asker.request.client(), asker.request.permits(), true, asker.since)));
        return claims;
    }

    private PoolClaim claim(String client, int permits, boolean waits, long since) {
        return new PoolClaim(
                PoolClaim.told(client),
                permits,
                waits,
                Math.max(0, wallOffsetMillis + TimeUnit.NANOSECONDS.toMillis(since)));
    }

    /** Withdraws a request; does nothing if it has ended already. */
    final void withdraw(long request) {
        if (waiting.containsKey(request)) {
            long time = step();
            journal.cancelled(request);
            protocol.cancel(time, request, this);
        }
    }

    /** Withdraws all waiting requests; they fail with this exception. */
    final void withdrawAll(Supplier<MeshlockException> answer) {
        List.copyOf(waiting.values()).forEach(asker -> {
            asker.failure = answer;
            withdraw(asker.id);
        });
    }

    /** The client closed its grant: it is given back as soon as it was held for long enough. */
    final void release(HeldGrant grant) {
        long time = clock.getAsLong();
        if (grant.isListed() && isKept(grant, time)) {
            return;
        }
        giveBack(grant, time);
        if (grant.isClosed()) {
            listeners.released(grant);
        }
    }

    /** True if a grant that is closed or lost must be held for longer; then a timer releases it. */
    private boolean isKept(HeldGrant grant, long time) {
        long rest = grant.mustBeHeld(time);
        if (rest <= 0) {
            return false;
        }
        timers.replace(grant, grant, rest);
        return true;
    }

    /** Ends the grant in time, if it may not be held for ever. */
    final void watchHold(HeldGrant grant) {
        long rest = grant.mayBeHeld(clock.getAsLong());
        if (rest != Long.MAX_VALUE && grant.isListed() && grant.isOpen()) {
            timers.replace(grant, grant::holdOver, Math.max(0, rest));
        }
    }

    /** Takes back a grant that was held for as long as it may be. */
    final void endHold(HeldGrant grant) {
        long time = clock.getAsLong();
        if (!grant.isListed() || !grant.isOpen()) {
            return;
        }
        if (grant.mayBeHeld(time) > 0) {
            watchHold(grant); // it was extended meanwhile
        } else {
            takeBack(grant, LossReason.MAX_HOLD, time);
        }
    }

    /** The client gives back some permits of its grant: as soon as they were held for long enough. */
    final void giveBackSome(HeldGrant grant, Slots slots) {
        if (!grant.isListed()) {
            return; // all of it came back meanwhile
        }
        long time = clock.getAsLong();
        long rest = grant.mustBeHeld(time);
        if (rest > 0) {
            timers.callIn(rest, () -> grant.giveBack(slots));
            return;
        }
        PermitGrant part = grant.reduce(slots);
        stats.permitsHeld.add(-part.permits());
        step(time);
        journal.givenBack(part);
        protocol.giveBack(time, part.number(), slots, this);
    }

    /** The mesh is to keep the grant for as long as it must be held, whatever becomes of this node. */
    final void announceHold(HeldGrant grant) {
        long time = clock.getAsLong();
        long rest = grant.mustBeHeld(time);
        if (rest > 0 && recovers && grant.isListed()) {
            protocol.keep(step(time), grant.granted().number(), rest, this);
        }
    }

    /** This node goes, and leaves a grant to the mesh that must be held for longer. */
    private void leaveBehind(HeldGrant grant, long time) {
        forget(grant, time);
        step(time);
        journal.released(grant.granted());
        protocol.abandon(time, grant.granted().number(), this);
    }

    private void giveBack(HeldGrant grant, long time) {
        if (!grant.isListed()) {
            return; // the mesh gave it up while its client was closing it
        }
        forget(grant, time);
        step(time);
        journal.released(grant.granted());
        protocol.release(time, grant.granted().number(), this);
    }

    /** Removes a grant that has ended from the list and counts it. */
    private void forget(HeldGrant grant, long time) {
        held.remove(grant);
        timers.cancel(grant);
        stats.releases.add(1);
        stats.holdNanos.add(time - grant.since());
        stats.holds.add(time - grant.since());
        stats.permitsHeld.add(-grant.granted().permits());
    }

    // ---- effects of the protocol ------------------------------------------------------------------------------------

    @Override
    public final void granted(PermitGrant grant) {
        PendingRequest asker = end(grant.request());
        boolean limited =
                !asker.request.maxHold().isZero() || !asker.request.minHold().isZero();
        long time = limited ? clock.getAsLong() : now; // it is held from now on, not from the beginning of this step
        HeldGrant given = new HeldGrant(asker.runtime, grant, asker.request, time);
        if (given.needsRenewal()) {
            timers.checkLeasesIn(leaseNanos / 3);
        }
        held.add(given);
        if (limited) {
            watchHold(given);
        }
        if (!asker.request.minHold().isZero()) {
            asker.runtime.submit(() -> asker.runtime.announceHold(given));
        }
        stats.grants.add(1);
        stats.waitNanos.add(time - asker.since);
        stats.waits.add(time - asker.since);
        stats.permitsHeld.add(grant.permits());
        journal.granted(grant);
        if (recovers) {
            unleased = given;
            unleasedFor = asker;
        } else {
            give(asker, given);
        }
    }

    private void give(PendingRequest asker, HeldGrant given) {
        listeners.granted(given);
        asker.granted(given);
    }

    @Override
    public final void leased(long number, long validUntil) {
        HeldGrant grant = held.find(number);
        if (grant == null) {
            return; // its client closed it, and the release is still queued
        }
        grant.leasedUntil(validUntil);
        if (journal != PoolJournal.NONE) {
            journal.leased(number, validUntil - clock.getAsLong());
        }
        PendingRequest asker = unleasedFor;
        if (asker != null && grant == unleased) {
            unleased = null;
            unleasedFor = null;
            give(asker, grant);
        }
    }

    /** The mesh gave the grant up: it is removed here and not released. */
    @Override
    public final void lost(long number) {
        HeldGrant grant = held.find(number);
        if (grant == null) {
            return;
        }
        long time = clock.getAsLong();
        LossReason why = grant.reasonOfLoss(time);
        journal.grantLost(grant.granted());
        forget(grant, time);
        lose(grant, why);
    }

    @Override
    public final void rejected(long request, Rejection why) {
        journal.rejected(request, why);
        end(request).failed(new IllegalArgumentException("pool '" + pool + "': " + why.reason()));
    }

    @Override
    public final void withdrawn(long request) {
        journal.withdrawn(request);
        stats.withdrawals.add(1);
        PendingRequest asker = end(request);
        if (asker.failure == null) {
            asker.withdrawn();
        } else {
            asker.failed(asker.failure.get());
        }
    }

    @Override
    public final void waiting(long request, Key key) {
        journal.waiting(request, key);
    }

    @Override
    public final void decided(long number, Key key) {
        journal.decided(number, key);
    }

    /** The number of tokens here: without one, requests that must not wait fail at once. */
    @Override
    public final void tokens(int here) {
        tokensHere = here;
        stats.tokens.lazySet(here);
        journal.tokens(here);
    }

    /** Removes a request that has ended. */
    private PendingRequest end(long request) {
        PendingRequest current = pending;
        if (current != null && current.id == request) {
            pending = null;
            return current;
        }
        PendingRequest ended = waiting.remove(request);
        if (ended == null) {
            throw new IllegalStateException("request " + request + " does not wait");
        }
        stats.waiting.add(-1);
        return ended;
    }

    // ---- leases, and the end ----------------------------------------------------------------------------------------

    /** Renews the leases that this node has to renew, and ends the grants whose leases ran out. */
    final void checkLeases() {
        long time = clock.getAsLong();
        held.forEach(grant -> {
            if (grant.isOpen() && grant.mayBeHeld(time) <= 0) {
                takeBack(grant, LossReason.MAX_HOLD, time);
            } else if (grant.isOpen() && !grant.checkLease(time)) {
                takeBack(grant, LossReason.LEASE_EXPIRED, time);
            } else if (grant.needsRenewal()) {
                timers.checkLeasesIn(leaseNanos / 3);
            }
        });
    }

    /**
     * Takes all grants away and gives their permits back, or leaves them to the mesh: a node that holds something cannot
     * leave in good order.
     */
    final void loseAll(LossReason why) {
        long time = clock.getAsLong();
        held.forEach(grant -> takeBack(grant, why, time));
    }

    /**
     * Ends a grant. If its client is closing it at the same time, it does not count as lost, but is released here
     * anyway.
     */
    private void takeBack(HeldGrant grant, LossReason why, long time) {
        boolean lost = grant.lose(why);
        if (why == LossReason.MESH_CLOSED && recovers && grant.mustBeHeld(time) > 0) {
            leaveBehind(grant, time);
        } else if (why != LossReason.LEASE_EXPIRED || !isKept(grant, time)) {
            giveBack(grant, time);
        }
        if (lost) {
            tellLoss(grant, why);
        }
    }

    private void lose(HeldGrant grant, LossReason why) {
        if (grant.lose(why)) {
            tellLoss(grant, why);
        }
    }

    private void tellLoss(HeldGrant grant, LossReason why) {
        stats.losses.add(1);
        LOG.atLevel(why == LossReason.MESH_CLOSED ? Level.INFO : Level.WARN)
                .log(
                        "pool '{}': {} lost {} permit(s), fencing token {}: {}",
                        pool,
                        grant.client().isEmpty() ? "a client" : "'" + grant.client() + "'",
                        grant.permits(),
                        grant.fencingToken(),
                        why.text());
        listeners.lost(grant, why);
    }

    /** Fails all requests and loses all grants without using the protocol, which is broken or over. */
    final void abandon(Supplier<MeshlockException> answer, LossReason why) {
        PendingRequest unlucky = pending;
        pending = null;
        if (unlucky != null) {
            unlucky.failed(answer.get());
        }
        if (unleasedFor != null) {
            unleasedFor.failed(answer.get());
            unleasedFor = null;
        }
        waiting.values().forEach(asker -> asker.failed(answer.get()));
        waiting.clear();
        stats.waiting.set(0);
        held.forEach(grant -> lose(grant, why));
    }
}
