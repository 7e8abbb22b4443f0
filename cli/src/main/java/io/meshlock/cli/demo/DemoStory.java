package io.meshlock.cli.demo;

import io.meshlock.cli.terminal.Stopwatch;
import java.io.PrintWriter;
import java.util.Locale;

/** Tells what happens, line by line, but no faster than one can read: what is left out is counted. */
final class DemoStory {

    /** Lines that may come at once, and how many more may come each second. */
    private static final int AT_ONCE = 4;

    private static final double PER_SECOND = 2.5;

    private final PrintWriter out;
    private Stopwatch stopwatch = new Stopwatch();
    private double allowance = AT_ONCE;
    private double before;
    private long untold;

    DemoStory(PrintWriter out) {
        this.out = out;
    }

    /** Time counts from now on. */
    synchronized void begin() {
        stopwatch = new Stopwatch();
        before = 0;
    }

    /** Tells something that may be left out. */
    synchronized void tell(String line) {
        double now = stopwatch.seconds();
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
        say(stopwatch.seconds(), line);
    }

    private void say(double now, String line) {
        String more = untold == 0 ? "" : "  (" + untold + " more happened)";
        untold = 0;
        out.println(String.format(Locale.ROOT, "%6.1f s  %s%s", now, line, more));
        out.flush();
    }
}
