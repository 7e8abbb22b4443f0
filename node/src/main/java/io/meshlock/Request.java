package io.meshlock;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks of a pool: how many permits, how urgently, and for how long. Immutable.
 *
 * <pre>{@code
 * Request urgent = Request.permits(3).priority(90);
 * Request soon = Request.permits(2).deadline(Instant.now().plusSeconds(5));
 * Request job = Request.ONE.maxHold(Duration.ofMinutes(10)).minHold(Duration.ofSeconds(5));
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
 * @param maxHold the grant is lost if it is not closed by then, counted from the grant: its node takes it away, however
 *     stuck the program is; {@link Duration#ZERO} for no limit
 * @param minHold the permits come back no sooner than that after the grant, even if the grant is closed before;
 *     {@link Duration#ZERO} for none. If the node dies or is closed meanwhile, the mesh keeps them for the rest of that
 *     time: until the lease ends only if the token dies with the node, and not at all in pools without recovery
 * @param client what others see as the name of who waits or holds, up to 200 characters; empty for none. Requests with a
 *     name are on the {@linkplain Meshlock#map() map} of the mesh
 */
public record Request(
        int permits,
        Priority priority,
        @Nullable Instant deadline,
        boolean keepAlive,
        Duration maxHold,
        Duration minHold,
        String client) {

    private static final Duration LONGEST_HOLD = Duration.ofDays(365);
    private static final int LONGEST_NAME = 200;

    /** One permit, at normal priority. */
    public static final Request ONE = new Request(1, Priority.NORMAL, null, false, Duration.ZERO, Duration.ZERO, "");

    public Request {
        if (permits < 1) {
            throw new IllegalArgumentException("a request needs at least 1 permit, not " + permits);
        }
        if (permits > PoolConfig.MAX_PERMITS) {
            throw new IllegalArgumentException(
                    "a request asks for at most " + PoolConfig.MAX_PERMITS + " permits, not " + permits);
        }
        checkHold("at most", maxHold);
        checkHold("at least", minHold);
        checkHolds(maxHold, minHold);
        if (client.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "a client's name has up to " + LONGEST_NAME + " characters, not " + client.length());
        }
    }

    private static void checkHold(String which, Duration hold) {
        if (hold.isNegative() || hold.compareTo(LONGEST_HOLD) > 0) {
            throw new IllegalArgumentException("a grant is held " + which + " for up to " + LONGEST_HOLD.toDays()
                    + " days, or zero for no limit; not " + hold);
        }
    }

    static void checkHolds(Duration maxHold, Duration minHold) {
        if (!maxHold.isZero() && minHold.compareTo(maxHold) > 0) {
            throw new IllegalArgumentException(
                    "a grant that is held for at least " + minHold + " cannot end after at most " + maxHold);
        }
    }

    /** A request for this many permits, at normal priority. */
    public static Request permits(int permits) {
        return permits == 1
                ? ONE
                : new Request(permits, Priority.NORMAL, null, false, Duration.ZERO, Duration.ZERO, "");
    }

    /** Sets the priority. */
    public Request priority(Priority value) {
        return new Request(permits, value, deadline, keepAlive, maxHold, minHold, client);
    }

    /** Sets the priority. */
    public Request priority(int value) {
        return priority(Priority.of(value));
    }

    /** Sets the deadline. */
    public Request deadline(Instant value) {
        return new Request(permits, priority, value, keepAlive, maxHold, minHold, client);
    }

    /**
     * Makes the grant end with its lease unless the client {@linkplain Grant#renew() renews} it. For remote clients.
     */
    public Request withKeepAlive() {
        return new Request(permits, priority, deadline, true, maxHold, minHold, client);
    }

    /** Makes the grant end after this time, whatever its client does. {@link Grant#extend} allows more. */
    public Request maxHold(Duration value) {
        return new Request(permits, priority, deadline, keepAlive, value, minHold, client);
    }

    /** Keeps the permits for at least this time, whatever its client does. */
    public Request minHold(Duration value) {
        return new Request(permits, priority, deadline, keepAlive, maxHold, value, client);
    }

    /** Names the client, for operators who look who waits and who holds. */
    public Request client(String value) {
        return new Request(permits, priority, deadline, keepAlive, maxHold, minHold, value);
    }
}
