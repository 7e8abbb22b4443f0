package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Answers")
class AnswersTest {

    private static final int MORE = Answers.SHARE + 100;

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger written = new AtomicInteger();

    /** Clients that read nothing hold the threads of their own share, and their further answers wait. */
    @Test
    void ofOneCallerDoNotHoldUpThoseOfOthers() throws InterruptedException {
        CountDownLatch nobodyReads = new CountDownLatch(1);
        try (Answers answers = new Answers()) {
            for (int i = 0; i < MORE; i++) {
                answers.write("silent", () -> {
                    begun.incrementAndGet();
                    uninterruptibly(nobodyReads);
                    written.incrementAndGet();
                });
            }
            await().until(() -> begun.get() == Answers.SHARE);
            CountDownLatch other = new CountDownLatch(1);
            answers.write("other", other::countDown);
            assertThat(other.await(20, TimeUnit.SECONDS)).as("written").isTrue();
            assertThat(begun).hasValue(Answers.SHARE);

            nobodyReads.countDown();
            await().until(() -> written.get() == MORE);
        }
    }

    /** An answer that fails takes nothing from those that follow. */
    @Test
    void thatFailLeaveTheirThread() {
        try (Answers answers = new Answers()) {
            for (int i = 0; i < MORE; i++) {
                answers.write("unlucky", () -> {
                    begun.incrementAndGet();
                    throw new IllegalStateException("the client has gone");
                });
            }
            await().until(() -> begun.get() == MORE);
            answers.write("unlucky", written::incrementAndGet);
            await().until(() -> written.get() == 1);
        }
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
