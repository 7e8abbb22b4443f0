package io.meshlock.journal.check;

import io.meshlock.journal.Journal;
import java.util.List;

/** A journal that checks rules. */
public interface Checker extends Journal {

    /** How many violations are kept; all are counted. A broken run breaks its rules again and again. */
    int KEPT = 100;

    /** Checks nothing. */
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

    /** Called when a step is over. Checks at once what is otherwise checked when the next step begins. */
    default void stepOver(long time) {}

    /** The first {@link #KEPT} violations, in the order in which they were found. */
    List<Violation> violations();

    /** How many violations were found, including those that were not kept. */
    long violationCount();
}
