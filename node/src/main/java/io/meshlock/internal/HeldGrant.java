package io.meshlock.internal;

import io.meshlock.Grant;
import io.meshlock.LossReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private final PoolRuntime runtime;
    private final io.meshlock.protocol.PermitGrant grant;
    private final boolean keepAlive;
    private final long since;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);

    /** With recovery: when the lease that the mesh knows of runs out, by this node's clock. Unused otherwise. */
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

    HeldGrant(PoolRuntime runtime, io.meshlock.protocol.PermitGrant grant, boolean keepAlive, long now) {
        this.runtime = runtime;
        this.grant = grant;
        this.keepAlive = keepAlive;
        this.since = now;
        this.validUntil = now; // until the protocol sets the lease, later in the same step
        this.renewBy = now + runtime.leaseNanos();
    }

    // ---- the runtime's side -----------------------------------------------------------------------------------------

    io.meshlock.protocol.PermitGrant granted() {
        return grant;
    }

    long since() {
        return since;
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
        return needsRenewal() ? Math.min(byMesh, renewBy - now) : byMesh;
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
        List<Integer> numbers = new ArrayList<>(grant.slots().count());
        for (int i = 0; i < grant.slots().count(); i++) {
            numbers.add(grant.slots().at(i));
        }
        return Collections.unmodifiableList(numbers);
    }

    @Override
    public boolean isValid() {
        return state.get() == State.HELD && (runtime.leaseNanos() == 0 || remainingNanos(runtime.now()) > 0);
    }

    @Override
    public Duration remaining() {
        if (state.get() != State.HELD) {
            return Duration.ZERO;
        }
        return runtime.leaseNanos() == 0 ? FOR_EVER : Duration.ofNanos(Math.max(0, remainingNanos(runtime.now())));
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
        runtime.executor().execute(() -> listener.accept(why));
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
