package io.meshlock.protocol.baseline.raymond;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import java.util.List;

/** The registry entry of Raymond's algorithm. */
public final class Raymond {

    public static final Algorithm RAYMOND = new Algorithm(
            "raymond",
            "a token on a static tree: mutual exclusion over a routing layer",
            "K. Raymond, ACM TOCS 7(1), 1989",
            new Guarantees(Guarantees.Tokens.ONE, true, false)
                    .withCapacity(Guarantees.Capacity.ONE)
                    .withReach(Guarantees.Reach.ANYBODY),
            List.of(),
            RaymondNode::new);

    private Raymond() {}
}
