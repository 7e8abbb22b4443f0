package io.meshlock.laboratory.sweep;

/**
 * Runs the units of a sweep. An engine calls {@link Work#next} until it gives null, runs each {@link Unit} anywhere,
 * and hands its {@link Outcome} to {@link Work#finished}. The result of the sweep does not depend on the engine.
 */
@FunctionalInterface
public interface Engine {

    /** Returns when all is done. */
    void work(Work work) throws InterruptedException;
}
