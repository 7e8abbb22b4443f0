package io.meshlock.cli.proof;

import io.meshlock.cli.terminal.Signals;
import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.simulator.explore.Explorer;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/** Watches an exploration: shows its progress, and ends it when time or memory runs short. */
final class ExploreWatch implements Explorer.Watcher, AutoCloseable {

    /** Tables grow by doubling; beyond this share of the memory the next doubling may fail. */
    private static final double MEMORY_SHARE = 0.85;

    private static final double DRAW_EVERY_SECONDS = 0.5;
    private static final int WIDTH = 79;
    private static final int SIGNALLED = 128;

    /** Of all watches: Ctrl-C ends the whole command, which tells what it has explored. */
    private static final AtomicBoolean INTERRUPTED = new AtomicBoolean();

    private final PrintWriter err;
    private final int maxSeconds;
    private final boolean watched = Terminal.watchesErrors();
    private final Stopwatch stopwatch = new Stopwatch();
    private double drawnAt;
    private String reason = "";
    private double seconds;

    ExploreWatch(PrintWriter err, int maxSeconds) {
        this.err = err;
        this.maxSeconds = maxSeconds;
    }

    @Override
    public boolean goOn(long states, long transitions, int depth) {
        double now = stopwatch.seconds();
        if (watched && now > drawnAt + DRAW_EVERY_SECONDS) {
            drawnAt = now;
            String line = String.format(
                    Locale.ROOT, "%,d states, depth %d, %,.0f states per second", states, depth, states / now);
            err.print("\r" + line + " ".repeat(Math.max(0, WIDTH - line.length())));
            err.flush();
        }
        Runtime runtime = Runtime.getRuntime();
        if (INTERRUPTED.get()) {
            reason = "interrupted";
        } else if (now > maxSeconds) {
            reason = "--max-seconds";
        } else if (runtime.totalMemory() - runtime.freeMemory() > MEMORY_SHARE * runtime.maxMemory()) {
            reason = "memory";
        }
        return reason.isEmpty();
    }

    /** Lets Ctrl-C end explorations so that they can report; a second one ends the process. */
    static void endAtInterrupt() {
        INTERRUPTED.set(false);
        Signals.handle(
                (name, number) -> {
                    if (INTERRUPTED.getAndSet(true)) {
                        Runtime.getRuntime().halt(SIGNALLED + number);
                    }
                },
                "INT",
                "TERM");
    }

    static boolean isInterrupted() {
        return INTERRUPTED.get();
    }

    /** Which limit ended it; empty if none did. */
    String reason() {
        return reason;
    }

    double seconds() {
        return seconds;
    }

    @Override
    public void close() {
        seconds = stopwatch.seconds();
        if (drawnAt > 0) {
            err.print("\r" + " ".repeat(WIDTH) + "\r");
            err.flush();
        }
    }
}
