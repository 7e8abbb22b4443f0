package io.meshlock.simulator;

import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Promises;

/** Which checkers judge a world: it is held to what its algorithm promises. */
public final class WorldCheckers {

    private WorldCheckers() {}

    public static Checkers of(WorldSpec spec) {
        Promises promises = spec.algorithm().promises();
        int k = spec.pool().permits();
        return spec.recovers()
                ? Checkers.recovering(k, promises, true)
                : new Checkers(k, spec.mayLoseMessages(), promises);
    }
}
