package io.meshlock.laboratory;

/** Is told how far an experiment has come. Called from several threads, at most a hundred times per run. */
@FunctionalInterface
public interface Progress {

    /** Nobody watches. */
    Progress NONE = share -> {};

    /** @param share of all simulated time, from 0 to 1 */
    void advancedTo(double share);
}
