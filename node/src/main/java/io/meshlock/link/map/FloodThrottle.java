package io.meshlock.link.map;

/**
 * Limits how often a node advertises changes of its links: immediately after a quiet time, and at growing intervals
 * while changes go on. So a link that flaps does not keep the whole mesh busy.
 */
final class FloodThrottle {

    private final long firstMillis;
    private final long longestMillis;
    private long gapMillis;
    private long sentAt;

    FloodThrottle(long firstMillis, long longestMillis, long now) {
        this.firstMillis = firstMillis;
        this.longestMillis = longestMillis;
        this.gapMillis = firstMillis;
        this.sentAt = now - longestMillis;
    }

    /** When a change that happens now may be advertised. */
    long sendAt(long now) {
        return Math.max(now, sentAt + gapMillis);
    }

    /** A change was advertised. If the one before was long ago, the interval starts again from the shortest. */
    void sent(long now) {
        boolean calm = now - sentAt > 2 * gapMillis;
        gapMillis = calm ? firstMillis : Math.min(2 * gapMillis, longestMillis);
        sentAt = now;
    }
}
