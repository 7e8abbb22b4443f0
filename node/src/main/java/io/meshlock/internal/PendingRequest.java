package io.meshlock.internal;

import io.meshlock.MeshlockException;
import io.meshlock.Request;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request until its end. The runtime calls exactly one of {@link #granted}, {@link #withdrawn} and {@link #failed}.
 */
abstract class PendingRequest implements SerialExecutor.Step {

    /** How long a request may wait. */
    enum Patience {
        /** Until it is granted, or its client withdraws it. */
        UNTIL_GRANTED,
        /** Until the token's holder has answered: it is granted, or withdrawn. */
        ONE_ANSWER,
        /** Not at all: it is granted by this node immediately, or withdrawn. */
        NONE
    }

    final PoolRuntime runtime;
    final Request request;

    /**
     * Unique among the requests of all nodes: this node's number in the upper bits, the pool's counter in the lower.
     * Set by the runtime.
     */
    long id;

    /** When the runtime accepted it, by this node's clock. */
    long since;

    /** The exception to fail with once it has been withdrawn; null if its client withdrew it. */
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

    /** How long the request may wait. */
    Patience patience() {
        return Patience.UNTIL_GRANTED;
    }

    /** The request was granted. Called from a step. */
    abstract void granted(HeldGrant grant);

    /** The request was withdrawn and will certainly not be granted. Called from a step. */
    abstract void withdrawn();

    /** The request failed and will certainly not be granted. Called from a step. */
    abstract void failed(RuntimeException why);
}
