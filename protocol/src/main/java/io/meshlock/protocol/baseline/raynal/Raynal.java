package io.meshlock.protocol.baseline.raynal;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import java.util.List;

/** The registry entry of Raynal's algorithm. */
public final class Raynal {

    public static final Algorithm RAYNAL = new Algorithm(
            "raynal",
            "permission of everybody for h of k, over a routing layer",
            "M. Raynal, ICCI 1991",
            new Guarantees(Guarantees.Tokens.NONE, false, false).withReach(Guarantees.Reach.ANYBODY),
            List.of(),
            RaynalNode::new);

    private Raynal() {}
}
