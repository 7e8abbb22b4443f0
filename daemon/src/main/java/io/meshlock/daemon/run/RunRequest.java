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
 * @param timeout how long to wait for them; null for no limit
 * @param lease how long they are held without a sign of life; null for the node's default
 */
public record RunRequest(
        String pool,
        int permits,
        int priority,
        @Nullable Instant deadline,
        @Nullable Duration timeout,
        @Nullable Duration lease) {}
