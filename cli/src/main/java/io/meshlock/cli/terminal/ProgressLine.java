package io.meshlock.cli.terminal;

import io.meshlock.laboratory.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar with the time left, shown when work takes longer than {@value #DELAY_SECONDS} s. */
public final class ProgressLine implements Progress, AutoCloseable {

    private static final double DELAY_SECONDS = 2;
    private static final int WIDTH = 79;
    private static final long STEPS = 1000;

    private final PrintWriter err;
    private final String task;
    private final Stopwatch stopwatch = new Stopwatch();
    private @Nullable ProgressBar bar;
    private boolean closed;

    public ProgressLine(PrintWriter err, String task) {
        this.err = err;
        this.task = task;
    }

    @Override
    public synchronized void advancedTo(double share) {
        if (closed) {
            return;
        }
        if (bar == null && stopwatch.seconds() > DELAY_SECONDS) {
            bar = start(share);
        }
        if (bar != null) {
            // Threads may report out of order; a bar never goes back.
            bar.stepTo(Math.max(bar.getCurrent(), (long) (share * STEPS)));
        }
    }

    /** The bar counts the time before it was shown, or its guess of the time left would be wrong. */
    private ProgressBar start(double share) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(STEPS)
                .setUnit(" %", STEPS / 100)
                .startsFrom((long) (share * STEPS), Duration.ofMillis((long) (stopwatch.seconds() * 1000)))
                .setUpdateIntervalMillis(500)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new DelegatingProgressBarConsumer(this::draw, WIDTH))
                .build();
    }

    private void draw(String line) {
        err.print("\r" + line);
        err.flush();
    }

    /** Takes the bar away, so that only results remain on the screen. */
    @Override
    public synchronized void close() {
        closed = true;
        if (bar != null) {
            bar.close();
            err.print("\r" + " ".repeat(WIDTH) + "\r");
            err.flush();
        }
    }
}
