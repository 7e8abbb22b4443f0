package io.meshlock.cli.terminal;

import java.time.Instant;

/** The one place of the command line that reads the clock; simulated time never comes from here. */
public final class Stopwatch {

    private final long start = System.nanoTime();

    /** Seconds since this stopwatch was made. */
    public double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }

    /** A monotonic clock. */
    public static long nanos() {
        return System.nanoTime();
    }

    /** The moment by the wall clock, for commands that talk to real nodes. */
    public static Instant moment() {
        return Instant.now();
    }
}
