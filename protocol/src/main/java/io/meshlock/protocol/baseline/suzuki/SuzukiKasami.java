package io.meshlock.protocol.baseline.suzuki;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import java.util.List;

/** The registry entry of Suzuki and Kasami's algorithm. */
public final class SuzukiKasami {

    public static final Algorithm SUZUKI_KASAMI = new Algorithm(
            "suzuki-kasami",
            "a token that everybody is asked for: mutual exclusion over a routing layer",
            "I. Suzuki, T. Kasami, ACM TOCS 3(4), 1985",
            new Guarantees(Guarantees.Tokens.ONE, true, false)
                    .withCapacity(Guarantees.Capacity.ONE)
                    .withReach(Guarantees.Reach.ANYBODY),
            List.of(),
            SuzukiKasamiNode::new);

    private SuzukiKasami() {}
}
