package io.meshlock.protocol.baseline.ricart;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import java.util.List;

/** The registry entry of Ricart and Agrawala's algorithm. */
public final class RicartAgrawala {

    public static final Algorithm RICART_AGRAWALA = new Algorithm(
            "ricart-agrawala",
            "permission of everybody: mutual exclusion over a routing layer",
            "G. Ricart, A. Agrawala, CACM 24(1), 1981",
            new Guarantees(Guarantees.Tokens.NONE, true, false)
                    .withCapacity(Guarantees.Capacity.ONE)
                    .withReach(Guarantees.Reach.ANYBODY),
            List.of(),
            RicartAgrawalaNode::new);

    private RicartAgrawala() {}
}
