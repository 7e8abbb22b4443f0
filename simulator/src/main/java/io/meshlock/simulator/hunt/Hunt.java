package io.meshlock.simulator.hunt;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs schedules of consecutive seeds on several threads. The tally always covers a gapless prefix of the seeds,
 * independently of the threads, so that a hunt can stop anywhere and resume later. Of several failures, the one with
 * the smallest seed is reported.
 */
public final class Hunt {

    /** Large enough to make merging cheap, small enough to stop promptly. */
    private static final int CHUNK = 64;

    private final Schedules source;
    private final long first;
    private final long schedules;
    private final Tally tally = new Tally();

    // All below is guarded by this object's monitor.
    private final SortedMap<Long, Tally> ahead = new TreeMap<>();
    private long handedOut;
    private long done;
    private boolean stopped;
    private long failed = Long.MAX_VALUE;
    private @Nullable Throwable broken;

    /** Schedules {@code firstSeed}, {@code firstSeed + 1} and so on. */
    public Hunt(HuntSettings settings, long firstSeed, long schedules) {
        this(Schedules.drawn(settings), firstSeed, schedules);
    }

    /** Schedules {@code first}, {@code first + 1} and so on, of any source. */
    public Hunt(Schedules source, long first, long schedules) {
        this.source = source;
        this.first = first;
        this.schedules = schedules;
    }

    /** Continues after {@code alreadyDone} schedules, which {@code counted} covers. */
    public synchronized void resume(long alreadyDone, Tally counted) {
        handedOut = alreadyDone;
        done = alreadyDone;
        tally.merge(counted);
    }

    /** Runs until all schedules are done, one fails, or {@link #stop} is called. Returns the failure, if any. */
    public @Nullable Finding run(int threads) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int i = 0; i < threads; i++) {
            pool.execute(this::work);
        }
        pool.shutdown();
        try {
            while (!pool.awaitTermination(1, TimeUnit.HOURS)) {}
        } finally {
            stop();
        }
        synchronized (this) {
            if (broken != null) {
                throw new IllegalStateException("a schedule could not be run", broken);
            }
            return failed == Long.MAX_VALUE ? null : source.tell(first + failed);
        }
    }

    /** Ends the hunt after the schedules that are being run. */
    public synchronized void stop() {
        stopped = true;
    }

    /** How many schedules are counted so far. */
    public synchronized long done() {
        return done;
    }

    /** A copy of what is counted so far: exactly the first {@code done} schedules. */
    public synchronized Progress progress() {
        Tally copy = new Tally();
        copy.merge(tally);
        return new Progress(done, copy);
    }

    /**
     * @param done how many schedules
     * @param tally what happened in them
     */
    public record Progress(long done, Tally tally) {}

    private void work() {
        try {
            for (long start = take(); start >= 0; start = take()) {
                Tally counted = new Tally();
                int size = (int) Math.min(CHUNK, schedules - start);
                for (long index = start; index < start + size; index++) {
                    if (source.play(first + index, counted) != null) {
                        fail(index);
                        return;
                    }
                }
                count(start, counted);
            }
        } catch (RuntimeException | Error e) {
            breakOff(e);
        }
    }

    private synchronized long take() {
        if (stopped || handedOut >= schedules || failed != Long.MAX_VALUE) {
            return -1;
        }
        long start = handedOut;
        handedOut = Math.min(schedules, handedOut + CHUNK);
        return start;
    }

    private synchronized void fail(long index) {
        failed = Math.min(failed, index);
    }

    private synchronized void breakOff(Throwable cause) {
        broken = cause;
        stopped = true;
    }

    private synchronized void count(long start, Tally counted) {
        ahead.put(start, counted);
        Tally next = ahead.remove(done);
        while (next != null) {
            tally.merge(next);
            done += Math.min(CHUNK, schedules - done);
            next = ahead.remove(done);
        }
    }
}
