package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;

/**
 * The distribution that schedules are drawn from. Together with a seed it determines a schedule completely.
 *
 * @param algorithm the protocol that every node runs
 * @param options the algorithm's own settings; in half of the schedules others are drawn for those not given
 * @param pool the pool's settings; its permits are the most that a schedule has
 * @param nodes the most nodes that a schedule has; if the pool has recovery and they are more than 30, every schedule
 *     has as many
 * @param exact every schedule has exactly that many nodes and permits, that aging and those options; otherwise they are
 *     drawn, nodes from 2 and permits from 1 up
 * @param demand what clients ask for
 * @param faults what may happen to the network and to requests
 * @param steps how long the phase of faults is
 */
public record HuntSettings(
        Algorithm algorithm,
        Options options,
        PoolSettings pool,
        int nodes,
        boolean exact,
        Demand demand,
        Faults faults,
        int steps) {

    public static final int DEFAULT_STEPS = 400;

    /** Memory grows with the square of the nodes: larger meshes would be mostly empty arrays. */
    public static final int MAX_NODES = 1_000;

    /**
     * @param minPermits smallest h, cut to what the pool has
     * @param maxPermits largest h, cut to what the pool has
     * @param minPriority smallest priority
     * @param maxPriority largest priority
     * @param deadlines whether requests have deadlines
     * @param tries requests that do not wait, in thousandths; only for algorithms that answer them
     * @param parts whether clients give back some of their permits before the rest; only for algorithms that amend
     *     grants
     */
    public record Demand(
            int minPermits,
            int maxPermits,
            int minPriority,
            int maxPriority,
            boolean deadlines,
            int tries,
            boolean parts) {

        /** Demand of clients that wait. */
        public Demand(int minPermits, int maxPermits, int minPriority, int maxPriority, boolean deadlines) {
            this(minPermits, maxPermits, minPriority, maxPriority, deadlines, 0, false);
        }

        /** The same with so many requests, in thousandths, that do not wait. */
        public Demand withTries(int value) {
            return new Demand(minPermits, maxPermits, minPriority, maxPriority, deadlines, value, parts);
        }

        /** The same with clients that give back half of their permits before the rest. */
        public Demand withParts() {
            return new Demand(minPermits, maxPermits, minPriority, maxPriority, deadlines, tries, true);
        }
    }

    /**
     * @param churn links come and go
     * @param partitions the mesh falls apart for a while
     * @param lossyLinkDeath what is in flight on a dying link may be lost, and its ends notice at different moments
     * @param cancels clients lose patience
     * @param hazards what happens to messages that go to anybody or are datagrams, and to the nodes themselves
     * @param wreckage what happens to hosts and clocks of pools with recovery
     * @param hardships more of that, in some of the schedules
     */
    public record Faults(
            boolean churn,
            boolean partitions,
            boolean lossyLinkDeath,
            boolean cancels,
            Hazards hazards,
            Wreckage wreckage,
            Hardships hardships) {

        /** Without hardships. */
        public Faults(
                boolean churn,
                boolean partitions,
                boolean lossyLinkDeath,
                boolean cancels,
                Hazards hazards,
                Wreckage wreckage) {
            this(churn, partitions, lossyLinkDeath, cancels, hazards, wreckage, Hardships.NONE);
        }

        /** Without faults of hosts and clocks. */
        public Faults(boolean churn, boolean partitions, boolean lossyLinkDeath, boolean cancels, Hazards hazards) {
            this(churn, partitions, lossyLinkDeath, cancels, hazards, Wreckage.NONE);
        }

        /** Nodes stay, and messages only get lost with their link. */
        public Faults(boolean churn, boolean partitions, boolean lossyLinkDeath, boolean cancels) {
            this(churn, partitions, lossyLinkDeath, cancels, Hazards.NONE);
        }

        /** True if a message may not arrive, or arrive twice. */
        boolean mayLose() {
            return lossyLinkDeath || hazards.loss > 0 || hazards.duplicate > 0;
        }
    }

    /**
     * The most that happens; many a schedule is calmer.
     *
     * @param loss messages lost, in thousandths
     * @param duplicate messages that arrive twice, in thousandths
     * @param reorder messages that overtake others, in thousandths
     * @param doze nodes leave and come back, and can be reached meanwhile
     * @param disconnect nodes cannot be reached for a while, with or without having left before
     * @param reboot nodes start again without their memory
     * @param resize operators change the pool's size
     */
    public record Hazards(
            int loss, int duplicate, int reorder, boolean doze, boolean disconnect, boolean reboot, boolean resize) {
        public static final Hazards NONE = new Hazards(0, 0, 0, false, false, false, false);

        /** All that can happen to nodes that write to anybody. */
        public static final Hazards ALL = new Hazards(200, 100, 500, true, true, true, false);

        /** All that operators do to nodes that write to neighbours. */
        public static final Hazards OPERATED = new Hazards(0, 0, 0, true, true, false, true);
    }

    /**
     * The worst that happens; many a schedule is calmer.
     *
     * @param crash hosts crash, and restart with what is on their disks
     * @param lostDisk some lose their disk, too
     * @param forGood some never restart
     * @param pause hosts stand still for a while
     * @param driftPpm by how many millionths clocks are too fast or too slow
     */
    public record Wreckage(boolean crash, boolean lostDisk, boolean forGood, boolean pause, int driftPpm) {
        public static final Wreckage NONE = new Wreckage(false, false, false, false, 0);
        public static final Wreckage ALL = new Wreckage(true, true, true, true, 100_000);
    }

    /**
     * Faults of pools with recovery that come in bursts, or last for a whole schedule. Each happens in some of the
     * schedules, beside everything else.
     *
     * @param restarts nodes crash and start again several times within an election timeout
     * @param diskless up to a minority of the nodes remembers nothing when it starts again
     * @param turnover many nodes leave and come back, so that members are replaced all the time
     * @param mobility nodes move, and their links with them
     * @param restoredDisks nodes start again with an older copy of their disk, as from a backup; never so many that a
     *     majority of the voters has forgotten promises
     * @param wrongClocks a node starts again without its disk and with a wall clock that is ahead, and later with one that
     *     is right: its later incarnation has the smaller number
     * @param twins further processes run with the identity of a node that is there
     * @param liars a node tells its neighbours what is not true, as far as something is promised against it
     */
    public record Hardships(
            boolean restarts,
            boolean diskless,
            boolean turnover,
            boolean mobility,
            boolean restoredDisks,
            boolean wrongClocks,
            boolean twins,
            boolean liars) {
        public static final Hardships NONE = new Hardships(false, false, false, false, false, false, false, false);

        /** All that a pool must survive. */
        public static final Hardships ALL = new Hardships(true, true, true, true, false, false, false, false);

        /** Without twins and liars. */
        public Hardships(
                boolean restarts,
                boolean diskless,
                boolean turnover,
                boolean mobility,
                boolean restoredDisks,
                boolean wrongClocks) {
            this(restarts, diskless, turnover, mobility, restoredDisks, wrongClocks, false, false);
        }

        /** These and twins and liars. */
        public Hardships withTwinsAndLiars(boolean twinsToo, boolean liarsToo) {
            return new Hardships(
                    restarts, diskless, turnover, mobility, restoredDisks, wrongClocks, twinsToo, liarsToo);
        }

        /** Twins and liars are named if they are there: so hunts that were begun before there were any can go on. */
        @Override
        public String toString() {
            return "Hardships[restarts=" + restarts + ", diskless=" + diskless + ", turnover=" + turnover
                    + ", mobility="
                    + mobility + ", restoredDisks=" + restoredDisks + ", wrongClocks=" + wrongClocks
                    + (twins ? ", twins=true" : "") + (liars ? ", liars=true" : "") + "]";
        }
    }

    /** Few nodes of a pool with recovery, and everything that can go wrong. */
    public static HuntSettings recovering(Algorithm algorithm, Options options, int nodes, int permits) {
        return new HuntSettings(
                algorithm,
                options,
                PoolSettings.permits(permits),
                nodes,
                false,
                new Demand(1, permits, 0, 3, false),
                new Faults(
                        true, true, true, true, new Hazards(200, 100, 300, false, false, false, false), Wreckage.ALL),
                DEFAULT_STEPS);
    }

    /** True if schedules are worlds with time, because the pool has recovery. */
    public boolean recovers() {
        return algorithm.recovers(options);
    }

    /** Few nodes, all kinds of faults: what tests start from. */
    public static HuntSettings small(Algorithm algorithm, boolean lossy) {
        return new HuntSettings(
                algorithm,
                Options.DEFAULTS,
                PoolSettings.permits(4).withAging(3),
                8,
                false,
                new Demand(1, 4, 0, 3, false),
                new Faults(true, true, lossy, true),
                DEFAULT_STEPS);
    }

    /** Few nodes that write to anybody, all kinds of hazards: what tests start from. */
    public static HuntSettings anybody(Algorithm algorithm, int permits) {
        return new HuntSettings(
                algorithm,
                Options.DEFAULTS,
                PoolSettings.permits(permits).withAging(3),
                6,
                false,
                new Demand(1, permits, 0, 3, false),
                new Faults(false, false, false, true, Hazards.ALL),
                DEFAULT_STEPS);
    }

    /** True if nodes write to anybody: there are no links, and any message may be lost, doubled or late. */
    public boolean toAnybody() {
        return algorithm.guarantees().reach() == Guarantees.Reach.ANYBODY;
    }

    /** True if operators do something to nodes that write to neighbours. */
    boolean isOperated() {
        Hazards hazards = faults.hazards();
        return !toAnybody() && (hazards.doze || hazards.disconnect || hazards.resize);
    }

    /** True if two nodes of every healed mesh leave, and come back. */
    boolean nodesLeaveInTheEnd() {
        return toAnybody()
                ? algorithm.guarantees().hosts() == Guarantees.Hosts.COME_AND_GO
                : faults.hazards().doze() || faults.hazards().disconnect();
    }

    /** The same with operators that change the pool's size, and with nodes that leave and come back. */
    public HuntSettings operated() {
        Hazards some = faults.hazards;
        Hazards operated = new Hazards(some.loss, some.duplicate, some.reorder, true, true, false, true);
        return withFaults(new Faults(
                faults.churn,
                faults.partitions,
                faults.lossyLinkDeath,
                faults.cancels,
                operated,
                faults.wreckage,
                faults.hardships));
    }

    /** The same with these hardships. */
    public HuntSettings with(Hardships hardships) {
        return withFaults(new Faults(
                faults.churn,
                faults.partitions,
                faults.lossyLinkDeath,
                faults.cancels,
                faults.hazards,
                faults.wreckage,
                hardships));
    }

    public HuntSettings withSteps(int value) {
        return new HuntSettings(algorithm, options, pool, nodes, exact, demand, faults, value);
    }

    public HuntSettings withFaults(Faults value) {
        return new HuntSettings(algorithm, options, pool, nodes, exact, demand, value, steps);
    }

    public HuntSettings withDemand(Demand value) {
        return new HuntSettings(algorithm, options, pool, nodes, exact, value, faults, steps);
    }

    public HuntSettings withPool(PoolSettings value) {
        return new HuntSettings(algorithm, options, value, nodes, exact, demand, faults, steps);
    }

    public HuntSettings withOptions(Options value) {
        return new HuntSettings(algorithm, value, pool, nodes, exact, demand, faults, steps);
    }

    /** At most, or exactly, so many nodes. */
    public HuntSettings withNodes(int value, boolean exactly) {
        return new HuntSettings(algorithm, options, pool, value, exactly, demand, faults, steps);
    }

    /** One line that names everything: two settings with the same line give the same schedules. */
    public String fingerprint() {
        return algorithm.name() + " " + options + " " + pool + " nodes " + nodes + (exact ? " exactly " : " ") + demand
                + " " + faults + " steps " + steps;
    }
}
