package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Trial;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioException;

/**
 * One run of one cell. It needs nothing but the scenario and the seed, so it may run anywhere.
 *
 * @param cell counted from 0
 * @param number of the run in its cell, counted from 0
 */
public record Unit(int cell, int number, Scenario scenario, long seed) {

    /** Does the work; {@code slice} is called {@link Trial#SLICES} times on the way. */
    public Outcome run(Runnable slice) throws InterruptedException {
        try {
            return new Outcome(cell, number, new Trial(scenario).run(seed, slice), null);
        } catch (ScenarioException e) {
            return new Outcome(cell, number, null, String.valueOf(e.getMessage()));
        }
    }
}
