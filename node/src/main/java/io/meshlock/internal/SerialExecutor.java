package io.meshlock.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs steps one at a time, in the order in which they are submitted, on the submitting threads: a combining executor.
 * A thread that finds it idle runs its step immediately. A thread that finds it busy adds its step to the queue and
 * returns; the thread at work runs it next. No thread waits for a lock, and there is no hand-off to another thread in
 * the usual case.
 *
 * <p>Steps must be short and must not call code of users. Such calls are passed to {@link #later} and run after the
 * thread has left the executor.
 */
abstract class SerialExecutor {

    /** A task that runs while no other step does. */
    interface Step {
        void perform();
    }

    /** How many steps of other threads a thread runs before it asks the helper to continue. */
    private static final int MAX_DRAIN = 256;

    /** Steps under way or queued; 0 when idle. */
    private final AtomicInteger pending = new AtomicInteger();

    private final Queue<Step> queue;
    private final Executor helper;
    private final int maxDrain;

    /** Calls to be made when the thread has left; accessed in steps only. */
    private @Nullable List<Runnable> deferred;

    /** @param helper continues when a thread has run {@link #MAX_DRAIN} steps of others */
    SerialExecutor(Executor helper) {
        this(helper, new ConcurrentLinkedQueue<>(), MAX_DRAIN);
    }

    /** For tests that need another queue or a smaller drain limit. */
    SerialExecutor(Executor helper, Queue<Step> queue, int maxDrain) {
        this.helper = helper;
        this.queue = queue;
        this.maxDrain = maxDrain;
    }

    /** Runs the step, or queues it for the thread at work. */
    final void submit(Step step) {
        if (tryEnter()) {
            run(step);
            leave();
        } else {
            enqueue(step);
        }
    }

    /** As {@link #submit}, but waits until the step has run. Must not be called from a step. */
    final void submitAndWait(Step step) {
        if (tryEnter()) {
            run(step);
            leave();
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        enqueue(() -> {
            run(step);
            done.countDown();
        });
        Uninterruptibly.await(done);
    }

    /**
     * Enters if the executor is idle; then steps of other threads wait until {@link #leave()} is called. The queue must
     * be empty too, not only the count: a thread adds its step first and counts it afterwards, so a queued step's count
     * may have been used up by a step that was queued before it and is counted after it. Entering then would overtake
     * the queued step.
     */
    final boolean tryEnter() {
        return queue.isEmpty() && pending.compareAndSet(0, 1);
    }

    /** Ends what {@link #tryEnter} began, and runs the steps that were queued meanwhile. */
    final void leave() {
        finish(1);
    }

    private void enqueue(Step step) {
        queue.add(step);
        if (pending.getAndIncrement() == 0) {
            finish(0);
        }
    }

    private void finish(int alreadyDone) {
        int done = alreadyDone;
        int budget = maxDrain;
        while (true) {
            List<Runnable> mine = deferred;
            deferred = null;
            int more = pending.addAndGet(-done);
            if (more == 0) {
                call(mine);
                return;
            }
            if (budget <= 0 && helped()) {
                call(mine);
                return;
            }
            deferred = mine; // still at work: the calls wait
            for (int i = 0; i < more; i++) {
                Step next = queue.poll();
                if (next != null) {
                    run(next);
                }
            }
            done = more;
            budget -= more;
        }
    }

    private boolean helped() {
        try {
            helper.execute(() -> finish(0));
            return true;
        } catch (RejectedExecutionException e) {
            return false; // the node is being closed: continue on this thread
        }
    }

    private void run(Step step) {
        try {
            step.perform();
        } catch (RuntimeException | Error e) {
            broken(e);
        }
    }

    /** Handles a step that threw, which is a bug. Runs as a step; must not throw. */
    abstract void broken(Throwable cause);

    /** Called from a step: makes a call into code of users when the thread has left. */
    final void later(Runnable call) {
        if (deferred == null) {
            deferred = new ArrayList<>(2);
        }
        deferred.add(call);
    }

    private static void call(@Nullable List<Runnable> mine) {
        if (mine != null) {
            mine.forEach(Runnable::run);
        }
    }
}
