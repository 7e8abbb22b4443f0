package io.meshlock.simulator.hunt;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.simulator.Episodes;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.Failures.Planned;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.mobility.Area;
import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.mobility.RandomWaypoint;
import io.meshlock.simulator.mobility.Speeds;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Draws the world of a timed schedule. Its time unit is one beacon interval; all other times are a few of them, so that
 * crashes, election timeouts and leases interleave in every way, and a schedule is short.
 */
final class TimedDraw {

    private static final long BEACON = Ticks.PER_UNIT;
    private static final double RADIUS = 100;

    /** Larger meshes are geometric. */
    static final int WIDE = 30;

    private final HuntSettings settings;
    private final HuntSettings.Wreckage wreckage;
    private final Hardship hardship;
    private final Dice dice;
    private final int nodes;
    private final double electionTimeout;
    private final double lease;
    private final int driftPpm;
    private final double duration;

    TimedDraw(HuntSettings settings, Dice dice) {
        this.settings = settings;
        this.wreckage = settings.faults().wreckage();
        this.dice = dice;
        // Small meshes run fast and show most faults. Who asks for a hundred nodes wants a hundred.
        nodes = settings.exact() || settings.nodes() < 4 || settings.nodes() > WIDE
                ? settings.nodes()
                : dice.between(3, dice.between(3, settings.nodes()));
        driftPpm = dice.oneOf(0, wreckage.driftPpm() / 10, wreckage.driftPpm(), wreckage.driftPpm());
        // News and grants need longer to cross a wide mesh; service is promised, and judged, only if they can.
        int stretch = nodes > WIDE ? 2 : 1;
        electionTimeout = stretch * dice.oneOf(10, 10, 12, 16);
        lease = stretch * dice.oneOf(4, 6, 10, 15, 20);
        duration = electionTimeout / stretch * dice.between(3, 7);
        hardship = Hardship.draw(settings.faults().hardships(), dice);
    }

    WorldSpec spec() {
        HuntSettings.Faults faults = settings.faults();
        WorldSpec.Builder world = WorldSpec.builder(settings.algorithm())
                .pool(pool())
                .options(options())
                .nodes(nodes)
                .duration(Ticks.of(duration))
                .drain(Ticks.of(patienceAfterHealing()))
                .network(network(faults))
                .workload(workload(faults))
                .failures(failures(faults.hazards()));
        WorldSpec spec = withoutClientsOfLiars(
                world.options(withVoters(world.build().options())).build());
        // A voter without a disk loses its seat when it starts again: a majority of the voters must have disks.
        int most = Math.min(nodes, RecoverySettings.firstVoters(spec.options()));
        int diskless = Math.min(spec.failures().diskless(), (most - 1) / 2);
        return spec.withFailures(spec.failures().withDiskless(diskless));
    }

    /** Nothing is promised to the clients of a node about which somebody says that it holds nothing. */
    private static WorldSpec withoutClientsOfLiars(WorldSpec spec) {
        List<Integer> others = new ArrayList<>();
        for (int node = 0; node < spec.nodes(); node++) {
            others.add(node);
        }
        spec.failures().plan().forEach(each -> {
            if (each.fault() instanceof Fault.Lie lie) {
                others.remove((Integer) lie.node());
                others.remove((Integer) lie.victim());
            }
        });
        if (others.size() == spec.nodes()) {
            return spec;
        }
        return spec.toBuilder().workload(spec.workload().askedBy(others)).build();
    }

    /** Draws how many nodes vote, unless the scenario says it. */
    private Options withVoters(Options options) {
        Map<String, Long> values = new TreeMap<>(options.given());
        if (has("voters")) {
            values.putIfAbsent("voters", (long) dice.oneOf(1, 3, 3, 5, 7, 7));
        }
        return Options.of(values);
    }

    private PoolSettings pool() {
        PoolSettings pool = settings.pool();
        int permits = settings.exact() ? pool.permits() : dice.between(1, pool.permits());
        return new PoolSettings(permits, pool.policy(), pool.aging());
    }

    /** Draws the times that the scenario does not set. */
    private Options options() {
        Map<String, Long> values = new TreeMap<>(settings.options().given());
        if (has("election-timeout")) {
            values.putIfAbsent("beacon", BEACON);
            values.putIfAbsent("election-timeout", Ticks.of(electionTimeout));
            values.putIfAbsent("lease", Ticks.of(lease));
            values.putIfAbsent("drift-ppm", (long) driftPpm);
        }
        // A token that moves often meets more kinds of faults than one that rests.
        if (!settings.exact() && has("eager")) {
            values.putIfAbsent("eager", dice.oneIn(3) ? 1L : 0L);
            values.putIfAbsent("migration", dice.oneIn(2) ? 1L : 8L);
        }
        return Options.of(values);
    }

