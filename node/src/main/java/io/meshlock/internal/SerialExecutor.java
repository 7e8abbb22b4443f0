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
 * <p>A step may leave a rest that has to wait for something ({@link #suspend}). Then no other step runs until {@link
 * #resume} has run the rest, and no thread waits for it.
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
    private final Executor caller;
    private final int maxDrain;

    /** Calls to be made when the thread has left; accessed in steps only. */
    private @Nullable List<Runnable> deferred;

    /**
     * @param helper continues when a thread has run {@link #MAX_DRAIN} steps of others, and after a rest; what it runs
     *     waits neither for steps nor for locks
     * @param caller makes the calls that steps of the helper leave over, which may wait
     */
    SerialExecutor(Executor helper, Executor caller) {
        this(helper, caller, new ConcurrentLinkedQueue<>(), MAX_DRAIN);
    }

    /** For tests that need another queue or a smaller drain limit. */
    SerialExecutor(Executor helper, Executor caller, Queue<Step> queue, int maxDrain) {
        this.helper = helper;
        this.caller = caller;
        this.queue = queue;
        this.maxDrain = maxDrain;
    }

    /** Runs the step, or queues it for the thread at work. */
    final void submit(Step step) {
        if (!tryEnter()) {
            enqueue(step);
        } else if (!runAndSuspend(step, 0)) {
            leave();
        }
    }

    /** As {@link #submit}, but waits until the step has run. It must leave no rest. Must not be called from a step. */
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
        finish(1, false);
    }

    /**
     * Lets the helper run the rest of the step that was suspended, and the steps that were queued meanwhile. If there is
     * no helper any more, this thread does.
     */
    final void resume(Step rest) {
        try {
            helper.execute(() -> goOn(rest));
        } catch (RejectedExecutionException e) {
            goOn(rest);
        }
    }

    private void goOn(Step rest) {
        if (!runAndSuspend(rest, 0)) {
            finish(1, true);
        }
    }

    private void enqueue(Step step) {
        queue.add(step);
        if (pending.getAndIncrement() == 0) {
            finish(0, false);
        }
    }

    private void finish(int alreadyDone, boolean helping) {
        int done = alreadyDone;
        int budget = maxDrain;
        while (true) {
            List<Runnable> mine = deferred;
            deferred = null;
            int more = pending.addAndGet(-done);
            if (more == 0 || (budget <= 0 && helped())) {
                call(mine, helping);
                return;
            }
            deferred = mine; // still at work: the calls wait
            for (int i = 0; i < more; i++) {
                Step next = queue.poll();
                if (next != null && runAndSuspend(next, i)) {
                    return;
                }
            }
            done = more;
            budget -= more;
        }
    }

    private boolean helped() {
        try {
            helper.execute(() -> finish(0, true));
            return true;
        } catch (RejectedExecutionException e) {
            return false; // the node is being closed: continue on this thread
        }
    }

    /**
     * Runs a step. Returns true if it left a rest: then the executor belongs to whoever resumes it, and the thread must
     * leave at once.
     *
     * @param doneBefore steps that this thread has run and not yet counted as done
     */
    private boolean runAndSuspend(Step step, int doneBefore) {
        run(step);
        if (!leavesRest()) {
            return false;
        }
        pending.addAndGet(-doneBefore); // this step still counts, so nobody enters
        suspend();
        return true;
    }

    /** True if the step that has just run left a rest. */
    boolean leavesRest() {
        return false;
    }

    /** Lets {@link #resume} be called, once, by another thread or by this one. */
    void suspend() {
        throw new IllegalStateException("there is no rest");
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

    private void call(@Nullable List<Runnable> mine, boolean helping) {
        if (mine == null) {
            return;
        }
        if (helping) {
            try {
                caller.execute(() -> mine.forEach(Runnable::run));
                return;
            } catch (RejectedExecutionException e) {
                // the node is being closed: nobody is left to wait for
            }
        }
        mine.forEach(Runnable::run);
    }
}
