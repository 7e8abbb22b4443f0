package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.Distribution;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.Failures.Mishap;
import io.meshlock.simulator.Failures.Planned;
import io.meshlock.simulator.Ticks;
import io.meshlock.simulator.WorldSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every way to lay one crash, the restart after it and one partition on a grid of time, in a small mesh of a pool with
 * recovery: complete within the grid, where hunts only draw. The time unit is one beacon. Messages take a constant time that
 * does not divide the grid, so nothing happens at the same instant as a mishap. Requests and clocks come from a few seeds.
 *
 * <p>A timetable is a number below {@link #count}: seed, crash and partition are its digits.
 */
public final class Timetables implements Schedules {

    private static final double GUARD = 10;
    private static final double LEASE = 5;
    private static final double DRIFT = 0.1;
    private static final double MILLION = 1e6;
    private static final double DELAY = 0.23;

    /** How long a node is down: hardly, less than a guard, more than a guard and a lease, until everything heals. */
    private static final double[] DOWNS = {0.5, 6, 20, Double.POSITIVE_INFINITY};

    private static final double[] SPLITS = {1, 8, 25};

    /** Where a crash interrupts its last input: before it, or after so many of its effects. */
    private static final int[] CUTS = {Mishap.Crash.AT_ONCE, 0, 1, 2, 3, 5};

    private final WorldSpec calm;
    private final int instants;
    private final double step;
    private final int seeds;
    private final long stride;

    /**
     * @param nodes how many, all neighbours of each other
     * @param horizon mishaps begin before this, in beacons
     * @param step between two instants of the grid, in beacons
     * @param seeds how many seeds, from 1
     * @param stride 1 for all of them, or a sample: every so many-th
     */
    public Timetables(
            Algorithm algorithm,
            Options options,
            int nodes,
            int permits,
            double horizon,
            double step,
            int seeds,
            long stride) {
        this.instants = (int) Math.floor(horizon / step);
        this.step = step;
        this.seeds = seeds;
        this.stride = stride;
        double longest = 2 * GUARD + 25;
        calm = new WorldSpec(
                algorithm,
                PoolSettings.permits(permits),
                times(options),
                nodes,
                Ticks.of(horizon + longest),
                0,
                Ticks.of(30 * (GUARD + LEASE)),
                new WorldSpec.Network(
                        new WorldSpec.Topology.Full(), new Distribution.Constant(DELAY), null, null, true),
                workload(permits),
                WorldSpec.Hosts.STAY,
                new Failures(null, null, DRIFT, Failures.Datagrams.RELIABLE, List.of(), true));
    }

    private static Options times(Options given) {
        Map<String, Long> values = new TreeMap<>(given.given());
        values.putIfAbsent("beacon", Ticks.PER_UNIT);
        values.putIfAbsent("guard", Ticks.of(GUARD));
        values.putIfAbsent("lease", Ticks.of(LEASE));
        values.putIfAbsent("drift-ppm", Math.round(DRIFT * MILLION));
        return Options.of(values);
    }

    private static WorldSpec.Workload workload(int permits) {
        Distribution zero = new Distribution.Constant(0);
        return new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Exponential(4),
                new Distribution.Exponential(3),
                new Distribution.Uniform(1, permits),
                zero,
                null,
                null,
                1,
                null,
                null);
    }

    /** How many there are, of which every {@code stride}-th is played. */
    public long all() {
        return seeds * crashes() * splits();
    }

    /** How many are played. */
    public long count() {
        return (all() + stride - 1) / stride;
    }

    private long crashes() {
        return (long) calm.nodes() * instants * CUTS.length * DOWNS.length * 2;
    }

    private long splits() {
        return (long) calm.nodes() * instants * SPLITS.length;
    }

    @Override
    public @Nullable Failure play(long number, Tally tally) {
        return schedule(number, tally).run();
    }

    @Override
    public Finding tell(long number) {
        return Finding.of(schedule(number, new Tally()), number);
    }

    private TimedSchedule schedule(long place, Tally tally) {
        long number = place * stride;
        long seed = 1 + number / (crashes() * splits());
        List<Planned> plan = new ArrayList<>();
        crash(number / splits() % crashes(), plan);
        split(number % splits(), plan);
        return new TimedSchedule(calm.withFailures(calm.failures().withPlan(plan)), seed, tally);
    }

    private void crash(long digits, List<Planned> plan) {
        int node = (int) (digits % calm.nodes());
        long rest = digits / calm.nodes();
        double time = rest % instants * step;
        rest /= instants;
        int cut = CUTS[(int) (rest % CUTS.length)];
        rest /= CUTS.length;
        double down = DOWNS[(int) (rest % DOWNS.length)];
        boolean lostDisk = rest / DOWNS.length > 0;
        plan.add(new Planned(Ticks.of(time), new Mishap.Crash(node, cut)));
        // Also when everything heals, the disk is what was planned: so a restart just before it.
        double latest = Ticks.toUnits(calm.duration()) - step;
        plan.add(new Planned(Ticks.of(Math.min(time + down, latest)), new Mishap.Restart(node, lostDisk)));
    }

    private void split(long digits, List<Planned> plan) {
        int alone = (int) (digits % calm.nodes());
        long rest = digits / calm.nodes();
        double time = rest % instants * step;
        double length = SPLITS[(int) (rest / instants)];
        plan.add(new Planned(Ticks.of(time), new Mishap.Split(List.of(alone))));
        plan.add(new Planned(Ticks.of(time + length), new Mishap.Mend()));
    }
}
