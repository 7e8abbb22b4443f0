package io.meshlock.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Tells what happens, line by line, but no faster than one can read: what is left out is counted. */
final class DemoStory {

    /** Lines that may come at once, and how many more may come each second. */
    private static final int AT_ONCE = 4;

    private static final double PER_SECOND = 2.5;

    private final PrintWriter out;
    private final LongSupplier nanos;
    private DemoClock clock;
    private double allowance = AT_ONCE;
    private double before;
    private long untold;

    DemoStory(PrintWriter out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
        this.clock = new DemoClock(nanos);
    }

    /** Time counts from now on. */
    synchronized void begin() {
        clock = new DemoClock(nanos);
        before = 0;
    }

    /** Tells something that may be left out. */
    synchronized void tell(String line) {
        double now = clock.seconds();
        allowance = Math.min(AT_ONCE, allowance + (now - before) * PER_SECOND);
        before = now;
        if (allowance < 1) {
            untold++;
            return;
        }
        allowance--;
        say(now, line);
    }

    /** Tells something that must not be left out. */
    synchronized void tellAlways(String line) {
        say(clock.seconds(), line);
    }

    private void say(double now, String line) {
        String more = untold == 0 ? "" : "  (" + untold + " more happened)";
        untold = 0;
        out.println(String.format(Locale.ROOT, "%6.1f s  %s%s", now, line, more));
        out.flush();
    }
}
