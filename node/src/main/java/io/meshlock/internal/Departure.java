package io.meshlock.internal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far a node has come in leaving a pool. Steps of the pool make progress; whoever closes the node waits for it. */
final class Departure {

    private static final Logger LOG = LoggerFactory.getLogger(Departure.class);

    private final PoolSetup setup;
    private final CountDownLatch mayLeave = new CountDownLatch(1);
    private final CountDownLatch unlinked = new CountDownLatch(1);

    Departure(PoolSetup setup) {
        this.setup = setup;
    }

    /** The others can do without this node, or there are none. */
    void mayLeave() {
        mayLeave.countDown();
    }

    /** No neighbour takes part with this node any longer. */
    void unlinked() {
        unlinked.countDown();
    }

    /** After {@link PoolRuntime#depart}: waits until the others can do without this node, or nobody is there. */
    void awaitLeave(Duration timeout) {
        if (setup.leaves() && !isReached(mayLeave, timeout)) {
            LOG.warn(
                    "pool '{}': {} leaves although others may need it",
                    setup.terms().name(),
                    setup.self());
        }
    }

    /**
     * After {@link PoolRuntime#close}: waits until no neighbour takes part with this node any longer, and so the last
     * it said, that permits are back, is on its way in front of the end of the link.
     */
    void awaitUnlinked(Duration timeout) {
        if (!isReached(unlinked, timeout)) {
            LOG.warn(
                    "pool '{}': not all neighbours of {} heard that it leaves",
                    setup.terms().name(),
                    setup.self());
        }
    }

    /** A thread that is interrupted goes on without waiting, as if there were nothing to wait for. */
    private static boolean isReached(CountDownLatch latch, Duration timeout) {
        try {
            return latch.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
