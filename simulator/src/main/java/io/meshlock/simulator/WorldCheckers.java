package io.meshlock.simulator;

import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Guarantees;

/** Chooses the checkers of a world by the guarantees of its algorithm. */
public final class WorldCheckers {

    private WorldCheckers() {}

    public static Checkers of(WorldSpec spec) {
        Guarantees promises = spec.algorithm().guarantees();
        int k = spec.pool().permits();
        Failures failures = spec.failures();
        boolean twins = !failures.twins().isEmpty() || failures.hasLies();
        return spec.recovers()
                ? Checkers.recovering(k, promises, true, twins)
                : new Checkers(k, spec.mayLoseMessages(), promises);
    }
}
