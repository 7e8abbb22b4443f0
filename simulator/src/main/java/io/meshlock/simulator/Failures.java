package io.meshlock.simulator;

import io.meshlock.simulator.engine.Distribution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How hosts, clocks and datagrams of a world fail. Absences are for algorithms whose nodes come and go; only pools with
 * recovery survive most of the rest. All of it ends when the world heals, except that clocks drift on and the dead stay
 * dead.
 *
 * @param absences a node leaves or drops out for a while
 * @param crash a node loses everything that is not on its disk, and restarts after a while; or none
 * @param pause a node stands still for a while: its inputs wait, and its clock goes on; or none
 * @param clockDrift every clock starts anywhere and runs up to this share too fast or too slow; negative: all show true
 *     time
 * @param datagrams what happens to messages that may get lost between neighbours
 * @param plan scripted faults, at given instants
 * @param closing whether, once everybody is served, somebody asks for all permits; this finds permits that leaked
 * @param diskless so many nodes, those with the highest numbers, have no disk: they remember nothing when they restart
 */
public record Failures(
        Absences absences,
        @Nullable Crashes crash,
        @Nullable Pauses pause,
        double clockDrift,
        Datagrams datagrams,
        List<Planned> plan,
        boolean closing,
        int diskless) {

    /** All clocks show true time. */
    public static final double NO_DRIFT = -1;

    /** Nothing fails. */
    public static final Failures NONE =
            new Failures(Absences.NONE, null, null, NO_DRIFT, Datagrams.RELIABLE, List.of(), false, 0);

    public Failures {
        plan = List.copyOf(plan);
    }

    /** The planned twins, in the order of the plan: the first one runs on the first host beyond the nodes. */
    public List<Fault.Twin> twins() {
        return plan.stream()
                .map(Planned::fault)
                .filter(Fault.Twin.class::isInstance)
                .map(Fault.Twin.class::cast)
                .toList();
    }

    /** True if somebody lies. */
    public boolean hasLies() {
        return plan.stream().anyMatch(each -> each.fault() instanceof Fault.Lie);
    }

    /** True if a node may stop in the middle of something. */
    public boolean mayStopHosts() {
        return crash != null || pause != null || !plan.isEmpty();
    }

    public Failures withAbsences(Absences value) {
        return new Failures(value, crash, pause, clockDrift, datagrams, plan, closing, diskless);
    }

    public Failures withCrash(@Nullable Crashes value) {
        return new Failures(absences, value, pause, clockDrift, datagrams, plan, closing, diskless);
    }

    public Failures withPause(@Nullable Pauses value) {
        return new Failures(absences, crash, value, clockDrift, datagrams, plan, closing, diskless);
    }

    public Failures withClockDrift(double value) {
        return new Failures(absences, crash, pause, value, datagrams, plan, closing, diskless);
    }

    public Failures withDatagrams(Datagrams value) {
        return new Failures(absences, crash, pause, clockDrift, value, plan, closing, diskless);
    }

    public Failures withPlan(List<Planned> value) {
        return new Failures(absences, crash, pause, clockDrift, datagrams, value, closing, diskless);
    }

    /** So many nodes have no disk. */
    public Failures withDiskless(int value) {
        return new Failures(absences, crash, pause, clockDrift, datagrams, plan, closing, value);
    }

    /** Once everybody is served, somebody asks for all permits. */
    public Failures withClosing() {
        return new Failures(absences, crash, pause, clockDrift, datagrams, plan, true, diskless);
    }

    /**
     * Nodes that are away for a while, each kind at exponential intervals; a node in the middle of one absence is
     * spared others. Their links stay up, so that messages of others still pass through them.
     *
     * @param doze a node leaves for a while and can be reached meanwhile
     * @param disconnect a node leaves for a while and cannot be reached meanwhile
     * @param outage a node cannot be reached for a while, without warning
     * @param reboot a node loses its memory, and starts again after a while
     */
    public record Absences(
            @Nullable Episodes doze,
            @Nullable Episodes disconnect,
            @Nullable Episodes outage,
            @Nullable Episodes reboot) {

        /** Nodes are there from the beginning to the end. */
        public static final Absences NONE = new Absences(null, null, null, null);

        public boolean isNone() {
            return equals(NONE);
        }
    }

    /**
     * Crashes of each node, at exponential intervals. A host may go down between the effects of one input.
     *
     * @param episodes how often, and for how long
     * @param lostDisk share of the crashes in which the disk is lost, too
     * @param forGood share of the crashes after which the node does not start again; never so many that no majority is
     *     left
     * @param notice how long after a crash its neighbours notice that their links are gone
     */
    public record Crashes(Episodes episodes, double lostDisk, double forGood, Distribution notice) {}

    /**
     * Pauses of each node, at exponential intervals.
     *
     * @param episodes how often, and for how long
     */
    public record Pauses(Episodes episodes) {}

    /**
     * What happens to {@linkplain io.meshlock.protocol.Message#isDatagram datagrams} on a link that is up.
     *
     * @param loss share that never arrives
     * @param duplicate share that arrives twice
     * @param reorder share that is held back for some delays, so that later ones overtake it
     * @param deaf share of the time in which none gets through in one direction of a link
     */
    public record Datagrams(double loss, double duplicate, double reorder, double deaf) {
        public static final Datagrams RELIABLE = new Datagrams(0, 0, 0, 0);
    }

    /** Something that happens at an instant. */
    public record Planned(long time, Fault fault) {}

    /**
     * A fault that can be scripted. One that makes no sense at its time, such as restarting a running node, is skipped.
     */
    public sealed interface Fault {

        /**
         * A node crashes.
         *
         * @param effects how many effects of its next input still happen; {@link #AT_ONCE} to crash before any input
         */
        record Crash(int node, int effects) implements Fault {
            public static final int AT_ONCE = -1;
        }

        /** The node that has the token crashes; as soon as one has it, if it is under way. */
        record CrashHolder() implements Fault {}

        /** A node that crashed starts again. */
        record Restart(int node, boolean lostDisk) implements Fault {}

        /**
         * A node that crashed starts again without its disk, and with a clock that is far ahead: the number of its new disk
         * is larger than those of its later ones.
         */
        record RestartAhead(int node) implements Fault {}

        /** A copy is made of a node's disk. */
        record Backup(int node) implements Fault {}

        /**
         * A node that crashed starts again with the latest copy of its disk, which may be older than its promises; with
         * the disk itself if there is no copy.
         */
        record Restore(int node) implements Fault {}

        /**
         * A second process starts as a node that may be running, on a host of its own; one of the two stops for good when the
         * world heals. Skipped if so many disks were lost that a majority of the voters would be in danger.
         *
         * @param copied it has a copy of the node's disk, the latest backup or the disk as it is, and nobody notices; otherwise a
         *     new disk. An unnoticed copy of a vote that nobody has remembered more of stops when that vote would begin to
         *     count, since nothing is promised from then on
         * @param stays it is the one that stays
         * @param near the nodes that it may have links with
         */
        record Twin(int node, boolean copied, boolean stays, List<Integer> near) implements Fault {
            public Twin {
                near = List.copyOf(near);
            }
        }

        /**
         * A node tells its neighbours what is not true.
         *
         * @param node the liar
         * @param about what it lies about
         * @param victim in whose name it speaks, if it speaks in the name of a voter
         * @param seed the details
         */
        record Lie(int node, About about, int victim, int seed) implements Fault {

            /** The lies against which something is promised; docs/security.md says what. */
            public enum About {
                /** Nodes that do not exist say of themselves that they promised something, or that they wait. */
                NOBODY,
                /** The liar says that it promised what it has not. */
                ITSELF,
                /** It says so in the name of a voter that holds nothing. */
                VOTERS,
                /** Nodes without a vote claim to be stranded. */
                STRANDED,
                /** What others said some time ago comes again. */
                THE_PAST,
                /** Somebody waits for a token, and nobody does. */
                ASKS,
                /** Seats are offered by nodes that do not exist, or are lost by voters. */
                OFFERS,
                /** Clocks of nodes show less than they do, or belong to incarnations that are not there. */
                CLOCKS,
                /** Requests of nodes that do not exist are registered. */
                REQUESTS,
                /** Seats of nobody echo heartbeats, and others echo old ones. */
                ECHOES
            }
        }

        record Pause(int node) implements Fault {}

        record Resume(int node) implements Fault {}

        /** All links between these nodes and the others go down. */
        record Split(List<Integer> side) implements Fault {
            public Split {
                side = List.copyOf(side);
            }
        }

        /** The links that a split took down come up again. */
        record Mend() implements Fault {}

        /** The node's operator wants the pool to have so many permits. */
        record Resize(int node, int permits) implements Fault {}

        /** The node wants to leave the pool; it stays reachable. */
        record Leave(int node) implements Fault {}

        /** A node that wanted to leave, or has left, wants to belong to the pool. */
        record Stay(int node) implements Fault {}

        /** The node's operator has a new token made there, even if only few members can be reached. */
        record Recover(int node) implements Fault {}

        /** The node's operator says that a member is gone for good, whether it is or not. */
        record Forget(int node, int member) implements Fault {}
    }
}
