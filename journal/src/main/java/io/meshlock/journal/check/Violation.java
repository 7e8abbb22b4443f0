package io.meshlock.journal.check;

/**
 * A violation of a rule in a run.
 *
 * @param time when, in ticks
 * @param rule the name of the rule, which never changes: {@code too-many-permits}
 * @param detail what happened, in plain words
 */
public record Violation(long time, String rule, String detail) {

    @Override
    public String toString() {
        return time + " " + rule + ": " + detail;
    }
}
