package io.meshlock.internal;

import java.util.concurrent.CountDownLatch;

/** Waiting that an interruption does not end; it is kept for later. */
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