    private boolean has(String option) {
        return settings.algorithm().options().stream().map(Option::name).anyMatch(option::equals);
    }

    /** Far more than is needed: a request that waits longer waits for ever. */
    private double patienceAfterHealing() {
        return 30 * (electionTimeout + lease) + 60 * nodes;
    }

    private WorldSpec.Network network(HuntSettings.Faults faults) {
        Distribution delay = switch (dice.below(5)) {
            case 0 -> new Distribution.Constant(0.1);
            case 1 -> new Distribution.Exponential(0.5);
            case 2 -> new Distribution.Uniform(0.01, 1.5);
            default -> new Distribution.Exponential(0.1);
        };
        boolean moves = hardship == Hardship.MOBILITY;
        boolean churns = faults.churn() && dice.oneIn(3) && !moves && nodes <= WIDE;
        WorldSpec.Churn churn = churns ? new WorldSpec.Churn(Ticks.of(5), true) : null;
        WorldSpec.Partitions partitions = faults.partitions() && dice.oneIn(2)
                ? new WorldSpec.Partitions(Ticks.of(duration / 3), length(electionTimeout))
                : null;
        return new WorldSpec.Network(moves ? moving() : topology(), delay, churn, partitions, true);
    }

    /** Nodes that walk about; each has six to ten neighbours on average, and meets others every few beacons. */
    private Topology moving() {
        double side = RADIUS * Math.sqrt(Math.PI * nodes / dice.between(6, 10));
        Area area = new Area(side, side);
        double speed = RADIUS / dice.oneOf(10, 20, 40);
        Distribution rest = new Distribution.Exponential(dice.oneOf(1, 10));
        return new Moving(new RandomWaypoint(area, new Speeds(speed / 2, speed), rest, true), Radio.of(RADIUS, 0.1));
    }

    private Topology topology() {
        if (nodes > WIDE) { // a line of a hundred would be out of service for ever
            return new Topology.Geometric(1000 * Math.sqrt(dice.between(8, 14) / (Math.PI * nodes)));
        }
        return switch (dice.below(6)) {
            case 0 -> new Topology.Line();
            case 1 -> new Topology.Ring();
            case 2 -> new Topology.Star();
            case 3 -> new Topology.Random(Math.min(1, 2.0 / nodes + dice.below(5) / 10.0));
            default -> new Topology.Full();
        };
    }

    /** A distribution with about this mean: constant, spread out, or mostly much shorter. */
    private Distribution length(double mean) {
        return switch (dice.below(3)) {
            case 0 -> new Distribution.Uniform(mean / 2, 2 * mean);
            case 1 -> new Distribution.Exponential(mean);
            default -> new Distribution.Exponential(mean / 8);
        };
    }

