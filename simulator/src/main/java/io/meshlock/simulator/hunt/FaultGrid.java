package io.meshlock.simulator.hunt;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.Failures.Planned;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Enumerates all placements of one crash, its restart and one partition on a grid of time, in a small mesh of a pool
 * with recovery. Complete within the grid, whereas hunts draw samples. The time unit is one beacon interval. Messages
 * take a constant time that does not divide the grid, so nothing else happens at the instant of a fault. Requests and
 * clocks come from a few seeds.
 *
 * <p>A timetable is a number below {@link #count}: seed, crash and partition are its digits.
 */
public final class FaultGrid implements Schedules {

    private static final double ELECTION_TIMEOUT = 10;
    private static final double LEASE = 5;
    private static final double DRIFT = 0.1;
    private static final double MILLION = 1e6;
    private static final double DELAY = 0.23;

    /** What a crashed node finds when it starts again. */
    private enum Finds {
        ITS_DISK,
        A_NEW_DISK,
        /** Its disk as it was some time before the crash, and nobody notices. */
        A_BACKUP,
        /** Its disk, and a second process of the node, which runs on an unnoticed copy of it. */
        ITS_TWIN
    }

    /** How long a crashed node is down, and what it finds then. */
    private record Fate(double down, Finds finds) {}

    /** Down very shortly, for less than an election timeout, or until everything heals. */
    private static final Fate[] FATES = {
        new Fate(0.5, Finds.ITS_DISK),
        new Fate(6, Finds.ITS_DISK),
        new Fate(6, Finds.A_NEW_DISK),
        new Fate(Double.POSITIVE_INFINITY, Finds.ITS_DISK),
        new Fate(6, Finds.A_BACKUP),
        new Fate(6, Finds.ITS_TWIN)
    };

    /** How much older than the crash a backup is, in beacons. */
    private static final double AGE = 4;

    /** When partitions begin: at times when the pool is in full use. */
    private static final double[] SPLITS = {3, 5.5};

    /** Where a crash interrupts the last input: before it, or after this many of its effects. */
    private static final int[] CUTS = {Fault.Crash.AT_ONCE, 1, 3};

    private final WorldSpec calm;
    private final int instants;
    private final double step;
    private final int seeds;
    private final long stride;

    /**
     * @param nodes how many, all neighbours of each other
     * @param horizon the crash comes before this, and the partition lasts no longer, in beacons
     * @param step between two instants of the grid, in beacons
     * @param seeds how many seeds, from 1
     * @param stride 1 for all of them, or a sample: every so many-th
     */
    public FaultGrid(
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
        double longest = 2 * ELECTION_TIMEOUT + SPLITS[SPLITS.length - 1];
        calm = WorldSpec.builder(algorithm)
                .pool(PoolSettings.permits(permits))
                .options(times(options))
                .nodes(nodes)
                .duration(Ticks.of(horizon + longest))
                .drain(Ticks.of(30 * (ELECTION_TIMEOUT + LEASE)))
                .network(new WorldSpec.Network(new Topology.Full(), new Distribution.Constant(DELAY), null, null, true))
                .workload(workload(permits))
                .failures(Failures.NONE.withClockDrift(DRIFT).withClosing())
                .build();
    }

    private static Options times(Options given) {
        Map<String, Long> values = new TreeMap<>(given.given());
        values.putIfAbsent("beacon", Ticks.PER_UNIT);
        values.putIfAbsent("election-timeout", Ticks.of(ELECTION_TIMEOUT));
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
        return (long) calm.nodes() * instants * CUTS.length * FATES.length;
    }

    /** A partition lasts at least one step. */
    private long splits() {
        return (long) calm.nodes() * SPLITS.length * instants;
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
        Fate fate = FATES[(int) (rest / CUTS.length)];
        plan.add(new Planned(Ticks.of(time), new Fault.Crash(node, cut)));
        // Healing would restart the node with its disk. Restart it just before, so that the script decides about the
        // disk.
        double latest = Ticks.toUnits(calm.duration()) - step;
        start(node, time, Math.min(time + fate.down, latest), fate.finds, plan);
    }

    private void start(int node, double crash, double start, Finds finds, List<Planned> plan) {
        Fault restart = new Fault.Restart(node, finds == Finds.A_NEW_DISK);
        if (finds == Finds.A_BACKUP) {
            plan.add(new Planned(Ticks.of(Math.max(0, crash - AGE)), new Fault.Backup(node)));
            restart = new Fault.Restore(node);
        } else if (finds == Finds.ITS_TWIN) {
            List<Integer> others = IntStream.range(0, calm.nodes())
                    .filter(other -> other != node)
                    .boxed()
                    .toList();
            plan.add(new Planned(Ticks.of((crash + start) / 2), new Fault.Twin(node, true, false, others)));
        }
        plan.add(new Planned(Ticks.of(start), restart));
    }

    private void split(long digits, List<Planned> plan) {
        int alone = (int) (digits % calm.nodes());
        long rest = digits / calm.nodes();
        double time = SPLITS[(int) (rest % SPLITS.length)];
        double length = (1 + rest / SPLITS.length) * step;
        plan.add(new Planned(Ticks.of(time), new Fault.Split(List.of(alone))));
        plan.add(new Planned(Ticks.of(time + length), new Fault.Mend()));
    }
}
