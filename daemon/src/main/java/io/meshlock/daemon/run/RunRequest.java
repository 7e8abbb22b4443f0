package io.meshlock.daemon.run;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a command needs before it can run.
 *
 * @param pool the pool's name
 * @param permits how many
 * @param priority how urgent
 * @param deadline until when they are wanted
 * @param timeout how long to wait for them; zero to ask the mesh once; null for no limit
 * @param lease how long they are held without a sign of life; null for the node's default
 * @param client what the client calls itself, for people
 */
public record RunRequest(
        String pool,
        int permits,
        int priority,
        @Nullable Instant deadline,
        @Nullable Duration timeout,
        @Nullable Duration lease,
        String client) {

    private static final Duration TO_ASK_ANOTHER = Duration.ofSeconds(10);

    /** A request of this process. */
    public RunRequest(
            String pool,
            int permits,
            int priority,
            @Nullable Instant deadline,
            @Nullable Duration timeout,
            @Nullable Duration lease) {
        this(
                pool,
                permits,
                priority,
                deadline,
                timeout,
                lease,
                "run " + ProcessHandle.current().pid());
    }

    /** What is left of it after some time. A wait that is not over is not asked for as one that asks once. */
    RunRequest after(Duration spent) {
        if (timeout == null || timeout.isZero()) {
            return this;
        }
        Duration left = timeout.minus(spent);
        Duration shortest = Duration.ofMillis(1);
        return new RunRequest(
                pool, permits, priority, deadline, left.compareTo(shortest) < 0 ? shortest : left, lease, client);
    }

    /** True if its time is over after so long; who asks once may still ask another node. */
    boolean isOver(Duration spent) {
        return timeout != null && spent.compareTo(timeout.isZero() ? TO_ASK_ANOTHER : timeout) >= 0;
    }
}
