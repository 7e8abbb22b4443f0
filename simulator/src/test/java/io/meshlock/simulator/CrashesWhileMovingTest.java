package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.mobility.Area;
import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.mobility.RandomWaypoint;
import io.meshlock.simulator.mobility.Speeds;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that move, crash and are cut off: links of nodes that are down wait for them. */
class CrashesWhileMovingTest {

    private static final Distribution SHORT = new Distribution.Constant(0.1);

    private static WorldSpec spec() {
        RandomWaypoint walk =
                new RandomWaypoint(new Area(300, 300), new Speeds(5, 10), new Distribution.Exponential(5), true);
        WorldSpec.Partitions partitions = new WorldSpec.Partitions(Ticks.of(60), new Distribution.Exponential(20));
        WorldSpec.Workload workload = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(5),
                new Distribution.Exponential(2),
                new Distribution.Constant(1),
                new Distribution.Constant(0),
                null,
                null,
                1,
                null,
                null);
        Failures.Crashes crashes = new Failures.Crashes(
                new Episodes(Ticks.of(100), new Distribution.Exponential(20)), 0, 0, new Distribution.Uniform(0, 4));
        return WorldSpec.builder(Algorithms.named("prioritized"))
                .pool(PoolSettings.permits(2))
                .options(Options.of(Map.of("recovery", 1L, "beacon", Ticks.PER_UNIT)))
                .nodes(8)
                .duration(Ticks.of(400))
                .drain(Ticks.of(2000))
                .network(new WorldSpec.Network(new Moving(walk, Radio.of(120, 0.1)), SHORT, null, partitions, true))
                .workload(workload)
                .failures(Failures.NONE.withCrash(crashes).withClosing())
                .build();
    }

    /** Notes links that come up at nodes that are down, or that are up already. */
    private static final class LinkWatch implements Journal {
        private final Set<Integer> down = new TreeSet<>();
        private final Set<Long> links = new TreeSet<>();
        private int crashes;
        private int wrong;

        @Override
        public void crashed(long time, int node) {
            down.add(node);
            crashes++;
        }

        @Override
        public void restarted(long time, int node, long incarnation) {
            down.remove(node);
        }

        @Override
        public void linkUp(long time, int a, int b) {
            boolean fresh = links.add((long) a << Integer.SIZE | b);
            wrong += !fresh || down.contains(a) || down.contains(b) ? 1 : 0;
        }

        @Override
        public void linkDown(long time, int a, int b) {
            wrong += links.remove((long) a << Integer.SIZE | b) ? 0 : 1;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noLinkComesUpAtANodeThatIsDown(long seed) {
        WorldSpec spec = spec();
        Checkers checkers = WorldCheckers.of(spec);
        LinkWatch watch = new LinkWatch();
        new World(spec, seed, Journals.fanOut(checkers, watch)).run();
        assertThat(watch.crashes).isPositive();
        assertThat(watch.wrong).isZero();
        assertThat(checkers.violations()).isZero();
        assertThat(checkers.starved()).isZero();
    }
}
