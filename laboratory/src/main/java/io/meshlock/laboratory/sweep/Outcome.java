package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Run;
import org.jspecify.annotations.Nullable;

/**
 * What came of a unit; a line of the journal.
 *
 * @param cell counted from 0
 * @param number of the run in its cell, counted from 0
 * @param run what came of it; null if its world could not be made
 * @param impossible why it could not; null if it could
 */
public record Outcome(
        int cell, int number, @Nullable Run run, @Nullable String impossible) {}
