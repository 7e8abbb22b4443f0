package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;

/** The corrected look-ahead algorithm, for one permit and for h out of k. */
public final class LookAhead {

    public static final Algorithm ALGORITHM = new Algorithm(
            "lookahead",
            "h out of k by priority without a token: one versioned fork per pair of hosts, kept by who used it last",
            "[Wu], corrected, and carried over to h out of k",
            new Guarantees(Guarantees.Tokens.NONE, true, true)
                    .withReach(Guarantees.Reach.ANYBODY)
                    .withHosts(Guarantees.Hosts.COME_AND_GO),
            Tuning.OPTIONS,
            LookAheadNode::new);

    private LookAhead() {}
}