    private WorldSpec.Workload workload(HuntSettings.Faults faults) {
        HuntSettings.Demand demand = settings.demand();
        return new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(dice.oneOf(1, 5, 20)),
                new Distribution.Exponential(dice.oneOf(1, 5, 20) / 2.0),
                new Distribution.Uniform(demand.minPermits(), demand.maxPermits()),
                new Distribution.Uniform(demand.minPriority(), demand.maxPriority()),
                null,
                faults.cancels() && dice.oneIn(3) ? new Distribution.Exponential(2 * electionTimeout) : null,
                dice.oneOf(1, 1, 2),
                null,
                null,
                demand.parts());
    }

    private Failures failures(HuntSettings.Hazards hazards) {
        Episodes pauses = wreckage.pause()
                ? episodes(dice.oneOf(0, 1, 3), length((electionTimeout + lease) * dice.oneOf(1, 3) / 2))
                : null;
        Failures.Pauses pause = pauses == null ? null : new Failures.Pauses(pauses);
        Failures.Datagrams datagrams = new Failures.Datagrams(
                dice.oneOf(0, hazards.loss() / 10, hazards.loss()) / 1000.0,
                dice.oneOf(0, hazards.duplicate()) / 1000.0,
                dice.oneOf(0, hazards.reorder()) / 1000.0,
                dice.oneOf(0, 0, hazards.loss()) / 1000.0);
        Failures.Crashes crashes = crashes();
        List<Planned> plan = cluster();
        recoverInTheEnd(plan);
        Failures.Crashes rarer = hazards.resize() ? operate(crashes, plan) : crashes;
        int diskless = hardship == Hardship.DISKLESS ? dice.between(1, (nodes - 1) / 2) : 0;
        new HardshipPlan(dice, nodes, duration, electionTimeout).add(hardship, plan);
        // Nodes that left or forgot are missed already: a lost disk more could cost the rest its majority.
        boolean spare = hardship == Hardship.DISKLESS
                || hardship == Hardship.TURNOVER
                || hardship == Hardship.WRONG_CLOCKS
                || hardship == Hardship.TWINS
                || hardship == Hardship.LIARS;
        Failures.Crashes spared =
                spare && rarer != null ? new Failures.Crashes(rarer.episodes(), 0, 0, rarer.notice()) : rarer;
        return new Failures(Failures.Absences.NONE, spared, pause, driftPpm / 1e6, datagrams, plan, true, diskless);
    }

    /**
     * Where only operators make new tokens, the operator of each node does so after the healing, one after the other.
     */
    private void recoverInTheEnd(List<Planned> plan) {
        if (RecoverySettings.policy(settings.options()) == RecoverySettings.Recovery.OPERATOR) {
            for (int node = 0; node < nodes; node++) {
                plan.add(planned(duration + (2 + 2 * node) * electionTimeout, new Fault.Recover(node)));
            }
        }
    }

    /**
     * Operators change the size, and in some schedules let nodes leave, or declare others gone for good. If members
     * have left, a lost disk or a crash for good could cost the rest its majority, so these do not happen in the same
     * schedule.
     */
    private Failures.@Nullable Crashes operate(Failures.@Nullable Crashes crashes, List<Planned> plan) {
        for (int changes = dice.between(0, 4); changes > 0; changes--) {
            plan.add(planned(part(duration), new Fault.Resize(dice.below(nodes), dice.between(1, 4))));
        }
        if (dice.oneIn(2)) {
            return crashes;
        }
        for (int absences = dice.between(1, 3); absences > 0; absences--) {
            int node = dice.below(nodes);
            double time = part(duration);
            plan.add(planned(time, new Fault.Leave(node)));
            plan.add(planned(time + part(2 * electionTimeout), new Fault.Stay(node)));
        }
        for (int gone = dice.between(0, 2); gone > 0; gone--) {
            plan.add(planned(part(duration), new Fault.Forget(dice.below(nodes), dice.below(nodes))));
        }
        return crashes == null ? null : new Failures.Crashes(crashes.episodes(), 0, 0, crashes.notice());
    }

    private Failures.@Nullable Crashes crashes() {
        Episodes episodes = wreckage.crash() ? episodes(dice.oneOf(0, 1, 2, 5), length(electionTimeout)) : null;
        if (episodes == null) {
            return null;
        }
        return new Failures.Crashes(
                episodes,
                wreckage.lostDisk() ? dice.oneOf(0, 20, 50) / 100.0 : 0,
                wreckage.forGood() ? dice.oneOf(0, 10, 30) / 100.0 : 0,
                dice.oneIn(2) ? new Distribution.Constant(0) : new Distribution.Uniform(0, 4));
    }

    /**
     * Independent random faults seldom coincide. So in some schedules a node, often the bootstrap node, is cut off, and
     * hosts fail around a critical moment: when the others' election timeout ends and the node comes back; or many of
     * them just after the cut, while the token's lease is still valid.
     */
    private List<Planned> cluster() {
        List<Planned> plan = new ArrayList<>();
        if (!settings.faults().partitions() || !wreckage.crash() || dice.oneIn(2)) {
            return plan;
        }
        double cut = 2 + part(4);
        boolean early = dice.oneIn(2);
        double focus = early ? cut + 3 : cut + electionTimeout * (0.9 + part(0.4)) + part(6);
        plan.add(planned(cut, new Fault.Split(List.of(dice.oneIn(2) ? 0 : dice.below(nodes)))));
        plan.add(planned(
                early ? cut + electionTimeout + part(2 * electionTimeout) : focus + part(4) - 2, new Fault.Mend()));
        for (int faults = early ? nodes : dice.between(1, 3); faults > 0; faults--) {
            addFault(early ? faults - 1 : dice.below(nodes), focus + part(6) - 3, plan);
        }
        return plan;
    }

    private void addFault(int node, double time, List<Planned> plan) {
        double end = time + (dice.oneIn(2) ? part(1) : part(6));
        if (wreckage.pause() && dice.oneIn(3)) {
            plan.add(planned(time, new Fault.Pause(node)));
            plan.add(planned(end, new Fault.Resume(node)));
        } else {
            plan.add(planned(time, new Fault.Crash(node, dice.oneOf(Fault.Crash.AT_ONCE, 0, 1, 2, 4))));
            plan.add(planned(end, new Fault.Restart(node, false)));
        }
    }

    private static Planned planned(double time, Fault fault) {
        return new Planned(Ticks.of(time), fault);
    }

    /** A random part of the whole, in thousandths: at least one, at most all. */
    private double part(double whole) {
        return whole * dice.between(1, 1000) / 1000;
    }

    /** Episodes that happen {@code howMany} times per schedule on average; null if none. */
    private @Nullable Episodes episodes(int howMany, Distribution length) {
        return howMany == 0 ? null : new Episodes(Ticks.of(duration * nodes / howMany), length);
    }
}
