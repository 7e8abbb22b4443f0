package io.meshlock;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks of a pool: how many permits, and how urgently. Immutable.
 *
 * <pre>{@code
 * Request urgent = Request.permits(3).priority(90);
 * Request soon = Request.permits(2).deadline(Instant.now().plusSeconds(5));
 * }</pre>
 *
 * @param permits how many of the pool's permits, at least 1
 * @param priority counts in pools with the policy {@code priority}
 * @param deadline when the permits are wanted at the latest; counts in pools with the policy {@code deadline}, where
 *     requests without a deadline come last. It only orders requests: none is withdrawn because its deadline passed.
 *     Deadlines are wall clock times, so if the clocks of two nodes differ by a second, requests that are a second
 *     apart may change places.
 * @param keepAlive true if the client will renew the grant by calling {@link Grant#renew()}; false if the node renews
 *     the lease as long as the process lives
 */
public record Request(
        int permits, Priority priority, @Nullable Instant deadline, boolean keepAlive) {

    /** One permit, at normal priority. */
    public static final Request ONE = new Request(1, Priority.NORMAL, null, false);

    public Request {
        if (permits < 1) {
            throw new IllegalArgumentException("a request needs at least 1 permit, not " + permits);
        }
    }

    /** A request for this many permits, at normal priority. */
    public static Request permits(int permits) {
        return permits == 1 ? ONE : new Request(permits, Priority.NORMAL, null, false);
    }

    /** Sets the priority. */
    public Request priority(Priority value) {
        return new Request(permits, value, deadline, keepAlive);
    }

    /** Sets the priority. */
    public Request priority(int value) {
        return priority(Priority.of(value));
    }

    /** Sets the deadline. */
    public Request deadline(Instant value) {
        return new Request(permits, priority, value, keepAlive);
    }

    /**
     * Makes the grant end with its lease unless the client {@linkplain Grant#renew() renews} it. For remote clients.
     */
    public Request withKeepAlive() {
        return new Request(permits, priority, deadline, true);
    }
}
