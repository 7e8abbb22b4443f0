package io.meshlock.simulator.hunt;

import io.meshlock.journal.Ticks;

/**
 * What went wrong.
 *
 * @param kind which rule was broken
 * @param detail what happened, in plain words
 */
public record Failure(FailureKind kind, String detail) {

    /** The next grant came later than the bound after the token was lost; both in ticks. */
    static Failure late(long outage, long bound) {
        return new Failure(
                FailureKind.LATE,
                "the next grant came " + Ticks.toUnits(outage) + " after the token was lost, the bound is "
                        + Ticks.toUnits(bound));
    }

    @Override
    public String toString() {
        return kind.label() + ": " + detail;
    }

    /** Ends a schedule at the very event that broke a rule. */
    static final class Raised extends RuntimeException {

        private static final long serialVersionUID = 1;

        final transient Failure failure;

        Raised(FailureKind kind, String detail) {
            super(detail, null, false, false);
            failure = new Failure(kind, detail);
        }
    }
}
