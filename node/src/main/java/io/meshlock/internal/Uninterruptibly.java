package io.meshlock.internal;

import java.util.concurrent.CountDownLatch;

/** Waits without reacting to interrupts; the interrupt status is set again afterwards. */
final class Uninterruptibly {

    private Uninterruptibly() {}

    static void await(CountDownLatch latch) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    latch.await();
                    return;
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
