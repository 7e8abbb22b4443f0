package io.meshlock.internal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A clock that never goes backwards and goes on while the machine sleeps, in nanoseconds: 0 when it was made.
 *
 * <p>{@link System#nanoTime} stands still while Linux is suspended, and a lease must not. The kernel's clock that does not stand
 * still can be read from {@code /proc/uptime}, in steps of 10 ms and at the cost of a system call: too dear for every look at a
 * grant. The wall clock is cheap, and jumps whenever the machine wakes up, but also when somebody sets it. So the wall clock
 * tells <i>when</i> to look, and the uptime <i>whether</i> time is missing and how much. A thread that goes on after a sleep sees
 * the right time at once, without waiting for anybody to notice.
 *
 * <p>After sleeps it is off by up to 50 ms in all, which the bound on drift has to cover. Not covered: other systems than Linux,
 * and a virtual machine whose hypervisor stopped it and all its clocks; fencing tokens protect against those.
 */
public final class BootClock implements LongSupplier {

    private static final Logger LOG = LoggerFactory.getLogger(BootClock.class);

    private static final String UPTIME = "/proc/uptime";
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The uptime's step. */
    private static final long STEP = 10 * NANOS_PER_MILLI;

    /** How far wall clock and {@code nanoTime} may drift apart before it is worth a look. */
    private static final long HINT = 20 * NANOS_PER_MILLI;

    /** How long reading both clocks may take to tell anything; how often it is tried. */
    private static final long QUICK = 2 * NANOS_PER_MILLI;

    private static final int TRIES = 5;

    /** The clocks of the machine. */
    interface Machine {
        long nanoTime();

        long wallMillis();

        /** Nanoseconds since the machine was started, sleep included. */
        long uptime() throws IOException;
    }

    private final Machine machine;
    private final long beginning;
    private final List<Runnable> wakers = new CopyOnWriteArrayList<>();

    /** Time slept so far, as well as it is known. Only grows. */
    private volatile long slept;

    /** By how much the wall clock was ahead of {@code nanoTime} at the last look. */
    private volatile long usualGap;

    /** By how much the uptime was ahead of {@code nanoTime} at the first look; null where it cannot be read. */
    private @Nullable Gap first;

    BootClock(Machine machine) {
        this.machine = machine;
        beginning = machine.nanoTime();
        long wallGap = wallGap();
        try {
            first = measure();
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            LOG.info("this system does not tell how long it sleeps ({}): leases stand still meanwhile", e.toString());
        }
        usualGap = wallGap;
    }

    /** This machine's. */
    public static BootClock ofThisMachine() {
        return Holder.CLOCK;
    }

    private static final class Holder {
        static final BootClock CLOCK = new BootClock(new ThisMachine());
    }

    /** Has {@code task} run after each sleep, on the thread that noticed it. */
    void onWake(Runnable task) {
        wakers.add(task);
    }

    void forget(Runnable task) {
        wakers.remove(task);
    }

    @Override
    public long getAsLong() {
        long nanos = machine.nanoTime();
        long gap = machine.wallMillis() * NANOS_PER_MILLI - nanos;
        if (Math.abs(gap - usualGap) <= HINT) {
            return nanos - beginning + slept;
        }
        long before = slept;
        look();
        long now = machine.nanoTime() - beginning + slept;
        if (slept != before) {
            LOG.info("this machine slept for {} ms", (slept - before) / NANOS_PER_MILLI);
            wakers.forEach(Runnable::run);
        }
        return now;
    }

    private long wallGap() {
        return machine.wallMillis() * NANOS_PER_MILLI - machine.nanoTime();
    }

    /** Compares the clocks. If time is missing, adds it. */
    private synchronized void look() {
        long wallGap = wallGap(); // first: a sleep from here on is noticed the next time
        Gap before = first;
        if (before != null) {
            try {
                Gap now = measure();
                if (now.least - before.most > slept) {
                    slept = now.middle() - before.middle();
                }
                if (!now.isNarrow()) {
                    return; // something held this thread up: the next caller looks again
                }
            } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
                LOG.warn("the uptime cannot be read any more: {}", e.toString());
                first = null;
            }
        }
        usualGap = wallGap; // last: who finds it usual finds the time added
    }

    /** By how much the uptime is ahead of {@code nanoTime}: between these two. */
    private record Gap(long least, long most) {

        long middle() {
            return least + (most - least) / 2;
        }

        boolean isNarrow() {
            return most - least <= STEP + QUICK;
        }
    }

    private Gap measure() throws IOException {
        Gap best = null;
        for (int i = 0; i < TRIES; i++) {
            long before = machine.nanoTime();
            long uptime = machine.uptime();
            long after = machine.nanoTime();
            // It was read between the two, and is cut down to its step.
            Gap gap = new Gap(uptime - after, uptime + STEP - before);
            if (best == null || gap.most - gap.least < best.most - best.least) {
                best = gap;
            }
            if (best.isNarrow()) {
                break;
            }
        }
        return Objects.requireNonNull(best);
    }

    private static final class ThisMachine implements Machine {

        private static final int ENOUGH = 64;

        private @Nullable RandomAccessFile uptime;

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }

        /** As {@code 22484.48 7555.83}; the first number counts. Not through a channel: interrupts would close it. */
        @Override
        public long uptime() throws IOException {
            RandomAccessFile file = uptime;
            if (file == null) {
                file = new RandomAccessFile(UPTIME, "r");
                uptime = file;
            }
            byte[] bytes = new byte[ENOUGH];
            file.seek(0);
            int length = file.read(bytes);
            String text = new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII);
            int point = text.indexOf('.');
            long seconds = Long.parseLong(text, 0, Math.max(0, point), 10);
            long hundredths = Long.parseLong(text, point + 1, Math.min(text.length(), point + 3), 10);
            return (seconds * 100 + hundredths) * STEP;
        }
    }
}
