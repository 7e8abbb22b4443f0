package io.meshlock;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A wish for permits.
 *
 * <pre>{@code
 * Request urgent = Request.permits(3).priority(90);
 * Request soon = Request.permits(2).deadline(Instant.now().plusSeconds(5));
 * }</pre>
 *
 * @param permits how many of the pool's permits, at least 1
 * @param priority counts in pools with the policy {@code priority}
 * @param deadline when the permits are wanted at the latest; counts in pools with the policy {@code deadline}, where no
 *     deadline is later than any. It only orders requests: none is withdrawn because its deadline passed. Nodes compare
 *     deadlines by their wall clocks, so clocks that differ by a second may swap requests that are a second apart; nothing
 *     but the order depends on it.
 * @param keepAlive whoever asks will call {@link Grant#renew()} again and again to show that he lives. Otherwise the grant
 *     lives as long as the process does, without anybody's doing.
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

    public static Request permits(int permits) {
        return permits == 1 ? ONE : new Request(permits, Priority.NORMAL, null, false);
    }

    public Request priority(Priority value) {
        return new Request(permits, value, deadline, keepAlive);
    }

    public Request priority(int value) {
        return priority(Priority.of(value));
    }

    public Request deadline(Instant value) {
        return new Request(permits, priority, value, keepAlive);
    }

    /** The grant ends with its lease unless it is {@linkplain Grant#renew() renewed}: for clients in other processes. */
    public Request withKeepAlive() {
        return new Request(permits, priority, deadline, true);
    }
}
