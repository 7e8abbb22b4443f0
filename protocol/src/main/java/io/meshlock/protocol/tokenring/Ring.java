package io.meshlock.protocol.tokenring;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import java.util.List;

/** The registry entry of the token ring. */
public final class Ring {

    /** Mutual exclusion among nodes that can all write to each other. */
    public static final Algorithm TOKEN_RING = new Algorithm(
            "token-ring",
            "mutual exclusion; a token goes round while somebody wants it; the example of the guide",
            "docs/guide/new-algorithm.md",
            new Guarantees(Guarantees.Tokens.ONE, true, false)
                    .withCapacity(Guarantees.Capacity.ONE)
                    .withReach(Guarantees.Reach.ANYBODY),
            List.of(),
            TokenRing::new);

    private Ring() {}
}
