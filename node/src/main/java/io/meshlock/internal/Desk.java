package io.meshlock.internal;

import io.meshlock.LossReason;
import io.meshlock.MeshlockException;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cell's dealings with clients: who waits, who holds what, and for how long. Everything here runs in the cell's steps. */
final class Desk {

    private static final Instant LATEST = Instant.ofEpochMilli(io.meshlock.protocol.Request.NO_DEADLINE);
    private static final Instant EARLIEST = Instant.ofEpochMilli(-io.meshlock.protocol.Request.NO_DEADLINE);

    private final Cell cell;
    private final Protocol protocol;
    private final Effects effects;
    private final Recorder recorder;
    private final PoolStats stats;
    private final CellTimers timers;
    private final boolean hasTokens;
    private final Map<Long, Asking> waiting = new HashMap<>();
    private final HeldGrants held = new HeldGrants();
    private long lastSerial;
    private int tokensHere;

    /** The request of the step under way, until it has ended or waits. */
    private @Nullable Asking asking;

    /** Granted in the step under way, and given to its client as soon as the protocol has said for how long. */
    private @Nullable HeldGrant unleased;

    private @Nullable Asking unleasedFor;

    Desk(Cell cell, CellSetup setup, Protocol protocol, Effects effects, CellTimers timers) {
        this.cell = cell;
        this.protocol = protocol;
        this.effects = effects;
        this.recorder = setup.recorder();
        this.stats = cell.stats();
        this.timers = timers;
        this.hasTokens = setup.hasTokens();
        this.tokensHere = setup.tokens();
        stats.tokens.set(tokensHere);
    }

    // ---- what clients bring -----------------------------------------------------------------------------------------

    void ask(Asking newcomer) {
        Supplier<MeshlockException> refusal = cell.refusal();
        if (refusal != null) {
            newcomer.failed(refusal.get());
            return;
        }
        stats.requests.add(1);
        if (newcomer.isOnlyForNow() && tokensHere == 0 && hasTokens) {
            newcomer.withdrawn(); // nobody is asked, so nobody must be told
            return;
        }
        long now = cell.now();
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
        return new io.meshlock.protocol.Request(
                newcomer.id,
                newcomer.request.permits(),
                newcomer.request.priority().value(),
                millis(newcomer.request.deadline()));
    }

    private static long millis(@Nullable Instant deadline) {
        if (deadline == null || deadline.isAfter(LATEST)) {
            return io.meshlock.protocol.Request.NO_DEADLINE;
        }
        return (deadline.isBefore(EARLIEST) ? EARLIEST : deadline).toEpochMilli();
    }

    /** The client no longer wants it. If it has ended already, nothing happens. */
    void withdraw(long request) {
        if (!cell.isStopped() && waiting.containsKey(request)) {
            recorder.stepped();
            recorder.cancelled(request);
            protocol.cancel(cell.now(), request, effects);
        }
    }

    /** Nobody is to wait any longer, because of this. */
    void withdrawAll(Supplier<MeshlockException> answer) {
        List.copyOf(waiting.values()).forEach(asker -> {
            asker.fate = answer;
            withdraw(asker.id);
        });
    }

    /** The client closed its grant. */
    void release(HeldGrant grant) {
        if (!cell.isStopped()) {
            giveBack(grant, cell.now());
            cell.listeners().released(grant, cell);
        }
    }

    private void giveBack(HeldGrant grant, long now) {
        if (!grant.isListed()) {
            return; // the mesh gave it up while its client was closing it
        }
        forget(grant, now);
        recorder.stepped();
        recorder.released(grant.granted());
        protocol.release(now, grant.granted().number(), effects);
    }

    /** It is held no more. */
    private void forget(HeldGrant grant, long now) {
        held.remove(grant);
        stats.releases.add(1);
        stats.holdNanos.add(now - grant.since());
        stats.permitsHeld.add(-grant.permits());
    }

    // ---- what the protocol decides ----------------------------------------------------------------------------------

    void granted(Grant grant) {
        Asking asker = end(grant.request());
        long now = cell.now();
        HeldGrant given = new HeldGrant(cell, grant, asker.request.keepAlive(), now);
        if (given.needsAttention()) {
            timers.attendToLeasesIn(cell.leaseNanos() / 3);
        }
        held.add(given);
        stats.grants.add(1);
        stats.waitNanos.add(now - asker.since);
        stats.permitsHeld.add(grant.permits());
        recorder.granted(grant);
        if (cell.recovers()) {
            unleased = given;
            unleasedFor = asker;
        } else {
            give(asker, given);
        }
    }

    private void give(Asking asker, HeldGrant given) {
        cell.listeners().granted(given, cell);
        asker.granted(given);
    }

    void leased(long number, long validUntil) {
        HeldGrant grant = held.find(number);
        if (grant == null) {
            return; // its client closed it, and the release waits for its turn
        }
        grant.leasedUntil(validUntil);
        if (recorder != Recorder.NONE) {
            recorder.leased(number, validUntil - cell.now());
        }
        Asking asker = unleasedFor;
        if (asker != null && grant == unleased) {
            unleased = null;
            unleasedFor = null;
            give(asker, grant);
        }
    }

    /** Nobody else believes in the grant any more: it is not given back, it is gone. */
    void lost(long number) {
        HeldGrant grant = held.find(number);
        if (grant == null) {
            return;
        }
        long now = cell.now();
        LossReason why = grant.reasonOfLoss(now);
        recorder.grantLost(grant.granted());
        forget(grant, now);
        if (grant.lose(why)) {
            stats.losses.add(1);
            cell.listeners().lost(grant, why, cell);
        }
    }

    void rejected(long request, Rejection why) {
        recorder.rejected(request, why);
        end(request).failed(new IllegalArgumentException("pool '" + cell.name() + "': " + why.reason()));
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
        stats.tokens.lazySet(here);
        recorder.tokens(here);
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

    // ---- what time brings, and the end ------------------------------------------------------------------------------

    /** Looks after leases: renews those that are this node's to renew, and ends those that ran out. */
    void attendToLeases() {
        if (cell.isStopped()) {
            return;
        }
        long now = cell.now();
        held.forEach(grant -> {
            if (!grant.attend(now)) {
                lose(grant, LossReason.LEASE_EXPIRED, now);
            } else if (grant.needsAttention()) {
                timers.attendToLeasesIn(cell.leaseNanos() / 3);
            }
        });
    }

    /** Takes all grants away and gives their permits back. */
    void loseAll(LossReason why) {
        long now = cell.now();
        held.forEach(grant -> lose(grant, why, now));
    }

    /** If its client is just closing it, that is no loss; but the cell may have stopped before it hears of it. */
    private void lose(HeldGrant grant, LossReason why, long now) {
        boolean lost = grant.lose(why);
        giveBack(grant, now);
        if (lost) {
            stats.losses.add(1);
            cell.listeners().lost(grant, why, cell);
        }
    }

    /** The protocol is broken: answers everybody without it. */
    void abandon(Supplier<MeshlockException> answer) {
        Asking unlucky = asking;
        asking = null;
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
        held.forEach(grant -> {
            if (grant.lose(LossReason.POOL_FAILED)) {
                stats.losses.add(1);
                cell.listeners().lost(grant, LossReason.POOL_FAILED, cell);
            }
        });
    }
}
