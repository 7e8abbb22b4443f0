package io.meshlock.internal;

import io.meshlock.Grant;
import io.meshlock.LossReason;
import io.meshlock.Request;
import io.meshlock.protocol.Slots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A grant that a client holds. As a step of the pool, it releases itself. */
final class HeldGrant implements Grant, SerialExecutor.Step {

    private enum State {
        HELD,
        CLOSED,
        LOST
    }

    /**
     * For how long it is held, in nanoseconds from a time of this node's clock.
     *
     * @param atMost 0 for no limit
     */
    private record Limits(long from, long atMost, long atLeast) {

        static @Nullable Limits of(long from, Duration maxHold, Duration minHold) {
            boolean none = maxHold.isZero() && minHold.isZero();
            return none ? null : new Limits(from, maxHold.toNanos(), minHold.toNanos());
        }

        /** How long it may still be held. */
        long most(long now) {
            return atMost == 0 ? Long.MAX_VALUE : atMost - (now - from);
        }

        /** How long it must still be held; 0 or less if it need not. */
        long least(long now) {
            return atLeast == 0 ? 0 : atLeast - (now - from);
        }
    }

    private final PoolRuntime runtime;

    /** What the client has. */
    private volatile io.meshlock.protocol.PermitGrant grant;

    /** What the mesh knows that it has; used in steps only. */
    private io.meshlock.protocol.PermitGrant granted;

