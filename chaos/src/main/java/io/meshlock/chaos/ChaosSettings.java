package io.meshlock.chaos;

import java.time.Duration;
import java.util.List;

/**
 * What a testbed does beyond its scenario.
 *
 * @param seed of movement, load and faults
 * @param length how long load and faults go on
 * @param lease of the pool and of its clients
 * @param on whether there are faults at all
 * @param kinds the kinds of faults; empty for all that a mesh must bear
 * @param every the mean time between two faults of a storm
 * @param storm how long faults go on before a calm
 * @param reserve how many hosts join only later, in a storm
 * @param slack by what factor a busy machine may exceed the documented bound
 */
public record ChaosSettings(
        long seed,
        Duration length,
        Duration lease,
        boolean on,
        List<String> kinds,
        Duration every,
        Duration storm,
        int reserve,
        double slack) {

    public ChaosSettings {
        kinds = List.copyOf(kinds);
    }

    static double seconds(Duration span) {
        return span.toMillis() / 1000.0;
    }
}
