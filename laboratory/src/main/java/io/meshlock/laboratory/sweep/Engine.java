package io.meshlock.laboratory.sweep;

/**
 * Runs the units of a sweep. An engine calls {@link Work#next} until it gives null, runs each {@link Unit} wherever it
 * likes, and hands its {@link Outcome} to {@link Work#finished}; what comes of the sweep does not depend on how it goes
 * about it.
 */
@FunctionalInterface
public interface Engine {

    /** Returns when all is done. */
    void work(Work work) throws InterruptedException;
}
