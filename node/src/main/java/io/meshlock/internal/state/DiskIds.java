package io.meshlock.internal.state;

import io.meshlock.protocol.Incarnation;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Numbers of new disks: the time in eighths of a second, then random bits. So a node that lost its disk and gets a new one has
 * a larger number than before, by which the others know which of its incarnations is the later one. A wall clock that was set back
 * makes a node wait until somebody {@linkplain io.meshlock.PermitPool forgets} its former self; nothing else depends on it. Random
 * bits keep apart what was made in the same moment.
 */
final class DiskIds {

    private static final Instant BEGINNING = Instant.parse("2024-01-01T00:00:00Z");
    private static final int RANDOM_BITS = 9;
    private static final int BITS = Long.SIZE - 1 - Incarnation.RESTART_BITS;
    private static final SecureRandom RANDOM = new SecureRandom();

    private static long last;

    private DiskIds() {}

    /** Larger than any that was drawn before by this process, or by another with a clock that is right. */
    static synchronized long draw(InstantSource clock) {
        long eighths = Math.max(0, (clock.millis() - BEGINNING.toEpochMilli()) / 125);
        long drawn = (eighths << RANDOM_BITS | RANDOM.nextInt(1 << RANDOM_BITS)) & ((1L << BITS) - 1);
        last = Math.max(drawn, last + 1);
        return last;
    }
}
