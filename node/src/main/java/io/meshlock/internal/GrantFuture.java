package io.meshlock.internal;

import io.meshlock.Grant;
import io.meshlock.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Somebody who asks for permits and does something else meanwhile. */
final class GrantFuture extends PendingRequest {

    private final CompletableFuture<Grant> future = new CompletableFuture<>();

    /** The grant, if the runtime has given one. */
    private volatile @Nullable HeldGrant given;

    /** The thread that is pending just now. What it finds out itself it tells itself, before anybody has the future. */
    private volatile @Nullable Thread asker;

    GrantFuture(PoolRuntime runtime, Request request) {
        super(runtime, request);
    }

    CompletableFuture<Grant> ask() {
        asker = Thread.currentThread();
        runtime.submit(this);
        asker = null;
        HeldGrant atOnce = given;
        if (atOnce != null) {
            complete(atOnce);
        }
        // However the future ends: unless it ends with our grant, nobody waits any longer.
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
        if (Thread.currentThread() != asker) {
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

    /** Runs what depends on the future callbacks, and not before the runtime is free. */
    private void tell(Runnable news) {
        Executor executor = runtime.executor();
        runtime.later(() -> executor.execute(news));
    }
}
