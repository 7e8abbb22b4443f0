package io.meshlock.cli.proof;

import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.simulator.hunt.Hunt;
import io.meshlock.simulator.hunt.Tally.Event;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches a hunt while it runs: draws its progress in a terminal, keeps its state on disk, and on an interrupt lets the
 * hunt save its counts.
 */
final class HuntWatch implements AutoCloseable {

    private static final int WIDTH = 79;
    private static final int SAVE_EVERY_SECONDS = 5;
    private static final int TIMEOUT_SECONDS = 60;

    private final Hunt hunt;
    private final long schedules;
    private final @Nullable HuntState state;
    private final @Nullable PrintWriter screen;
    private final Stopwatch stopwatch = new Stopwatch();
    private final long doneBefore;
    private final long inputsBefore;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted, "hunt-interrupted");
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hunt-watch");
        thread.setDaemon(true);
        return thread;
    });
    private int ticks;

    /** @param screen where progress is drawn, or null */
    HuntWatch(Hunt hunt, long schedules, @Nullable HuntState state, @Nullable PrintWriter screen) {
        this.hunt = hunt;
        this.schedules = schedules;
        this.state = state;
        this.screen = screen;
        Hunt.Progress before = hunt.progress();
        doneBefore = before.done();
        inputsBefore = before.tally().of(Event.INPUTS);
    }

    /** Begins to watch. */
    HuntWatch start() {
        Runtime.getRuntime().addShutdownHook(hook);
        var unused = ticker.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
        return this;
    }

    private void tick() {
        Hunt.Progress progress = hunt.progress();
        if (screen != null) {
            draw(progress, screen);
        }
        if (++ticks % SAVE_EVERY_SECONDS == 0) {
            save(progress);
        }
    }

    private void draw(Hunt.Progress progress, PrintWriter on) {
        double seconds = stopwatch.seconds();
        double perSecond = (progress.done() - doneBefore) / seconds;
        double inputs = (progress.tally().of(Event.INPUTS) - inputsBefore) / seconds;
        String left = perSecond > 0 ? Math.round((schedules - progress.done()) / perSecond) + " s left" : "";
        String line = HuntReport.grouped(progress.done()) + " of " + HuntReport.grouped(schedules) + " schedules, "
                + HuntReport.grouped(Math.round(perSecond)) + "/s, " + HuntReport.grouped(Math.round(inputs))
                + " events/s, " + left;
        on.print("\r" + line + " ".repeat(Math.max(0, WIDTH - line.length())));
        on.flush();
    }

    private void save(Hunt.Progress progress) {
        if (state != null) {
            try {
                state.write(progress);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Ctrl-C: lets the command end as if all had been done. The JVM stops when this returns. */
    private void interrupted() {
        hunt.stop();
        try {
            if (!closed.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                save(hunt.progress());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The hunt is over: keeps what it counted. */
    Hunt.Progress conclude() {
        ticker.shutdownNow();
        if (screen != null) {
            screen.print("\r" + " ".repeat(WIDTH) + "\r");
            screen.flush();
        }
        Hunt.Progress progress = hunt.progress();
        save(progress);
        return progress;
    }

    /** The report is printed. */
    @Override
    public void close() {
        ticker.shutdownNow();
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is running, and was waiting for this.
        }
    }
}
