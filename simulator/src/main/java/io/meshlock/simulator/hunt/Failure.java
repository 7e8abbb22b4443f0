package io.meshlock.simulator.hunt;

/**
 * What went wrong.
 *
 * @param kind which rule was broken
 * @param detail what happened, in plain words
 */
public record Failure(FailureKind kind, String detail) {

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
