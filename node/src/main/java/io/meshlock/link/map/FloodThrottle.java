package io.meshlock.link.map;

/**
 * How soon a change may be told: at once after a calm, and later and later while changes go on. A radio that changes its mind
 * all the time must not keep the whole mesh busy.
 */
final class FloodThrottle {

    private final long firstMillis;
    private final long longestMillis;
    private long gapMillis;
    private long toldAt;

    FloodThrottle(long firstMillis, long longestMillis, long now) {
        this.firstMillis = firstMillis;
        this.longestMillis = longestMillis;
        this.gapMillis = firstMillis;
        this.toldAt = now - longestMillis;
    }

    /** When a change of this moment may be told. */
    long tellAt(long now) {
        return Math.max(now, toldAt + gapMillis);
    }

    /** A change was told. If the one before it was told long ago, there is calm. */
    void told(long now) {
        boolean calm = now - toldAt > 2 * gapMillis;
        gapMillis = calm ? firstMillis : Math.min(2 * gapMillis, longestMillis);
        toldAt = now;
    }
}
