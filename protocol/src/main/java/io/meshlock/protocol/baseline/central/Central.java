package io.meshlock.protocol.baseline.central;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Option;
import java.util.List;

/** The registry entry of the coordinator. */
public final class Central {

    private static final Option COORDINATOR =
            new Option("coordinator", 0, 0, 9_999_999, "the node that decides, counted round the nodes");

    public static final Algorithm CENTRAL = new Algorithm(
            "central",
            "a coordinator at a fixed node decides; the yardstick for all others",
            "folklore",
            new Guarantees(Guarantees.Tokens.NONE, true, false).withReach(Guarantees.Reach.ANYBODY),
            List.of(COORDINATOR),
            setup -> new CentralNode(setup, (int) setup.options().get(COORDINATOR)));

    private Central() {}
}
