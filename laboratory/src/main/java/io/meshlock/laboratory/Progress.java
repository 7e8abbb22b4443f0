package io.meshlock.laboratory;

/** Reports the progress of an experiment. Called from several threads, at most a hundred times per run. */
@FunctionalInterface
public interface Progress {

    /** Reports nothing. */
    Progress NONE = share -> {};

    /** @param share of all simulated time, from 0 to 1 */
    void advancedTo(double share);
}
