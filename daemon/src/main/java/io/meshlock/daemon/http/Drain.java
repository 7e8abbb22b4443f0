package io.meshlock.daemon.http;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drains a node: refuses new requests, waits until all permits are back, then calls back. */
final class Drain {

    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

    private final RequestRegistry registry;
    private final Runnable whenDrained;
    private boolean begun;

    Drain(RequestRegistry registry, Runnable whenDrained) {
        this.registry = registry;
        this.whenDrained = whenDrained;
    }

    /** Begins; further calls do nothing. Clients that do not give back in time lose their permits. */
    synchronized void begin(Duration timeout) {
        registry.drain();
        if (begun) {
            return;
        }
        begun = true;
        LOG.info("draining; requests that hold permits: {}", registry.openCount());
        Thread thread = new Thread(() -> finish(timeout), "meshlock-drain");
        thread.setDaemon(true);
        thread.start();
    }

    private void finish(Duration timeout) {
        try {
            boolean empty = registry.awaitEmpty(timeout.toNanos());
            LOG.info(empty ? "drained: all permits are back" : "draining took too long: permits are taken back");
            whenDrained.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
