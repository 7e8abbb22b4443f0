package io.meshlock.internal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits without reacting to interrupts; the interrupt status is set again afterwards. */
final class Uninterruptibly {

    private Uninterruptibly() {}

    private interface Wait {
        boolean once() throws InterruptedException;
    }

    static void await(CountDownLatch latch) {
        boolean unused = repeat(() -> {
            latch.await();
            return true;
        });
    }

    /** False if the latch is still closed after so many nanoseconds. */
    static boolean await(CountDownLatch latch, long nanos) {
        long begin = System.nanoTime();
        return repeat(() -> latch.await(nanos - (System.nanoTime() - begin), TimeUnit.NANOSECONDS));
    }

    private static boolean repeat(Wait wait) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return wait.once();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
