package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.journal.check.Violation;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.Failures.Crashes;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts that crash and pause, clocks that drift, and the judge by true time. */
class HostsTest {

    private static final Crashes CRASHES = new Crashes(
            new Episodes(Ticks.of(150), new Distribution.Exponential(10)), 0, 0, new Distribution.Uniform(0, 4));
    private static final Episodes PAUSES = new Episodes(Ticks.of(100), new Distribution.Exponential(20));
    private static final Failures HARSH = Failures.NONE
            .withCrash(CRASHES)
            .withPause(new Failures.Pauses(PAUSES))
            .withClockDrift(LeasingToy.DRIFT)
            .withClosing();

    private static WorldSpec spec(LeasingToy.Flaw flaw, Failures failures) {
        Distribution one = new Distribution.Constant(1);
        WorldSpec.Network network =
                new WorldSpec.Network(new Topology.Star(), new Distribution.Exponential(3), null, null, true);
        WorldSpec.Workload workload = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(10),
                new Distribution.Exponential(20),
                one,
                one,
                null,
                new Distribution.Constant(200),
                1,
                null,
                null);
        return WorldSpec.builder(LeasingToy.algorithm(flaw))
                .pool(PoolSettings.permits(1))
                .nodes(5)
                .duration(Ticks.of(1000))
                .drain(Ticks.of(1000))
                .network(network)
                .workload(workload)
                .failures(failures)
                .build();
    }

    private static Checkers run(WorldSpec spec, long seed) {
        Checkers checkers = WorldCheckers.of(spec);
        new World(spec, seed, checkers).run();
        return checkers;
    }

    @Test
    void leasesThatAreRightSurviveEverything() {
        WorldSpec spec = spec(LeasingToy.Flaw.NONE, HARSH);
        for (int seed = 1; seed <= 40; seed++) {
            Checkers checkers = run(spec, seed);
            assertThat(checkers.firstViolations()).as("seed " + seed).isEmpty();
            assertThat(checkers.firstStarved()).as("seed " + seed).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NO_DRIFT_MARGIN, slot-taken",
        "FROM_ARRIVAL, slot-taken",
        "NO_WAIT_AFTER_RESTART, slot-taken",
        "FORGETS_RESTARTS, decision-order"
    })
    void whatIsMissingIsMissed(LeasingToy.Flaw flaw, String rule) {
        WorldSpec spec = spec(flaw, HARSH);
        boolean seen = false;
        for (int seed = 1; seed <= 40 && !seen; seed++) {
            seen = run(spec, seed).firstViolations().stream()
                    .map(Violation::rule)
                    .anyMatch(rule::equals);
        }
        assertThat(seen).isTrue();
    }
}
