package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.journal.check.Violation;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.Failures.Planned;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldCheckers;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.network.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Schedules in which a pool in use loses its token once: the node that has it crashes, in a mesh that is well
 * otherwise, except that datagrams get lost. Each is judged by the documented bound of the time until the next grant; see
 * docs/protocols/recovery.md. A number is a seed, from which the mesh and the instant of the crash are drawn.
 */
public final class TokenLosses implements Schedules {

    private static final double ELECTION_TIMEOUT = 10;
    private static final double LEASE = 15;
    private static final double DRIFT = 0.01;
    private static final double LONGEST_DELAY = 0.02;

    /** Up to this many, all nodes are neighbours. */
    private static final int DENSE = 10;

    private final HuntSettings settings;
    private final double loss;

    /**
     * @param settings of which the algorithm, its options, the most permits and the nodes are used
     * @param loss the share of datagrams that get lost
     */
    public TokenLosses(HuntSettings settings, double loss) {
        this.settings = settings;
        this.loss = loss;
    }

    @Override
    public @Nullable Failure play(long seed, Tally tally) {
        tally.count(Event.SCHEDULES);
        WorldSpec spec = spec(new Dice(seed));
        Checkers checkers = WorldCheckers.of(spec);
        OutageJudge outage = new OutageJudge(spec, LONGEST_DELAY, tally);
        CoverJudge cover = new CoverJudge();
        Failure broken = Schedule.judge(() -> {
            World world = new World(spec, seed, Journals.fanOut(checkers, cover, outage));
            world.run(() -> cover.judge(world));
        });
        if (checkers.violations() > 0) {
            return failure(checkers.firstViolations().get(0));
        }
        if (broken == null && checkers.starved() > 0) {
            return failure(checkers.firstStarved().get(0));
        }
        return broken != null ? broken : outage.failure();
    }

    private static Failure failure(Violation violation) {
        return new Failure(FailureKind.of(violation), violation.rule() + ": " + violation.detail());
    }

    @Override
    public Finding tell(long seed) {
        Failure failure = play(seed, new Tally());
        if (failure == null) {
            throw new IllegalArgumentException("schedule " + seed + " does not fail");
        }
        return new Finding(seed, failure, "# " + spec(new Dice(seed)) + "\n");
    }

    private WorldSpec spec(Dice dice) {
        Options options = options();
        double crash = ELECTION_TIMEOUT * dice.between(3000, 4000) / 1000;
        double patience = 10 * (ELECTION_TIMEOUT + LEASE);
        int permits = dice.between(1, settings.pool().permits());
        return WorldSpec.builder(settings.algorithm())
                .pool(PoolSettings.permits(permits))
                .options(options)
                .nodes(settings.nodes())
                .duration(Ticks.of(crash + patience))
                .drain(Ticks.of(2 * patience))
                .network(new WorldSpec.Network(
                        topology(), new Distribution.Uniform(LONGEST_DELAY / 4, LONGEST_DELAY), null, null, true))
                .workload(workload(Ticks.toUnits(options.given().getOrDefault("beacon", Ticks.PER_UNIT))))
                .failures(Failures.NONE
                        .withClockDrift(DRIFT)
                        .withDatagrams(new Failures.Datagrams(loss, 0, 0, 0))
                        .withPlan(List.of(new Planned(Ticks.of(crash), new Fault.CrashHolder()))))
                .build();
    }

    private Options options() {
        Map<String, Long> values = new TreeMap<>(settings.options().given());
        values.putIfAbsent("beacon", Ticks.PER_UNIT);
        values.putIfAbsent("election-timeout", Ticks.of(ELECTION_TIMEOUT));
        values.putIfAbsent("lease", Ticks.of(LEASE));
        values.putIfAbsent("drift-ppm", Math.round(1e6 * DRIFT));
        return Options.of(values);
    }

    /** Dense enough that no single node holds the mesh together, as a rule. */
    private Topology topology() {
        int nodes = settings.nodes();
        return nodes <= DENSE ? new Topology.Full() : new Topology.Geometric(1000 * Math.sqrt(14 / (Math.PI * nodes)));
    }

    /** Somebody waits nearly all the time, and nobody holds for so long that the bound says nothing. */
    private WorldSpec.Workload workload(double beacon) {
        return new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(beacon * settings.nodes()),
                new Distribution.Exponential(beacon),
                new Distribution.Constant(1),
                new Distribution.Constant(0),
                null,
                null,
                1,
                null,
                null);
    }
}
