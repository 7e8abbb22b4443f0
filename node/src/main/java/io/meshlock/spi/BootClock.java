package io.meshlock.spi;

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
 * A monotonic clock that also counts time during which the machine is suspended, in nanoseconds since it was made.
 *
 * <p>{@link System#nanoTime} stops while Linux is suspended, but a lease must not. The kernel's clock that goes on can
 * be read from {@code /proc/uptime}, in steps of 10 ms and with a system call: too expensive for every check of a
 * grant. The wall clock is cheap. It jumps when the machine resumes, but also when it is set. So a jump of the wall
 * clock tells <i>when</i> to compare, and the uptime tells <i>whether</i> and how much time is missing. A thread that
 * resumes after a suspension reads the right time at once.
 *
 * <p>After suspensions the clock may be off by up to 50 ms in total, which the configured drift has to cover. Not
 * supported: systems other than Linux, and virtual machines whose hypervisor stops all their clocks. Fencing tokens
 * protect against those.
 */
public final class BootClock implements LongSupplier {

    private static final String UPTIME = "/proc/uptime";
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The resolution of the uptime. */
    private static final long STEP = 10 * NANOS_PER_MILLI;

    /** How far wall clock and {@code nanoTime} may drift apart before the uptime is read. */
    private static final long HINT = 20 * NANOS_PER_MILLI;

    /** A measurement that takes longer than this is too inaccurate, and is repeated. */
    private static final long QUICK = 2 * NANOS_PER_MILLI;

    /** How often a measurement is tried. */
    private static final int TRIES = 5;

    /** The clocks of the machine. */
    interface Machine {
        long nanoTime();

        long wallMillis();

        /** Nanoseconds since the machine was started, suspensions included. */
        long uptime() throws IOException;
    }

    private final Machine machine;
    private final long beginning;
    private final List<Runnable> wakers = new CopyOnWriteArrayList<>();

    /** Total time suspended so far, as far as known. Never decreases. */
    private volatile long slept;

    /** By how much the wall clock was ahead of {@code nanoTime} at the last comparison. */
    private volatile long usualGap;

    /** By how much the uptime was ahead of {@code nanoTime} at the start; null if it cannot be read. */
    private @Nullable Gap first;

    /** Asked for when there is something to say: setting up a logger would take a short command longer than its work. */
    private static Logger log() {
        return LoggerFactory.getLogger(BootClock.class);
    }

    BootClock(Machine machine) {
        this.machine = machine;
        beginning = machine.nanoTime();
        long wallGap = wallGap();
        try {
            first = measure();
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            log().info("the uptime cannot be read ({}): time suspended is not counted in leases", e.toString());
        }
        usualGap = wallGap;
    }

    /** The clock of this machine. */
    public static BootClock ofThisMachine() {
        return Holder.CLOCK;
    }

    private static final class Holder {
        static final BootClock CLOCK = new BootClock(new ThisMachine());
    }

    /** Runs {@code task} after each suspension, on the thread that noticed it. */
    public void onWake(Runnable task) {
        wakers.add(task);
    }

    /** Ends {@link #onWake}. */
    public void forget(Runnable task) {
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
            log().info("this machine was suspended for {} ms", (slept - before) / NANOS_PER_MILLI);
            wakers.forEach(Runnable::run);
        }
        return now;
    }

    private long wallGap() {
        return machine.wallMillis() * NANOS_PER_MILLI - machine.nanoTime();
    }

    /** Compares the clocks, and adds time that is missing. */
    private synchronized void look() {
        long wallGap = wallGap(); // first: a suspension from here on is noticed the next time
        Gap before = first;
        if (before != null) {
            try {
                Gap now = measure();
                if (now.least - before.most > slept) {
                    slept = now.middle() - before.middle();
                }
                if (!now.isNarrow()) {
                    return; // this thread was delayed meanwhile: the next caller compares again
                }
            } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
                log().warn("the uptime cannot be read any more: {}", e.toString());
                first = null;
            }
        }
        usualGap = wallGap; // last: a thread that sees this value also sees the time added
    }

    /** Bounds of how much the uptime is ahead of {@code nanoTime}. */
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
            // The uptime was read between the two, and is rounded down to its resolution.
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

        /** {@code -Dmeshlock.natives=false} does without everything that only Linux has. */
        private static final boolean LINUX = !"false".equals(System.getProperty("meshlock.natives"));

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
            if (!LINUX) {
                throw new IOException("switched off");
            }
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
