package io.meshlock.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * {@link SerialExecutor} under a model checker, which chooses the next thread at every access to memory. Errors that
 * occur once in a million runs show within seconds, with the interleaving. Every test runs a few threads to their end.
 */
@DisplayName("Steps of a SerialExecutor in every interleaving")
class SerialExecutorModelTest {

    /** Interleavings that are tried. Most missing safeguards show within 60, all within a few hundred. */
    private static final int TRIED = Integer.getInteger("interleavings", 60);

    /** Its fields are not synchronized, so the checker sees every overlap of two steps. */
    private static final class Played extends SerialExecutor {
        private final List<String> ran = new ArrayList<>();
        private final List<Thread> resumed = new CopyOnWriteArrayList<>();
        private boolean busy;
        private @Nullable Step rest;

        Played(Executor helper, int maxDrain) {
            super(helper, Runnable::run, new ConcurrentLinkedQueue<>(), maxDrain);
        }

        @Override
        void broken(Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        boolean leavesRest() {
            return rest != null;
        }

        /** Another thread runs the rest, perhaps before the first has left. */
        @Override
        void suspend() {
            Step left = rest;
            rest = null;
            if (left != null) {
                resumed.add(started(() -> resume(left)));
            }
        }

        Step step(String name) {
            return step(name, () -> {});
        }

        Step stepWithRest(String name, Step end) {
            return step(name, () -> rest = end);
        }

        Step step(String name, Runnable within) {
            return () -> {
                expect(!busy, "alone");
                busy = true;
                within.run();
                ran.add(name);
                expect(busy, "alone");
                busy = false;
            };
        }

        void expectInOrder(String first, String second) {
            expect(ran.indexOf(first) < ran.indexOf(second), first + " before " + second);
        }

        /** Every step once. */
        void expectRan(int steps) {
            expect(ran.size() == steps && ran.stream().distinct().count() == steps, steps + " steps");
        }

        private void expect(boolean holds, String what) {
            if (!holds) {
                throw new AssertionError("expected " + what + ": " + ran);
            }
        }
    }

    private static void everyInterleaving(Runnable play) {
        Lincheck.runConcurrentTest(TRIED, play);
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static void join(Thread... threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void runEachOnceAloneAndInTheOrderOfItsThread() {
        everyInterleaving(() -> {
            Played steps = new Played(Runnable::run, 100);
            boolean entered = steps.tryEnter();
            Thread one = started(() -> steps.submit(steps.step("a1")));
            Thread two = started(() -> {
                steps.submit(steps.step("b1"));
                steps.submit(steps.step("b2"));
            });
            if (entered) {
                steps.leave();
            }
            join(one, two);
            steps.expectRan(3);
            steps.expectInOrder("b1", "b2");
        });
    }

    /** A thread that knows that another's step is queued does not run its own before it. */
    @Test
    void keepTheOrderOfThreadsThatKnowOfEachOther() {
        everyInterleaving(() -> {
            Played steps = new Played(Runnable::run, 100);
            AtomicBoolean told = new AtomicBoolean();
            AtomicBoolean knew = new AtomicBoolean();
            boolean entered = steps.tryEnter();
            Thread bystander = started(() -> steps.submit(steps.step("a")));
            Thread first = started(() -> {
                steps.submit(steps.step("b"));
                told.set(true);
            });
            Thread second = started(() -> {
                knew.set(told.get());
                steps.submit(steps.step("c"));
            });
            if (entered) {
                steps.leave();
            }
            join(bystander, first, second);
            steps.expectRan(3);
            if (knew.get()) {
                steps.expectInOrder("b", "c");
            }
        });
    }

    /** A thread that waits for its step waits no longer than that. */
    @Test
    void areDoneWhenTheThreadThatWaitedGoesOn() {
        everyInterleaving(() -> {
            Played steps = new Played(Runnable::run, 100);
            Thread one = started(() -> {
                steps.submitAndWait(steps.step("a1"));
                steps.expect(steps.ran.contains("a1"), "a1");
            });
            Thread two = started(() -> steps.submit(steps.step("b1")));
            steps.submitAndWait(steps.step("c1"));
            steps.expect(steps.ran.contains("c1"), "c1");
            join(one, two);
            steps.expectRan(3);
        });
    }

    /** A deferred call may submit a step and wait for it: that works only if its thread has left. */
    @Test
    void callOthersOnceAndOnlyWhenTheirThreadHasLeft() {
        everyInterleaving(() -> {
            Played steps = new Played(Runnable::run, 100);
            AtomicInteger calls = new AtomicInteger();
            Runnable comesBack = () -> steps.submitAndWait(steps.step("call " + calls.incrementAndGet()));
            Thread other = started(() -> steps.submit(steps.step("a", () -> steps.later(comesBack))));
            steps.submit(steps.step("b", () -> steps.later(comesBack)));
            join(other);
            steps.expectRan(4);
        });
    }

    @Test
    void loseNothingWhenTheHelperTakesOver() {
        everyInterleaving(() -> {
            List<Thread> helpers = new CopyOnWriteArrayList<>();
            AtomicInteger calls = new AtomicInteger();
            Played steps = new Played(task -> helpers.add(started(task)), 1);
            Thread other = started(() -> {
                steps.submit(steps.step("a1", () -> steps.later(calls::incrementAndGet)));
                steps.submit(steps.step("a2", () -> steps.submit(steps.step("a3"))));
            });
            steps.submit(steps.step("b1", () -> steps.submit(steps.step("b2", () -> steps.submit(steps.step("b3"))))));
            join(other);
            for (int i = 0; i < helpers.size(); i++) { // the last of them may ask for another
                join(helpers.get(i));
            }
            steps.expectRan(6);
            steps.expectInOrder("a1", "a2");
            steps.expect(calls.get() == 1, "one call");
        });
    }

    /** What a step left over comes right behind it, whoever submits steps meanwhile, and nothing is lost. */
    @Test
    void waitForARest() {
        everyInterleaving(() -> {
            AtomicInteger calls = new AtomicInteger();
            Played steps = new Played(Runnable::run, 100);
            Thread other = started(() -> {
                steps.submit(steps.step("b1"));
                steps.submit(steps.stepWithRest("b2", steps.step("b2 rest")));
            });
            steps.submit(steps.stepWithRest("a1", steps.step("a1 rest", () -> steps.later(calls::incrementAndGet))));
            steps.submit(steps.step("a2"));
            join(other);
            for (int i = 0; i < steps.resumed.size(); i++) {
                join(steps.resumed.get(i));
            }
            steps.expectRan(6);
            steps.expect(steps.ran.indexOf("a1 rest") == steps.ran.indexOf("a1") + 1, "a1 and its rest");
            steps.expect(steps.ran.indexOf("b2 rest") == steps.ran.indexOf("b2") + 1, "b2 and its rest");
            steps.expectInOrder("a1 rest", "a2");
            steps.expectInOrder("b1", "b2");
            steps.expect(calls.get() == 1, "one call");
        });
    }
}
