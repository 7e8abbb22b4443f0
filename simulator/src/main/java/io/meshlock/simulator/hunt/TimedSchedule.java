package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.journal.check.Violation;
import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldCheckers;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One random schedule of a pool with recovery. Election timeouts and leases need time, so it runs a {@link World}:
 * hosts crash, lose disks and pause, clocks drift, datagrams get lost, the mesh is partitioned. Then everything heals,
 * all requests must be served, and finally a client asks for all permits.
 */
final class TimedSchedule {

    /** How much longer than a side of the square the longest way through a geometric mesh is, in radio ranges. */
    private static final int DETOUR = 3;

    /** For how many election timeouts and ledger leases a wide mesh goes on after the healing if service is not judged. */
    private static final int UNJUDGED_DRAIN = 5;

    private final WorldSpec spec;
    private final long seed;
    private final Tally tally;

    /** The newest voters have forgotten what they promised. */
    private boolean forgotten;

    /** Somebody believed a liar, and cannot be taken back in time. */
    private boolean farAhead;

    TimedSchedule(HuntSettings settings, long seed, Tally tally) {
        this(bounded(new TimedDraw(settings, new Dice(seed)).spec()), seed, tally);
    }

    /**
     * A wide mesh in which service is not judged need not be simulated for thousands of beacons to find out whether there
     * is any: what may still break safety happens soon after the healing.
     */
    private static WorldSpec bounded(WorldSpec spec) {
        boolean endless = spec.nodes() > TimedDraw.WIDE && !isServicePromised(spec);
        return endless
                ? spec.toBuilder().drain(UNJUDGED_DRAIN * outageUnit(spec)).build()
                : spec;
    }

    TimedSchedule(WorldSpec spec, long seed, Tally tally) {
        this.spec = spec;
        this.seed = seed;
        this.tally = tally;
    }

    /** Runs the schedule to its end; returns what went wrong, or null. */
    @Nullable
    Failure run() {
        tally.count(Event.SCHEDULES);
        ServiceGaps gaps = new ServiceGaps(spec.nodes(), spec.hosts(), outageUnit(spec), outageBound(), tally);
        Failure failure = run(gaps, world -> {});
        return failure != null ? failure : gaps.failure();
    }

    /** @param look inspects the world after its end */
    private @Nullable Failure run(Journal observer, Consumer<World> look) {
        Checkers checkers = WorldCheckers.of(spec);
        CoverJudge cover = new CoverJudge();
        SpinJudge spin = new SpinJudge(spec.hosts(), option(spec, "beacon"));
        Failure broken = Schedule.judge(() -> {
            World world = new World(spec, seed, Journals.fanOut(checkers, cover, spin, observer));
            world.run(() -> {
                cover.judge(world);
                spin.judge(world.now());
            });
            look.accept(world);
            tally.add(Event.LIES, world.lies());
            forgotten = RememberedVoters.mayForget(spec.failures()) && !RememberedVoters.isMajority(world);
            farAhead = RememberedVoters.isAnybodyFarAhead(world);
            if (!world.agreeOnSize()) {
                throw new Failure.Raised(FailureKind.SIZES_DIFFER, "not everybody knows the pool's size");
            }
        });
        if (checkers.violations() > 0) {
            return failure(checkers.firstViolations().get(0));
        }
        if (broken != null) {
            return broken.kind().isLiveness() ? judgeService(broken) : broken;
        }
        return judgeService(
                checkers.starved() > 0 ? failure(checkers.firstStarved().get(0)) : null);
    }

    /**
     * Safety must hold under all settings; service only if a heartbeat and its echo can cross the mesh while it counts,
     * and a majority of the voters has its disks.
     */
    private @Nullable Failure judgeService(@Nullable Failure unserved) {
        if (unserved != null && forgotten) {
            tally.count(Event.FORGOTTEN_VOTERS);
            return null;
        }
        if (unserved != null && farAhead) {
            tally.count(Event.FAR_AHEAD);
            return null;
        }
        if (isServicePromised(spec)) {
            return unserved;
        }
        tally.count(Event.UNJUDGED_SERVICE);
        if (unserved != null) {
            tally.count(Event.UNSERVED);
        }
        return null;
    }

    /**
     * True if a heartbeat and its echo cross the mesh while the heartbeat counts; and, in a wide mesh, a request and its
     * grant within a lease, which counts from the request: otherwise grants are over when they arrive.
     */
    private static boolean isServicePromised(WorldSpec spec) {
        double clocks = (1 - drift(spec)) / (1 + drift(spec));
        double delay = Ticks.of(spec.network().delay().mean());
        boolean echoes =
                option(spec, "election-timeout") * clocks >= 2 * hops(spec) * (option(spec, "beacon") / 4.0 + delay);
        boolean grants = spec.nodes() <= TimedDraw.WIDE || option(spec, "lease") * clocks >= 2 * hops(spec) * delay;
        return echoes && grants;
    }

