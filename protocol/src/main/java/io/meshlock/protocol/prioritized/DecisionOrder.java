package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Key;

/**
 * Whether urgent requests come after less urgent ones have been decided. An heir is decided earlier than a grant would
 * be, and then the urgent wait for it. So heirs are named only while the order of requests is the order in which they
 * come.
 */
final class DecisionOrder {

    private final boolean ages;
    private final int steadyAfter;
    private long last = Long.MAX_VALUE;
    private int inOrder;

    DecisionOrder(Tuning tuning) {
        this.ages = tuning.ages();
        this.steadyAfter = tuning.ahead() == 0 ? 0 : tuning.steadyAfter();
    }

    /** A request is decided, the best that waits. */
    void decide(Key key) {
        if (steadyAfter > 0) {
            long urgency = ages ? key.score() + key.birth() : key.score(); // without its age
            inOrder = urgency > last ? 0 : Math.min(inOrder + 1, steadyAfter);
            last = urgency;
        }
    }

    /** True if the latest decisions were none more urgent than the one before. */
    boolean isSteady() {
        return inOrder >= steadyAfter;
    }
}
