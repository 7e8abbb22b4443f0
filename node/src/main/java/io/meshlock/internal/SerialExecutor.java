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
 * Runs steps one at a time, in the order in which they come, on the threads that bring them: no hand-off, and nobody waits for
 * a lock. Whoever finds it free runs his step at once; whoever finds it busy leaves his step behind, and the one who is at
 * work runs it next.
 *
 * <p>Steps must be short and call nobody else's code. What must be called is handed to {@link #later}, and runs when the
 * thread has left.
 */
abstract class SerialExecutor {

    /** Something to be done while nothing else is. */
    interface Step {
        void perform();
    }

    /** How many steps of others a thread runs before it asks the helper to go on. */
    private static final int MAX_DRAIN = 256;

    /** Steps under way or left behind; 0 when free. */
    private final AtomicInteger pending = new AtomicInteger();

    private final Queue<Step> left;
    private final Executor helper;
    private final int maxDrain;
    private @Nullable List<Runnable> calls;

    /** @param helper goes on when others bring steps faster than a thread should have to run */
    SerialExecutor(Executor helper) {
        this(helper, new ConcurrentLinkedQueue<>(), MAX_DRAIN);
    }

    /** For tests, which look at the queue, or want the helper to come soon. */
    SerialExecutor(Executor helper, Queue<Step> left, int maxDrain) {
        this.helper = helper;
        this.left = left;
        this.maxDrain = maxDrain;
    }

    /** Runs the step before this returns, or leaves it to whoever is at work. */
    final void submit(Step step) {
        if (tryEnter()) {
            run(step);
            leave();
        } else {
            leave(step);
        }
    }

    /** As {@link #submit}, but waits until the step was run. Not to be called from a step. */
    final void submitAndWait(Step step) {
        if (tryEnter()) {
            run(step);
            leave();
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        leave(() -> {
            run(step);
            done.countDown();
        });
        Uninterruptibly.await(done);
    }

    /**
     * True if nothing was under way: then steps wait until {@link #leave()} is called. A step that was left behind goes first
     * even while nothing is counted: its count may have been used up by another's, which had come before it and was counted
     * after it. Entering then would overtake it.
     */
    final boolean tryEnter() {
        return left.isEmpty() && pending.compareAndSet(0, 1);
    }

    /** Ends what {@link #tryEnter} began, and runs what was left behind meanwhile. */
    final void leave() {
        finish(1);
    }

    private void leave(Step step) {
        left.add(step);
        if (pending.getAndIncrement() == 0) {
            finish(0);
        }
    }

    private void finish(int alreadyDone) {
        int done = alreadyDone;
        int readiness = maxDrain;
        while (true) {
            List<Runnable> mine = calls;
            calls = null;
            int more = pending.addAndGet(-done);
            if (more == 0) {
                call(mine);
                return;
            }
            if (readiness <= 0 && helped()) {
                call(mine);
                return;
            }
            calls = mine; // still at work: they wait
            for (int i = 0; i < more; i++) {
                Step next = left.poll();
                if (next != null) {
                    run(next);
                }
            }
            done = more;
            readiness -= more;
        }
    }

    private boolean helped() {
        try {
            helper.execute(() -> finish(0));
            return true;
        } catch (RejectedExecutionException e) {
            return false; // the node is being closed: go on here
        }
    }

    private void run(Step step) {
        try {
            step.perform();
        } catch (RuntimeException | Error e) {
            broken(e);
        }
    }

    /** A step threw something, which is a bug. Called like a step; throws nothing. */
    abstract void broken(Throwable cause);

    /** From a step: calls somebody else's code when the thread has left. */
    final void later(Runnable call) {
        if (calls == null) {
            calls = new ArrayList<>(2);
        }
        calls.add(call);
    }

    private static void call(@Nullable List<Runnable> mine) {
        if (mine != null) {
            mine.forEach(Runnable::run);
        }
    }
}
