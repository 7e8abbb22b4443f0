package io.meshlock.protocol.baseline.raynal;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import java.util.List;

/** Raynal's algorithm as the registry knows it. */
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
