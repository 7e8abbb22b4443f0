package io.meshlock.simulator.explore;

import org.jspecify.annotations.Nullable;

/**
 * The result of one input to one node's state at one instant.
 *
 * @param to the state afterwards
 * @param sends receiver and message number, alternating
 * @param decided the numbers of the grants that it decided, in order
 * @param flaw the rule that this step breaks by itself, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TimedStep(
        int to, int[] sends, long[] decided, @Nullable Flaw flaw) {}
