package io.meshlock.internal.state;

import io.meshlock.protocol.Incarnation;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Draws ids for new disks: the time in seconds, followed by random bits. A node that lost its disk gets a larger id than
 * before, so other nodes know which of its incarnations is newer. If the wall clock was set back, they believe the node
 * once its former incarnation was silent for an election timeout; nothing else depends on the clock. The random bits
 * distinguish ids drawn at the same moment.
 */
final class DiskIds {

    private static final Instant BEGINNING = Instant.parse("2024-01-01T00:00:00Z");
    private static final int RANDOM_BITS = 6;
    private static final int BITS = Long.SIZE - 1 - Incarnation.RESTART_BITS;
    private static final SecureRandom RANDOM = new SecureRandom();

    private static long last;

    private DiskIds() {}

    /** An id larger than all drawn before by this process, and by other processes whose clocks are right. */
    static synchronized long draw(InstantSource clock) {
        long seconds = Math.max(0, (clock.millis() - BEGINNING.toEpochMilli()) / 1_000);
        long drawn = (seconds << RANDOM_BITS | RANDOM.nextInt(1 << RANDOM_BITS)) & ((1L << BITS) - 1);
        last = Math.max(drawn, last + 1);
        return last;
    }
}
