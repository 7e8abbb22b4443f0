package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.TestTimeouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Steps of a SerialExecutor")
class SerialExecutorTest {

    private static final int THREADS = 6;
    private static final int EACH = 20_000;

    private final AtomicInteger helped = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Recording steps = new Recording(task -> {
        helped.incrementAndGet();
        threads.execute(task);
    });

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private static final class Recording extends SerialExecutor {
        private final List<Throwable> broken = new ArrayList<>();

        Recording(Executor helper) {
            super(helper, Runnable::run);
        }

        Recording(Executor helper, Queue<Step> queue, int maxDrain) {
            super(helper, Runnable::run, queue, maxDrain);
        }

        @Override
        void broken(Throwable cause) {
            broken.add(cause);
        }
    }

    @Test
    void runOneAtATimeEachOnceAndInTheOrderOfTheirThread() throws Exception {
        AtomicBoolean busy = new AtomicBoolean();
        AtomicInteger overlaps = new AtomicInteger();
        List<List<Integer>> byThread = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<?>> running = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            List<Integer> mine = new ArrayList<>();
            byThread.add(mine);
            boolean waits = t % 2 == 0;
            running.add(threads.submit(() -> {
                start.await();
                for (int i = 0; i < EACH; i++) {
                    int number = i;
                    SerialExecutor.Step step = () -> {
                        if (!busy.compareAndSet(false, true)) {
                            overlaps.incrementAndGet();
                        }
                        mine.add(number);
                        busy.set(false);
                    };
                    if (waits) {
                        steps.submitAndWait(step);
                    } else {
                        steps.submit(step);
                    }
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
        }
        CountDownLatch last = new CountDownLatch(1);
        steps.submit(last::countDown);
        assertThat(last.await(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(overlaps).hasValue(0);
        for (List<Integer> each : byThread) {
            assertThat(each).hasSize(EACH).isSorted();
        }
    }

    /**
     * One thread has queued a step and not yet counted it, while another queues one, sees the worker leave, and submits
     * its next.
     */
    @Test
    void keepTheirOrderThoughAnotherThreadIsAboutToCountItsOwn() {
        List<String> ran = new ArrayList<>();
        AtomicReference<Runnable> meanwhile = new AtomicReference<>();
        Recording raced = new Recording(
                threads,
                new ConcurrentLinkedQueue<>() {
                    @Override
                    public boolean add(SerialExecutor.Step step) {
                        boolean added = super.add(step);
                        Optional.ofNullable(meanwhile.getAndSet(null)).ifPresent(Runnable::run);
                        return added;
                    }
                },
                THREADS);
        assertThat(raced.tryEnter()).isTrue();
        meanwhile.set(() -> {
            raced.submit(() -> ran.add("other's first"));
            raced.leave();
            raced.submit(() -> ran.add("other's second"));
        });
        raced.submit(() -> ran.add("interrupted"));
        assertThat(ran).containsExactly("interrupted", "other's first", "other's second");
        assertThat(raced.tryEnter()).isTrue();
    }

    @Test
    void areQueuedForTheThreadAtWork() throws Exception {
        List<String> ran = new ArrayList<>();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Thread worker = new Thread(() -> steps.submit(() -> {
            inside.countDown();
            Uninterruptibly.await(goOn);
            ran.add("first on " + Thread.currentThread().getName());
        }));
        worker.setName("worker");
        worker.start();
        inside.await();
        steps.submit(() -> ran.add("second on " + Thread.currentThread().getName()));
        goOn.countDown();
        worker.join();
        assertThat(ran).containsExactly("first on worker", "second on worker");
        assertThat(helped).hasValue(0);
    }

    @Test
    void areTakenOverByTheHelperIfTheyDoNotEnd() throws Exception {
        CountDownLatch all = new CountDownLatch(2000);
        AtomicInteger mine = new AtomicInteger();
        Thread caller = Thread.currentThread();
        assertThat(steps.tryEnter()).isTrue();
        for (int i = 0; i < 1000; i++) {
            steps.submit(() -> {
                if (Thread.currentThread() == caller) {
                    mine.incrementAndGet();
                }
                steps.submit(all::countDown); // each submits another
                all.countDown();
            });
        }
        steps.leave();
        assertThat(all.await(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(helped).hasPositiveValue();
        assertThat(mine).hasValue(1000);
    }

    @Test
    void thatThrowAreReportedAndStopNothing() {
        RuntimeException bug = new IllegalStateException("bug");
        List<String> ran = new ArrayList<>();
        steps.submit(() -> {
            throw bug;
        });
        steps.submit(() -> ran.add("next"));
        assertThat(steps.broken).containsExactly(bug);
        assertThat(ran).containsExactly("next");
    }

    @Test
    void callOthersOnlyWhenTheyAreDone() {
        List<String> order = new ArrayList<>();
        steps.submit(() -> {
            steps.later(() -> {
                order.add("call");
                // It may submit steps: none is under way any more.
                steps.submitAndWait(() -> order.add("step of the call"));
            });
            order.add("step");
            steps.submit(() -> order.add("queued step"));
        });
        assertThat(order).containsExactly("step", "queued step", "call", "step of the call");
    }

    /** Otherwise a call would be delayed as long as other threads keep submitting steps. */
    @Test
    void doNotKeepACallWaitingForTheHelper() {
        List<String> order = new ArrayList<>();
        List<Runnable> helper = new ArrayList<>();
        Recording busy = new Recording(helper::add, new ConcurrentLinkedQueue<>(), 1);
        busy.submit(() -> {
            busy.later(() -> order.add("call"));
            busy.submit(() -> busy.submit(() -> order.add("step of the helper")));
        });
        assertThat(order).containsExactly("call");
        assertThat(helper).hasSize(1);
        helper.get(0).run();
        assertThat(order).containsExactly("call", "step of the helper");
        assertThat(busy.tryEnter()).isTrue();
    }
}