    private final boolean keepAlive;
    private final String client;
    private final long since;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);

    /** Null if there are none. */
    private volatile @Nullable Limits limits;

    /** The timer that ends it, or gives it back; used in steps only. */
    @Nullable
    Future<?> timer;

    /**
     * With recovery: when the lease that the mesh knows of runs out, by this node's clock; over, until the protocol sets
     * it in the step that makes the grant. Unused otherwise.
     */
    private volatile long validUntil;

    /**
     * When the grant is lost unless it is renewed: by the client if it asked for keep-alive; by this node in a pool
     * with leases but no recovery. Unused otherwise.
     */
    private volatile long renewBy;

    // Guarded by this.
    private @Nullable LossReason lossReason;
    private List<Consumer<LossReason>> lossListeners = List.of();

    // The links of the runtime's list of grants: see HeldGrants.
    @Nullable
    HeldGrant next;

    @Nullable
    HeldGrant previous;

    boolean listed;

    HeldGrant(PoolRuntime runtime, io.meshlock.protocol.PermitGrant grant, Request request, long now) {
        this.runtime = runtime;
        this.grant = grant;
        this.granted = grant;
        this.keepAlive = request.keepAlive();
        this.client = request.client();
        this.since = now;
        // Others are left as they are where that is right: every grant passes here, and writes to volatile fields are
        // dear.
        Limits given = Limits.of(now, request.maxHold(), request.minHold());
        if (given != null) {
            limits = given;
        }
        if (needsRenewal()) {
            renewBy = now + runtime.leaseNanos();
        }
    }

    // ---- the runtime's side -----------------------------------------------------------------------------------------

    io.meshlock.protocol.PermitGrant granted() {
        return granted;
    }

    /** The client has given these slots back. */
    void giveBack(Slots back) {
        runtime.giveBack(this, back);
    }

    /** Takes slots away; returns them as a part of the grant. */
    io.meshlock.protocol.PermitGrant reduce(Slots back) {
        granted = granted.part(granted.slots().without(back));
        return granted.part(back);
    }

    long since() {
        return since;
    }

    /** What its client calls itself; empty if it has no name. */
    String client() {
        return client;
    }

    /** True while it is in the list of grants that this node holds. For use in steps only. */
    boolean isListed() {
        return listed;
    }

    @Override
    public void perform() {
        runtime.release(this);
    }

    /** Marks the grant as lost; false if it was closed first. */
    boolean lose(LossReason why) {
        if (!state.compareAndSet(State.HELD, State.LOST)) {
            return false;
        }
        List<Consumer<LossReason>> told;
        synchronized (this) {
            lossReason = why;
            told = lossListeners;
            lossListeners = List.of();
        }
        told.forEach(listener -> runtime.later(() -> tell(listener, why)));
        return true;
    }

    /** It was held for as long as it may be, unless it was extended. */
    void holdOver() {
        runtime.holdOver(this);
    }

    /** True if its client closed it. */
    boolean isClosed() {
        return state.get() == State.CLOSED;
    }

    /** True if it is neither closed nor lost. */
    boolean isOpen() {
        return state.get() == State.HELD;
    }

    /** How long it may still be held, in nanoseconds; the largest number if there is no limit. */
    long mayBeHeld(long now) {
        Limits given = limits;
        return given == null ? Long.MAX_VALUE : given.most(now);
    }

    /** How long it must still be held, in nanoseconds; 0 or less if it need not. */
    long mustBeHeld(long now) {
        Limits given = limits;
        return given == null ? 0 : given.least(now);
    }

    /** The mesh honours this grant until then. */
    void leasedUntil(long time) {
        validUntil = time;
    }

    /** True if the client, or this node for it, has to renew the grant regularly. */
    boolean needsRenewal() {
        return runtime.leaseNanos() != 0 && (keepAlive || !runtime.recovers());
    }

    /** Renews the grant if that is up to this node. False if the grant was not renewed in time. */
    synchronized boolean checkLease(long now) {
        if (!needsRenewal()) {
            return true;
        }
        if (now - renewBy >= 0) {
            return false;
        }
        if (!keepAlive) {
            renewBy = now + runtime.leaseNanos();
        }
        return true;
    }

    /** Nanoseconds for which it is valid without renewal; 0 or less if it is not. */
    private long remainingNanos(long now) {
        long byMesh = runtime.recovers() ? validUntil - now : Long.MAX_VALUE;
        long byLease = needsRenewal() ? Math.min(byMesh, renewBy - now) : byMesh;
        return Math.min(byLease, mayBeHeld(now));
    }

    /** Why the grant was lost, if the mesh gave it up. */
    LossReason reasonOfLoss(long now) {
        return validUntil - now <= 0 ? LossReason.LEASE_EXPIRED : LossReason.GIVEN_UP;
    }

    // ---- the client's side ------------------------------------------------------------------------------------------

    @Override
    public String pool() {
        return runtime.name();
    }

    @Override
    public int permits() {
        return grant.permits();
    }

    @Override
    public long fencingToken() {
        if (!runtime.isFenced()) {
            throw new UnsupportedOperationException("pool '" + pool() + "': algorithm '"
                    + runtime.config().algorithm() + "' does not number grants over the whole mesh");
        }
        return grant.number();
    }

    @Override
    public String fence() {
        return PoolInstanceId.fence(runtime.poolInstance(), fencingToken());
    }

    @Override
    public List<Integer> slots() {
        return Arrays.stream(grant.slots().toArray()).boxed().toList();
    }

    @Override
    public boolean isValid() {
        return isOpen() && remainingNanos(runtime.now()) > 0;
    }

    @Override
    public Duration remaining() {
        if (!isOpen()) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, remainingNanos(runtime.now())));
    }

    @Override
    public synchronized boolean renew() {
        if (!isValid()) {
            return false;
        }
        if (runtime.leaseNanos() != 0) {
            renewBy = runtime.now() + runtime.leaseNanos();
        }
        return true;
    }

    @Override
    public boolean extend(Duration maxHold, Duration minHold) {
        Request checked = Request.ONE.maxHold(maxHold).minHold(minHold);
        synchronized (this) {
            if (!isValid()) {
                return false;
            }
            limits = Limits.of(runtime.now(), checked.maxHold(), checked.minHold());
        }
        runtime.submit(() -> runtime.watchHold(this));
        return true;
    }

    @Override
    public boolean release(int permits) {
        Slots back;
        boolean whole;
        synchronized (this) {
            if (permits < 1 || permits > permits()) {
                throw new IllegalArgumentException(
                        "pool '" + pool() + "': a grant of " + permits() + " cannot give back " + permits);
            }
            whole = permits == permits();
            if (!whole && !runtime.amends()) {
                throw new UnsupportedOperationException("pool '" + pool() + "': grants of algorithm '"
                        + runtime.config().algorithm() + "' come back whole");
            }
            if (!isValid()) {
                return false;
            }
            back = whole ? Slots.NONE : grant.slots().highest(permits);
            grant = whole ? grant : grant.part(grant.slots().without(back));
        }
        if (whole) {
            close();
        } else {
            runtime.submit(() -> giveBack(back));
        }
        return true;
    }

    @Override
    public void onLost(Consumer<LossReason> listener) {
        LossReason why;
        synchronized (this) {
            why = lossReason;
            if (why == null) {
                List<Consumer<LossReason>> more = new ArrayList<>(lossListeners);
                more.add(listener);
                lossListeners = more;
                return;
            }
        }
        tell(listener, why);
    }

    private void tell(Consumer<LossReason> listener, LossReason why) {
        runtime.lossExecutor().execute(() -> listener.accept(why));
    }

    @Override
    public void close() {
        if (state.compareAndSet(State.HELD, State.CLOSED)) {
            runtime.submit(this);
        }
    }

    /** As {@code docks#17[1, 2]}. */
    @Override
    public String toString() {
        return pool() + "#" + grant.number() + grant.slots();
    }
}
