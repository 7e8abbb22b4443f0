package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Outcome.Ending;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an exploration in time.
 *
 * @param ending why it ended
 * @param states distinct states of the whole mesh, over all instants
 * @param transitions actions taken in them
 * @param instants how many steps of time were explored
 * @param nodeSteps how often the protocol's code ran
 * @param largest states of the instant that has most
 * @param bytes memory for the states of that instant and for node states, at most
 * @param violation the rule that was broken, if one was
 * @param story the shortest way to it within its instant, line by line
 */
public record TimedOutcome(
        Ending ending,
        long states,
        long transitions,
        int instants,
        long nodeSteps,
        long largest,
        long bytes,
        @Nullable Flaw violation,
        List<String> story) {}
