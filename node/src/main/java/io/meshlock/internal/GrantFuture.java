package io.meshlock.internal;

import io.meshlock.Grant;
import io.meshlock.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A request of a caller that does not block: its end completes a future. */
final class GrantFuture extends PendingRequest {

    private final CompletableFuture<Grant> future = new CompletableFuture<>();

    /** The grant, if the runtime has given one. */
    private volatile @Nullable HeldGrant given;

    /**
     * The thread that is submitting the request, while it does. If it grants the request itself, it completes the
     * future itself, before the future is published.
     */
    private volatile @Nullable Thread submitter;

    private final Patience patience;

    GrantFuture(PoolRuntime runtime, Request request, Patience patience) {
        super(runtime, request);
        this.patience = patience;
    }

    @Override
    Patience patience() {
        return patience;
    }

    CompletableFuture<Grant> ask() {
        submitter = Thread.currentThread();
        runtime.submit(this);
        submitter = null;
        HeldGrant atOnce = given;
        if (atOnce != null) {
            complete(atOnce);
        }
        // If the future is completed in any other way than with our grant, the request is withdrawn.
        CompletableFuture<Grant> unused = future.whenComplete((grant, failure) -> {
            if (grant == null || grant != given) {
                runtime.submit(() -> runtime.withdraw(id));
            }
        });
        return future;
    }

    @Override
    void granted(HeldGrant grant) {
        given = grant;
        if (Thread.currentThread() != submitter) {
            tell(() -> complete(grant));
        }
    }

    private void complete(HeldGrant grant) {
        if (!future.complete(grant) && !endedWith(grant)) {
            grant.close();
        }
    }

    private boolean endedWith(HeldGrant grant) {
        return !future.isCompletedExceptionally() && future.getNow(null) == grant;
    }

    @Override
    void withdrawn() {
        tell(() -> future.cancel(false));
    }

    @Override
    void failed(RuntimeException why) {
        tell(() -> future.completeExceptionally(why));
    }

    /** Completes the future on the callback executor, after the thread has left the runtime. */
    private void tell(Runnable news) {
        Executor executor = runtime.executor();
        runtime.later(() -> executor.execute(news));
    }
}
