package io.meshlock.journal.check;

import io.meshlock.journal.Journal;
import java.util.List;

/** A journal that judges what it reads. */
public interface Checker extends Journal {

    /** A broken run breaks its rules again and again: only the first so many violations are kept, all are counted. */
    int KEPT = 100;

    /** Judges nothing. */
    Checker NONE = new Checker() {
        @Override
        public List<Violation> violations() {
            return List.of();
        }

        @Override
        public long violationCount() {
            return 0;
        }
    };

    /** Judges at once what otherwise is judged when the next step begins; to be called when a step is over. */
    default void stepOver(long time) {}

    /** The first {@link #KEPT} violations, in the order in which they were found. */
    List<Violation> violations();

    /** How many violations were found, including those that were not kept. */
    long violationCount();
}
