package io.meshlock.cli.command;

/** Numbers of the command line. */
public final class Ranges {

    private Ranges() {}

    /** Refuses a number that is not from 1 to {@code max}. */
    public static void check(String flag, long value, long max) {
        if (value < 1 || value > max) {
            throw new UsageException(
                    flag + ": " + value + " is out of range; expected a whole number from 1 to " + max);
        }
    }
}
