package io.meshlock.internal;

import io.meshlock.Grant;
import io.meshlock.Request;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request of a thread that blocks until the request has ended. */
final class BlockingRequest extends PendingRequest {

    /** How long a caller that asks once waits for the answer of the mesh. */
    static final Duration ANSWER = Duration.ofSeconds(3);

    private final Patience patience;
    private final CountDownLatch end = new CountDownLatch(1);

    // Written before the latch is opened, read after it.
    private @Nullable HeldGrant grant;
    private @Nullable RuntimeException error;

    BlockingRequest(PoolRuntime runtime, Request request, Patience patience) {
        super(runtime, request);
        this.patience = patience;
    }

    @Override
    Patience patience() {
        return patience;
    }

    // ---- the runtime's side -----------------------------------------------------------------------------------------

    @Override
    void granted(HeldGrant given) {
        grant = given;
        end.countDown();
    }

    @Override
    void withdrawn() {
        end.countDown();
    }

    @Override
    void failed(RuntimeException why) {
        error = why;
        end.countDown();
    }

    // ---- the caller's side ------------------------------------------------------------------------------------------

    Grant await() throws InterruptedException {
        stopIfInterrupted();
        runtime.submit(this);
        try {
            end.await();
        } catch (InterruptedException e) {
            giveUp();
            giveBack();
            throw e;
        }
        return outcome().orElseThrow(() -> new IllegalStateException("withdrawn by nobody"));
    }

    Grant awaitUninterruptibly() {
        runtime.submit(this);
        Uninterruptibly.await(end);
        return outcome().orElseThrow(() -> new IllegalStateException("withdrawn by nobody"));
    }

    /** The grant; or empty, and then the request is withdrawn for certain. */
    Optional<Grant> await(long timeoutNanos) throws InterruptedException {
        stopIfInterrupted();
        runtime.submit(this);
        try {
            if (!end.await(timeoutNanos, TimeUnit.NANOSECONDS)) {
                giveUp();
            }
        } catch (InterruptedException e) {
            giveUp();
            giveBack();
            throw e;
        }
        return outcome();
    }

    /** The answer; no if none comes in time. Interrupts are ignored, as {@code Semaphore.tryAcquire()} does. */
    Optional<Grant> answer() {
        runtime.submit(this);
        if (!Uninterruptibly.await(end, ANSWER.toNanos())) {
            giveUp();
        }
        return outcome();
    }

    private static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Withdraws the request and waits until it has ended, in this way or another. */
    private void giveUp() {
        runtime.submit(() -> runtime.withdraw(id));
        Uninterruptibly.await(end);
    }

    private void giveBack() {
        HeldGrant unwanted = grant;
        if (unwanted != null) {
            unwanted.close();
        }
    }

    private Optional<Grant> outcome() {
        RuntimeException why = error;
        if (why != null) {
            why.fillInStackTrace(); // the caller's stack, not that of the thread that ended the request
            throw why;
        }
        return Optional.ofNullable(grant);
    }
}
