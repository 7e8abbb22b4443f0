package io.meshlock.internal;

import io.meshlock.Grant;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.PoolListener;
import io.meshlock.PoolStatistics;
import io.meshlock.PoolStatus;
import io.meshlock.RecoveryPlan;
import io.meshlock.Request;
import io.meshlock.internal.PendingRequest.Patience;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.registry.Algorithms;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The public view of a pool: checks requests and passes them to the pool's runtime. */
final class Pool implements PermitPool {

    private final Guarantees guarantees;
    private final PoolLock lock = PoolLock.of(this);
    private final PoolOwner owner;
    private volatile PoolRuntime runtime;

    /** True if the program has opened it here with these settings; false if this node has them from a neighbour. */
    private volatile boolean opened;

    Pool(PoolRuntime runtime) {
        this(runtime, true, PoolOwner.NONE);
    }

    /** @param opened false if this node has the settings from a neighbour */
    Pool(PoolRuntime runtime, boolean opened, PoolOwner owner) {
        this.owner = owner;
        this.runtime = runtime;
        this.opened = opened;
        this.guarantees = Algorithms.named(config().algorithm()).guarantees();
    }

    PoolRuntime runtime() {
        return runtime;
    }

    /** The runtime, after opening the pool again if need be. */
    private PoolRuntime live() {
        PoolRuntime now = runtime;
        return now.isRetired() ? owner.revive(this) : now;
    }

    /** Goes on with another runtime, of the same settings: the old one has stopped. */
    void continueWith(PoolRuntime next) {
        next.listeners().addAll(runtime.listeners());
        runtime = next;
    }

    boolean isOpened() {
        return opened;
    }

    /** The program opens it with the settings of the mesh; if it had opened it with others, that is forgiven. */
    void open() {
        if (!opened) {
            opened = true;
            runtime.unbar();
        }
    }

    /** True if these settings are the pool's, as it began or as it was resized. */
    boolean isAsIn(PoolConfig wanted) {
        PoolConfig config = config();
        return config.equals(wanted) || Terms.resized(config, runtime.permits()).equals(wanted);
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(standstill()).map(still -> still.text(runtime.now()));
    }

    /** Why nothing is granted here; null if this node knows of no reason. */
    @Nullable
    Standstill standstill() {
        PoolRuntime now = runtime;
        String refused = now.problem();
        if (refused != null) {
            return Standstill.of(refused);
        }
        MeshReach reach = owner.reach();
        RecoveryStatus status = reach == null ? null : now.status();
        return reach == null || status == null
                ? null
                : Standstill.of(name(), config(), status, reach, owner.linkTrouble(), queueLength() > 0);
    }

    /** Which voters are missing, if without one more nothing would be granted; null if the pool can do without. */
    @Nullable
    Standstill ahead() {
        MeshReach reach = owner.reach();
        RecoveryStatus status = reach == null ? null : runtime.status();
        return reach == null || status == null ? null : Standstill.ahead(name(), config(), status, reach);
    }

    /** The pool as a lock, if it has one permit. */
    PoolLock lock() {
        return lock;
    }

    @Override
    public String name() {
        return runtime.name();
    }

    @Override
    public PoolConfig config() {
        return runtime.config();
    }

    @Override
    public Grant acquire(Request request) throws InterruptedException {
        return blocking(request, Patience.UNTIL_GRANTED).await();
    }

    @Override
    public Grant acquireUninterruptibly(Request request) {
        return blocking(request, Patience.UNTIL_GRANTED).awaitUninterruptibly();
    }

    @Override
    public Optional<Grant> tryAcquire(Request request) {
        return blocking(request, Patience.ONE_ANSWER).answer();
    }

    @Override
    public Optional<Grant> tryAcquireHere(Request request) {
        return blocking(request, Patience.NONE).answer();
    }

    @Override
    public Optional<Grant> tryAcquire(Request request, Duration timeout) throws InterruptedException {
        return blocking(request, Patience.UNTIL_GRANTED).await(nanos(timeout));
    }

    @Override
    public CompletableFuture<Grant> acquireAsync(Request request) {
        check(request);
        return new GrantFuture(live(), request, Patience.UNTIL_GRANTED).ask();
    }

    @Override
    public CompletableFuture<Grant> tryAcquireAsync(Request request) {
        check(request);
        return new GrantFuture(live(), request, Patience.ONE_ANSWER).ask();
    }

    private BlockingRequest blocking(Request request, Patience patience) {
        check(request);
        return new BlockingRequest(live(), request, patience);
    }

    private void check(Request request) {
        int largestRequest = Math.min(runtime.permits(), guarantees.capacity().request());
        if (request.permits() > largestRequest) {
            throw new IllegalArgumentException("pool '" + name() + "' grants at most " + largestRequest
                    + (largestRequest == 1 ? " permit" : " permits") + " to a request, not " + request.permits());
        }
        if (request.keepAlive() && runtime.leaseNanos() == 0) {
            throw new IllegalArgumentException(
                    "pool '" + name() + "' has no lease, so nothing can be kept alive in it");
        }
    }

    /** The timeout in nanoseconds, limited to the largest {@code long}: 292 years. */
    private static long nanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return timeout.isNegative() ? 0 : Long.MAX_VALUE;
        }
    }

    @Override
    public int availablePermits() {
        return Math.max(0, runtime.permits() - heldPermits());
    }

    @Override
    public int heldPermits() {
        return (int) runtime.stats().permitsHeld.get();
    }

    @Override
    public int permits() {
        return runtime.permits();
    }

    @Override
    public void resize(int permits) {
        PoolBounds.checkPermits(permits);
        if (!guarantees.resizable()) {
            throw new UnsupportedOperationException(
                    "pool '" + name() + "' keeps its size: only pools of algorithm prioritized can be resized");
        }
        PoolRuntime now = live();
        Supplier<MeshlockException> refusal = now.refusal();
        if (refusal != null) {
            throw refusal.get();
        }
        now.resize(permits);
    }

    @Override
    public int queueLength() {
        return (int) runtime.stats().waiting.get();
    }

    @Override
    public PoolStatistics statistics() {
        return runtime.stats().snapshot();
    }

    @Override
    public Optional<PoolStatus> status() {
        RecoveryStatus status = runtime.status();
        return status == null ? Optional.empty() : Optional.of(PoolStatusText.status(status, runtime.stats()));
    }

    @Override
    public RecoveryPlan recoveryPlan() {
        return PoolStatusText.plan(config(), status().orElse(null), owner.map());
    }

    @Override
    public void recover() {
        checkRecovers();
        runtime.recover();
    }

    @Override
    public void removeMember(int member) {
        checkRecovers();
        runtime.removeMember(member);
    }

    @Override
    public void destroy() {
        if (!config().recovery().isOn()) {
            throw new UnsupportedOperationException(
                    "pool '" + name() + "' has no recovery: what was destroyed could not begin anew");
        }
        live().destroy();
    }

    private void checkRecovers() {
        if (!config().recovery().isOn()) {
            throw new IllegalStateException("pool '" + name() + "' has no recovery");
        }
    }

    @Override
    public void addListener(PoolListener listener) {
        runtime.listeners().add(listener);
    }

    @Override
    public void removeListener(PoolListener listener) {
        runtime.listeners().remove(listener);
    }

    @Override
    public String toString() {
        return "pool '" + name() + "' with " + Terms.resized(config(), permits());
    }
}
