package io.meshlock.simulator.explore;

import org.jspecify.annotations.Nullable;

/**
 * The result of an exploration.
 *
 * @param ending why it ended
 * @param states distinct states of the whole mesh
 * @param transitions actions taken in them
 * @param depth the largest distance of a state from the start
 * @param localStates distinct states of single nodes
 * @param localSteps distinct pairs of such a state and an input: how often the protocol's code ran
 * @param linkStates distinct states of single links
 * @param bytes memory for states and transitions
 * @param liveness whether it was checked that all requests can always be served
 * @param violation a shortest trace to a broken rule, if one was found
 */
public record Outcome(
        Ending ending,
        int states,
        long transitions,
        int depth,
        int localStates,
        int localSteps,
        int linkStates,
        long bytes,
        boolean liveness,
        @Nullable Trace violation) {

    /** Why an exploration ended. */
    public enum Ending {
        COMPLETE,
        STATE_LIMIT,
        STOPPED,
        VIOLATION
    }

    public double bytesPerState() {
        return (double) bytes / states;
    }
}
