package io.meshlock.protocol.baseline.suzuki;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Promises;
import java.util.List;

/** Suzuki and Kasami's algorithm as the registry knows it. */
public final class SuzukiKasami {

    public static final Algorithm SUZUKI_KASAMI = new Algorithm(
            "suzuki-kasami",
            "a token that everybody is asked for: mutual exclusion over a routing layer",
            "I. Suzuki, T. Kasami, ACM TOCS 3(4), 1985",
            new Promises(Promises.Tokens.ONE, true, false)
                    .withCapacity(Promises.Capacity.ONE)
                    .withReach(Promises.Reach.ANYBODY),
            List.of(),
            SuzukiKasamiNode::new);

    private SuzukiKasami() {}
}