    /** The most hops between two nodes while links come and go and nodes are down. */
    private static int hops(WorldSpec spec) {
        Topology topology = spec.network().topology();
        if (topology instanceof Topology.Geometric geometric) {
            return (int) (DETOUR * 1000 / geometric.range());
        }
        boolean near = topology instanceof Topology.Full || topology instanceof Topology.Star;
        return near && spec.network().churn() == null ? 2 : spec.nodes() - 1;
    }

    private static double drift(WorldSpec spec) {
        return spec.options().given().getOrDefault("drift-ppm", 0L) / 1e6;
    }

    private static Failure failure(Violation violation) {
        return new Failure(
                FailureKind.of(violation),
                "at " + Ticks.toUnits(violation.time()) + ", " + violation.rule() + ": " + violation.detail());
    }

    /** An election timeout plus a ledger lease: the two waits after a crash. */
    private static long outageUnit(WorldSpec spec) {
        long drift = option(spec, "drift-ppm");
        return option(spec, "election-timeout") + option(spec, "lease") * (1_000_000 + drift) / (1_000_000 - drift);
    }

    /**
     * How long an outage may last by docs/protocols/recovery.md, where its conditions hold: nobody lies, nothing gets lost on
     * the way, and the crashed node is needed neither to connect others nor for a majority.
     */
    private long outageBound() {
        Failures.Datagrams datagrams = spec.failures().datagrams();
        boolean reliable = datagrams.loss() == 0 && datagrams.deaf() == 0 && datagrams.reorder() == 0;
        boolean spare = RecoverySettings.firstVoters(spec.options()) >= 3;
        boolean smooth = reliable && spare && !spec.failures().hasLies();
        double delay = longestDelay();
        long beacon = option(spec, "beacon");
        if (!smooth || !(spec.network().topology() instanceof Topology.Full) || Ticks.of(delay) > beacon) {
            return Long.MAX_VALUE;
        }
        double waits = (1 + drift(spec)) / (1 - drift(spec)) * (outageUnit(spec) + 6 * beacon);
        return (long) (waits + 4 * (beacon / 4.0 + Ticks.of(delay)));
    }

    /** Hardly any message takes longer than this. */
    private double longestDelay() {
        Distribution delay = spec.network().delay();
        return delay instanceof Distribution.Constant ? delay.mean() : 10 * delay.mean();
    }

    private static long option(WorldSpec spec, String name) {
        return spec.options().given().getOrDefault(name, Ticks.PER_UNIT);
    }

    // ---- telling what failed ----

    /** The schedule in readable form, simplified as far as possible. */
    String story() {
        TimedSchedule small = this;
        Failure failure = Objects.requireNonNull(run());
        for (boolean smaller = true; smaller; ) {
            smaller = false;
            for (WorldSpec candidate : small.simpler()) {
                TimedSchedule attempt = new TimedSchedule(candidate, seed, new Tally());
                Failure its = attempt.run();
                if (its != null && its.kind() == failure.kind()) {
                    failure = its;
                    small = attempt;
                    smaller = true;
                    break;
                }
            }
        }
        TimedStory chronicle = new TimedStory();
        StringBuilder end = new StringBuilder();
        small.run(chronicle, world -> {
            for (int node = 0; node < world.hosts(); node++) {
                end.append(node).append(": ").append(world.describe(node)).append('\n');
            }
        });
        return "# seed " + seed + ": " + failure + "\n" + small.summary() + chronicle.text() + end;
    }

    private String summary() {
        return "# " + spec.nodes() + " nodes, " + spec.pool() + ", " + spec.options() + "\n# " + spec.network() + "\n# "
                + spec.failures() + "\n";
    }

    /** Variants of this world, each with one thing less. */
    private List<WorldSpec> simpler() {
        List<WorldSpec> all = new ArrayList<>();
        Failures f = spec.failures();
        Failures.Datagrams reliable = Failures.Datagrams.RELIABLE;
        if (f.crash() != null) {
            all.add(spec.withFailures(f.withCrash(null)));
        }
        if (f.pause() != null) {
            all.add(spec.withFailures(f.withPause(null)));
        }
        if (f.clockDrift() >= 0) {
            all.add(spec.withFailures(f.withClockDrift(Failures.NO_DRIFT)));
        }
        if (!f.datagrams().equals(reliable)) {
            all.add(spec.withFailures(f.withDatagrams(reliable)));
        }
        if (spec.network().partitions() != null) {
            all.add(spec.withNetwork(spec.network().withPartitions(null)));
        }
        if (spec.network().churn() != null) {
            all.add(spec.withNetwork(spec.network().withChurn(null)));
        }
        if (spec.nodes() > 3) {
            all.add(spec.withNodes(spec.nodes() - 1));
        }
        return all;
    }
}
