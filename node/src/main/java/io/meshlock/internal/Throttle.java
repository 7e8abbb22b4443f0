package io.meshlock.internal;

/** Limits how often something is said that others can provoke. Thread-safe. */
final class Throttle {

    private final long pauseNanos;
    private boolean said;
    private long saidAt;
    private long silent;
    private long skipped;

    Throttle(long pauseNanos) {
        this.pauseNanos = pauseNanos;
    }

    /** True if it may be said now; then it counts as said. */
    synchronized boolean isDue(long now) {
        if (said && now - saidAt < pauseNanos) {
            silent++;
            return false;
        }
        said = true;
        saidAt = now;
        skipped = silent;
        silent = 0;
        return true;
    }

    /** What was not said before the last time, as the end of a sentence. */
    synchronized String skipped() {
        return skipped == 0 ? "" : "; " + skipped + " more before";
    }
}
