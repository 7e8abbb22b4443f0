package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Run;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a unit; a line of the journal.
 *
 * @param cell counted from 0
 * @param number of the run in its cell, counted from 0
 * @param run its result; null if its world could not be made
 * @param impossible why it could not; null if it could
 */
public record Outcome(
        int cell, int number, @Nullable Run run, @Nullable String impossible) {}
