package io.meshlock.simulator;

import io.meshlock.simulator.engine.Distribution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How machines, clocks and datagrams of a world fail. Only pools with recovery survive most of it; all of it ends when the
 * world heals, except that clocks drift on and the dead stay dead.
 *
 * @param crash a node loses all that it did not keep, and starts again after a while; or none
 * @param pause a node stands still for a while: what comes for it waits, and its clock goes on; or none
 * @param clockDrift every clock starts anywhere and runs up to this share too fast or too slow; negative: all show true time
 * @param datagrams what happens to messages that may get lost between neighbours
 * @param plan what happens besides, at given instants
 * @param closing once everybody is served, somebody asks for all permits, so that one that leaked is missed
 */
public record Failures(
        @Nullable Crashes crash,
        @Nullable Pauses pause,
        double clockDrift,
        Datagrams datagrams,
        List<Planned> plan,
        boolean closing) {

    /** All clocks show true time. */
    public static final double NO_DRIFT = -1;

    /** Nothing fails. */
    public static final Failures NONE = new Failures(null, null, NO_DRIFT, Datagrams.RELIABLE, List.of(), false);

    public Failures {
        plan = List.copyOf(plan);
    }

    /** True if a node may stop in the middle of something. */
    public boolean mayHitMachines() {
        return crash != null || pause != null || !plan.isEmpty();
    }

    public Failures withPlan(List<Planned> value) {
        return new Failures(crash, pause, clockDrift, datagrams, value, closing);
    }

    /**
     * Crashes of each node, at exponential intervals. A machine may go down between the effects of one input.
     *
     * @param spells how often, and for how long
     * @param lostDisk share of the crashes after which nothing at all is left
     * @param forGood share of the crashes after which the node does not start again; never so many that no majority is left
     * @param notice how long after a crash its neighbours see that their links are gone
     */
    public record Crashes(WorldSpec.Spells spells, double lostDisk, double forGood, Distribution notice) {}

    /**
     * Pauses of each node, at exponential intervals.
     *
     * @param spells how often, and for how long
     */
    public record Pauses(WorldSpec.Spells spells) {}

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
    public record Planned(long time, Mishap mishap) {}

    /** What can be planned. What makes no sense then, such as to restart a node that runs, does not happen. */
    public sealed interface Mishap {

        /**
         * A node crashes.
         *
         * @param effects how many effects of its next input still happen; {@link #AT_ONCE} to crash before any input
         */
        record Crash(int node, int effects) implements Mishap {
            public static final int AT_ONCE = -1;
        }

        /** A node that crashed starts again. */
        record Restart(int node, boolean lostDisk) implements Mishap {}

        record Pause(int node) implements Mishap {}

        record Resume(int node) implements Mishap {}

        /** All links between these nodes and the others go down. */
        record Split(List<Integer> side) implements Mishap {
            public Split {
                side = List.copyOf(side);
            }
        }

        /** The links that a split took down come up again. */
        record Mend() implements Mishap {}

        /** The node's operator wants the pool to have so many permits. */
        record Resize(int node, int permits) implements Mishap {}

        /** The node wants to leave the pool; it stays reachable. */
        record Leave(int node) implements Mishap {}

        /** A node that wanted to leave, or has left, wants to belong to the pool. */
        record Stay(int node) implements Mishap {}

        /** The node's operator wants a new token made there, however few can be asked. */
        record Recover(int node) implements Mishap {}

        /** The node's operator says that a member is gone for good, whether it is or not. */
        record Forget(int node, int member) implements Mishap {}
    }
}
