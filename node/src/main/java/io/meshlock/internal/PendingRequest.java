package io.meshlock.internal;

import io.meshlock.MeshlockException;
import io.meshlock.Request;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way from being asked to its end: granted, withdrawn or failed, exactly one of them, told by the
 * runtime.
 */
abstract class PendingRequest implements SerialExecutor.Step {

    final PoolRuntime runtime;
    final Request request;

    /**
     * Unique among the requests of all nodes: this node's number above, the pool's counter below. Given by the runtime.
     */
    long id;

    /** When the runtime took it, by this node's clock. */
    long since;

    /** What to fail with when it has been withdrawn; null if its client wanted it withdrawn. */
    @Nullable
    Supplier<MeshlockException> failure;

    PendingRequest(PoolRuntime runtime, Request request) {
        this.runtime = runtime;
        this.request = request;
    }

    @Override
    public final void perform() {
        runtime.admit(this);
    }

    /** True if the request is not to wait: it is granted at once, or withdrawn. */
    boolean isImmediate() {
        return false;
    }

    /** From a step. */
    abstract void granted(HeldGrant grant);

    /** From a step: it will certainly not be granted. */
    abstract void withdrawn();

    /** From a step: it will certainly not be granted, because of this. */
    abstract void failed(RuntimeException why);
}
