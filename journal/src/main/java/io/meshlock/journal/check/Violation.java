package io.meshlock.journal.check;

/**
 * A rule that a run broke.
 *
 * @param time when, in ticks
 * @param rule which rule, a short name that never changes: {@code too-many-permits}
 * @param detail what happened, in plain words
 */
public record Violation(long time, String rule, String detail) {

    @Override
    public String toString() {
        return time + " " + rule + ": " + detail;
    }
}
