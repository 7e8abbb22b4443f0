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

/** A grant in a client's hands. As a step, it is its own release. */
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

    /** When the lease runs out that the mesh believes in, by this node's clock; means nothing without recovery. */
    private volatile long validUntil;

    /**
     * When the grant is lost unless its client shows that it lives, or, in a pool that has a lease but no recovery, this node
     * does. Means nothing otherwise.
     */
    private volatile long renewBy;

    // Guarded by this.
    private @Nullable LossReason lossReason;
    private List<Consumer<LossReason>> lossListeners = List.of();

    // The runtime's list of what is held: see HeldGrants.
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
        this.validUntil = now; // until the protocol says more, in this very step
        this.renewBy = now + runtime.leaseNanos();
    }

    // ---- the runtime's side -----------------------------------------------------------------------------------------

    io.meshlock.protocol.PermitGrant granted() {
        return grant;
    }

    long since() {
        return since;
    }

    /** True while it is among what this node holds; to be asked in steps. */
    boolean isListed() {
        return listed;
    }

    @Override
    public void perform() {
        runtime.release(this);
    }

    /** Takes the grant away; false if it was closed first. */
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

    /** The mesh believes in this grant until then. */
    void leasedUntil(long time) {
        validUntil = time;
    }

    /** True if somebody here has to show again and again that the client, or this process, lives. */
    boolean needsAttention() {
        return runtime.leaseNanos() != 0 && (keepAlive || !runtime.recovers());
    }

    /** The node looks after its grants: renews what is its own to renew. False if the time for that has run out. */
    synchronized boolean attend(long now) {
        if (!needsAttention()) {
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

    /** Nanoseconds for which it is valid if nobody renews it; 0 or less if it is not. */
    private long remainingNanos(long now) {
        long byMesh = runtime.recovers() ? validUntil - now : Long.MAX_VALUE;
        return needsAttention() ? Math.min(byMesh, renewBy - now) : byMesh;
    }

    /** Why a grant that the mesh gave up was lost. */
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
