package io.meshlock.daemon.run;

import io.meshlock.daemon.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command while permits are held, and never longer: before they can be lost it gets TERM, and then KILL.
 * Signals that this process gets are passed on to it; before it runs, they end the wait.
 */
public final class Runner {

    /** What a shell says when there is no such command. */
    public static final int NOT_FOUND = 127;

    /** The pool cannot serve the request, whoever asks again: EX_CONFIG of sysexits.h. */
    public static final int REFUSED = 78;

    private static final int SIGNALLED = 128;
    private static final Duration TICK = Duration.ofMillis(50);

    /** Margin between the command's end and that of the permits, for a busy computer; less if the lease is short. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    private final List<String> command;
    private final Duration grace;
    private final TimeSource time;
    private final Consumer<String> complaints;
    private final Thread waiter = Thread.currentThread();

    private boolean restart;

    /** The command was stopped because its permits were lost. */
    private boolean lostPermits;

    // Guarded by this.
    private @Nullable Process child;
    private int signal;
    private boolean waiting = true;

    /**
     * @param grace how long the command has to stop when it is told to
     * @param complaints gets error messages of one line
     */
    public Runner(List<String> command, Duration grace, Consumer<String> complaints) {
        this(command, grace, TimeSource.system(), complaints);
    }

    Runner(List<String> command, Duration grace, TimeSource time, Consumer<String> complaints) {
        this.command = List.copyOf(command);
        this.grace = grace;
        this.time = time;
        this.complaints = complaints;
    }

    /** A command that was stopped because its permits were lost is started again when there are others. */
    public Runner restartOnLoss(boolean value) {
        restart = value;
        return this;
    }

    /**
     * Waits for permits, runs the command, and gives the permits back. To be called by the thread that made this.
     *
     * @param notGranted the exit code if there are no permits
     * @return the exit code for the shell
     */
    public int run(PermitSource source, RunRequest runRequest, int notGranted) {
        int code = runOnce(source, runRequest, notGranted);
        while (restart && lostPermits && !isSignalled()) {
            complaints.accept("waiting for permits again");
            code = runOnce(source, runRequest, notGranted);
        }
        return code;
    }

    private int runOnce(PermitSource source, RunRequest runRequest, int notGranted) {
        lostPermits = false;
        HeldPermits held;
        try {
            held = source.acquire(runRequest);
        } catch (PermitSource.NotGrantedException e) {
            complaints.accept("not granted: " + e.getMessage());
            return notGranted;
        } catch (PermitSource.RefusedException e) {
            complaints.accept(String.valueOf(e.getMessage()));
            return REFUSED;
        } catch (InterruptedException e) {
            return exitCodeOfSignal();
        }
        try (held) {
            Process started = start(held);
            return started == null ? exitCodeOfSignal() : await(started, held);
        } catch (IOException e) {
            complaints.accept(command.get(0) + ": cannot be run (" + e.getMessage() + ")");
            return NOT_FOUND;
        } finally {
            ended();
        }
    }

    /** No command runs: a signal ends the next wait. */
    private synchronized void ended() {
        child = null;
        waiting = true;
    }

    private synchronized boolean isSignalled() {
        return signal != 0;
    }

    /** The command under way; null if a signal came first. */
    private synchronized @Nullable Process start(HeldPermits held) throws IOException {
        waiting = false;
        if (signal != 0) {
            return null;
        }
        boolean unused = Thread.interrupted();
        ProcessBuilder builder = new ProcessBuilder(ParentDeathSignal.around(command)).inheritIO();
        builder.environment().putAll(held.environment());
        child = builder.start();
        return child;
    }

    /** Waits for the command's end, and watches how long the permits last. */
    private int await(Process started, HeldPermits held) {
        Duration lease = held.remaining();
        Duration margin = shorter(MARGIN, lease.dividedBy(20));
        Duration toStop = shorter(grace, lease.dividedBy(4));
        long killAt = 0;
        boolean told = false;
        while (true) {
            try {
                if (started.waitFor(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                    return started.exitValue();
                }
            } catch (InterruptedException e) {
                continue; // a signal that came while the command was being started: it was passed on
            }
            Duration left = held.remaining();
            boolean over = left.isZero(); // somebody else may have them by now: there is no time for a grace
            if (!told && (over || held.isEnding() || left.compareTo(toStop.plus(margin)) <= 0)) {
                told = true;
                lostPermits = true;
                killAt = time.nanos() + shorter(toStop, left.minus(margin)).toNanos();
                String what = over ? "are lost" : "cannot be kept";
                complaints.accept("the permits " + what + " (" + held.trouble() + "): stopping the command");
                started.destroy();
            }
            if (told && (over || time.nanos() - killAt >= 0)) {
                kill(started);
            }
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** The command and its descendants. */
    private static void kill(Process started) {
        List<ProcessHandle> all = new ArrayList<>(started.descendants().toList());
        started.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** What a shell makes of a command that the last signal ended. */
    public synchronized int exitCodeOfSignal() {
        return SIGNALLED + signal;
    }

    /**
     * This process got a signal.
     *
     * @param name as {@code TERM}
     * @param number the system's number of it
     * @param passOn false if the command got it as well
     */
    public synchronized void signalled(String name, int number, boolean passOn) {
        signal = number;
        Process running = child;
        if (running == null && waiting) {
            waiter.interrupt();
        } else if (running != null && passOn) {
            ParentDeathSignal.signal(running.pid(), name);
        }
    }
}
