package io.meshlock.internal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The progress of a node in leaving a pool. Steps of the pool report it; the thread that closes the node waits for it.
 */
final class Departure {

    private static final Logger LOG = LoggerFactory.getLogger(Departure.class);

    private final PoolSetup setup;
    private final CountDownLatch mayLeave = new CountDownLatch(1);
    private final CountDownLatch unlinked = new CountDownLatch(1);
    private @Nullable Runnable whenItMay;

    Departure(PoolSetup setup) {
        this.setup = setup;
    }

    /** The other nodes no longer need this node, or there are none. */
    void mayLeave() {
        Runnable instead = whenItMay;
        if (instead == null) {
            mayLeave.countDown();
        } else {
            instead.run();
        }
    }

    /**
     * Sets what to do when the protocol says that this node may leave, in the step in which it says so, instead of
     * telling the thread that closes the node; null to tell that thread.
     */
    void whenItMay(@Nullable Runnable action) {
        whenItMay = action;
    }

    /** No neighbour takes part with this node any longer. */
    void unlinked() {
        unlinked.countDown();
    }

    /** After {@link PoolRuntime#depart}: waits until the other nodes no longer need this node. */
    void awaitLeave(Duration timeout) {
        if (setup.leaves() && !isReached(mayLeave, timeout)) {
            LOG.warn(
                    "pool '{}': {} leaves although others may need it",
                    setup.terms().name(),
                    setup.self());
        }
    }

    /**
     * After {@link PoolRuntime#close}: waits until no neighbour takes part with this node any longer. Then the last
     * messages, which give permits back, have been sent before the links go down.
     */
    void awaitUnlinked(Duration timeout) {
        if (!isReached(unlinked, timeout)) {
            LOG.warn(
                    "pool '{}': not all neighbours of {} heard that it leaves",
                    setup.terms().name(),
                    setup.self());
        }
    }

    /** True also if the thread is interrupted: it then stops waiting and continues. */
    private static boolean isReached(CountDownLatch latch, Duration timeout) {
        try {
            return latch.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
