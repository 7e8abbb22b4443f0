package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Promises;

/** The corrected prioritized algorithm, in two forms. */
public final class Prioritized {

    private static final Promises PROMISES = new Promises(Promises.Tokens.ONE, true, true);

    /** The product's default: the token stays where it is and sends grants. */
    public static final Algorithm ANCHORED = new Algorithm(
            "prioritized",
            "h out of k by priority; the token stays while demand is spread and sends grants",
            "[Jiang-P], [Jiang-C], corrected and anchored",
            PROMISES,
            Tuning.ANCHORED_OPTIONS,
            setup -> new PrioritizedNode(setup, Tuning.anchored(setup)));

    /** The token visits every requester, as in the papers. */
    public static final Algorithm MOVING = new Algorithm(
            "prioritized-moving",
            "h out of k by priority; the token visits every requester",
            "[Jiang-P], [Jiang-C], corrected",
            PROMISES,
            Tuning.MOVING_OPTIONS,
            setup -> new PrioritizedNode(setup, Tuning.moving(setup)));

    private Prioritized() {}
}
