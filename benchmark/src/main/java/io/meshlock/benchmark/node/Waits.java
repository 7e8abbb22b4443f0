package io.meshlock.benchmark.node;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting for time to pass, and for things to happen. */
final class Waits {

    private static final long POLL_MILLIS = 5;

    private Waits() {}

    static void pause(long millis) throws InterruptedException {
        boolean never = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        if (never) {
            throw new IllegalStateException("nobody opens this latch");
        }
    }

    /** Waits until it is so; false if it was not within that time. */
    static boolean until(Duration longest, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            pause(POLL_MILLIS);
        }
        return true;
    }
}
