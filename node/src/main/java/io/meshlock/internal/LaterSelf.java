package io.meshlock.internal;

import io.meshlock.spi.Peer;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that others heard more from this node than it has said since its start, and says so: once in the log, and for a
 * while to whoever asks. Nothing else comes of it, since anybody could claim it.
 */
final class LaterSelf {

    private static final Logger LOG = LoggerFactory.getLogger(LaterSelf.class);

    /** For how long after the last of these words they are a problem of this node. */
    static final long PROBLEM_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final LongSupplier clock;
    private final String words;

    /** How many of these words had come at the last look. Used by one thread. */
    private long counted;

    // Guarded by this.
    private boolean isProblem;
    private long heard;

    LaterSelf(Peer self, LongSupplier clock) {
        this.clock = clock;
        this.words = "others heard more from node " + self + " than this process has said: its clock went back,"
                + " its state folder is older than what it ran with before, or another process is this node, too."
                + " If another one runs, stop one of them, or give it keys (or a number) of its own";
    }

    /**
     * Looks at how many such words have come since the start: over links, and in pools. Called by one thread, now and then.
     */
    void look(long overLinks, Collection<Pool> pools) {
        long all = overLinks;
        for (Pool pool : pools) {
            all += pool.runtime().laterSelves();
        }
        if (all > counted) {
            hear();
        }
        counted = all; // less than before, if pools have gone
    }

    private synchronized void hear() {
        if (problem().isEmpty()) {
            LOG.warn("{}", words);
        }
        isProblem = true;
        heard = clock.getAsLong();
    }

    /** What to tell people, if such words came lately. Called by any thread. */
    synchronized Optional<String> problem() {
        boolean lately = isProblem && clock.getAsLong() - heard <= PROBLEM_NANOS;
        return lately ? Optional.of(words) : Optional.empty();
    }
}
