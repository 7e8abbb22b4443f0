package io.meshlock.protocol.prioritized;

/** How many grants were made: as many as this node has heard of, and a guess at how many followed. */
final class GrantClock {

    /** The rate of grants is that of the last so many pieces of news. */
    private static final int MEMORY = 8;

    /** Counts of few grants are kept in parts of one, or they would never be forgotten. */
    private static final int PARTS = 256;

    private final InputTime time;
    private long heard;

    // What the rate is made of: the latest news that was later than the one before, and how many grants took how long.
    private long latest;
    private long latestAt;
    private long parts;
    private long span;

    GrantClock(InputTime time) {
        this.time = time;
    }

    /** The largest count that this node has heard of. */
    long heard() {
        return heard;
    }

    void hear(long count) {
        if (count <= heard) {
            return;
        }
        heard = count;
        long passed = time.now() - latestAt;
        if (passed <= 0) {
            return; // news of one moment tells no rate
        }
        if (latest > 0) {
            parts += (count - latest) * PARTS - parts / MEMORY;
            span += passed - span / MEMORY;
        }
        latest = count;
        latestAt = time.now();
    }

    /**
     * What the count is by now, if grants went on as lately. After a long silence that is no news but a guess, so it goes
     * no further than the time that the rate was taken from.
     */
    long guess() {
        if (span == 0) {
            return heard;
        }
        double share = Math.min(1, (double) (time.now() - latestAt) / span);
        return Math.max(heard, latest + (long) (parts * share / PARTS));
    }
}
