package io.meshlock.simulator;

import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Guarantees;

/** Which checkers judge a world: it is held to what its algorithm promises. */
public final class WorldCheckers {

    private WorldCheckers() {}

    public static Checkers of(WorldSpec spec) {
        Guarantees promises = spec.algorithm().promises();
        int k = spec.pool().permits();
        return spec.recovers()
                ? Checkers.recovering(k, promises, true)
                : new Checkers(k, spec.mayLoseMessages(), promises);
    }
}
