package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes that doze, leave, are out of reach and lose their memory, in worlds with time. */
class AbsencesTest {

    private static final Episodes EPISODES = new Episodes(Ticks.of(60), new Distribution.Exponential(10));

    /** Counts the events of a run. Over ideal routing only messages from and to absent nodes are lost. */
    private static final class Counts implements Journal {
        private int requested;
        private int granted;
        private int released;
        private int withdrawn;
        private int lost;

        @Override
        public void requested(long time, int node, PermitRequest request) {
            requested++;
        }

        @Override
        public void granted(long time, int node, PermitGrant grant) {
            granted++;
        }

        @Override
        public void released(long time, int node, PermitGrant grant) {
            released++;
        }

        @Override
        public void withdrawn(long time, int node, long request) {
            withdrawn++;
        }

        @Override
        public void lost(long time, int from, int to, Message message) {
            lost++;
        }
    }

    private static WorldSpec spec(Failures.Absences absences) {
        Distribution one = new Distribution.Constant(1);
        WorldSpec.Network network = new WorldSpec.Network(new Topology.Full(), one, null, null, false);
        WorldSpec.Workload workload = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(10),
                new Distribution.Exponential(2),
                new Distribution.Uniform(1, 2),
                one,
                null,
                null,
                1,
                null,
                null);
        return WorldSpec.builder(Algorithms.named("lookahead"))
                .pool(PoolSettings.permits(2))
                .nodes(5)
                .duration(Ticks.of(1000))
                .drain(Ticks.of(5000))
                .network(network)
                .workload(workload)
                .failures(Failures.NONE.withAbsences(absences))
                .build();
    }

    private static @Nullable Episodes episodes(boolean wanted) {
        return wanted ? EPISODES : null;
    }

    @ParameterizedTest(name = "doze {0}, disconnect {1}, outage {2}, reboot {3}")
    @CsvSource({
        "true, false, false, false",
        "false, true, false, false",
        "false, false, true, false",
        "false, false, false, true",
        "true, true, true, true"
    })
    void nobodyIsHurtAndEverybodyIsServedInTheEnd(boolean doze, boolean disconnect, boolean outage, boolean reboot) {
        WorldSpec spec =
                spec(new Failures.Absences(episodes(doze), episodes(disconnect), episodes(outage), episodes(reboot)));
        int losses = 0;
        int withdrawn = 0;
        for (int seed = 1; seed <= 20; seed++) {
            Checkers checkers = WorldCheckers.of(spec);
            new World(spec, seed, checkers).run();
            assertThat(checkers.firstViolations()).isEmpty();
            assertThat(checkers.firstStarved()).isEmpty();
            Counts counts = new Counts();
            new World(spec, seed, counts).run();
            assertThat(counts.granted).isPositive().isEqualTo(counts.released);
            assertThat(counts.granted + counts.withdrawn).isEqualTo(counts.requested);
            losses += counts.lost;
            withdrawn += counts.withdrawn;
        }
        boolean outOfReach = disconnect || outage || reboot;
        assertThat(losses > 0).as("lost").isEqualTo(outOfReach);
        assertThat(withdrawn > 0).as("withdrawn").isEqualTo(doze || disconnect || reboot);
    }

    @Test
    void nodesThatStayLoseNothing() {
        Counts counts = new Counts();
        new World(spec(Failures.Absences.NONE), 1, counts).run();
        assertThat(counts.lost).isZero();
        assertThat(counts.withdrawn).isZero();
        assertThat(counts.granted).isEqualTo(counts.requested);
    }
}
