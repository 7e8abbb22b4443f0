package io.meshlock.cli.laboratory;

import io.meshlock.laboratory.sweep.Work;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Says, when the process is interrupted, whether finished runs were kept. */
final class Farewell implements AutoCloseable {

    private final Thread hook;
    private volatile @Nullable Work work;

    Farewell(PrintWriter err, boolean kept) {
        hook = new Thread(() -> say(err, kept), "sweep-interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    void watch(Work watched) {
        work = watched;
    }

    private void say(PrintWriter err, boolean kept) {
        Work watched = work;
        if (watched != null) {
            String then = kept ? "; the same command goes on from there" : "; nothing was kept without --out";
            err.println("interrupted after " + watched.finishedRuns() + " runs" + then);
            err.flush();
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is stopping, and the hook has said so.
        }
    }
}
