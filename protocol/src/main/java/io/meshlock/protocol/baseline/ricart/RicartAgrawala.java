package io.meshlock.protocol.baseline.ricart;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Promises;
import java.util.List;

/** Ricart and Agrawala's algorithm as the registry knows it. */
public final class RicartAgrawala {

    public static final Algorithm RICART_AGRAWALA = new Algorithm(
            "ricart-agrawala",
            "permission of everybody: mutual exclusion over a routing layer",
            "G. Ricart, A. Agrawala, CACM 24(1), 1981",
            new Promises(Promises.Tokens.NONE, true, false)
                    .withCapacity(Promises.Capacity.ONE)
                    .withReach(Promises.Reach.ANYBODY),
            List.of(),
            RicartAgrawalaNode::new);

    private RicartAgrawala() {}
}
