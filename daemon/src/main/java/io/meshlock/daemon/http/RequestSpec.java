package io.meshlock.daemon.http;

import io.meshlock.Request;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a client asked for. Two calls with the same idempotency key must have equal specs.
 *
 * @param pool the pool's name
 * @param request permits, priority and deadline
 * @param timeout how long it waits at most; zero to ask the mesh once; null for no limit, as long as its client shows
 *     signs of life
 * @param lease how long it lives without a sign of life
 * @param client what the client calls itself, for people
 */
record RequestSpec(
        String pool,
        Request request,
        @Nullable Duration timeout,
        Duration lease,
        @Nullable String client) {

    /** True if it takes no place in the queue: the mesh answers yes or no. */
    boolean asksOnce() {
        return timeout != null && timeout.isZero();
    }
}
