package io.meshlock.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * What one piece of work took: how many events it was, the processor time of the whole process, garbage collection
 * included, and the time that passed meanwhile. Figures are per second of processor time: other programs that want the
 * same processors make more time pass, but do not make the work longer (not by much: they still spoil caches).
 */
public record Measurement(long events, long cpuNanos, long wallNanos) {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Measures work that returns how many events it was. */
    static Measurement of(LongSupplier work) {
        long wallStart = System.nanoTime();
        long cpuStart = SYSTEM.getProcessCpuTime();
        long events = work.getAsLong();
        long cpuNanos = SYSTEM.getProcessCpuTime() - cpuStart;
        return new Measurement(events, cpuNanos, System.nanoTime() - wallStart);
    }

    double nanosPerEvent() {
        return (double) cpuNanos / events;
    }

    double millionsPerSecond() {
        return 1000 / nanosPerEvent();
    }

    double millionsPerWallSecond() {
        return 1000.0 * events / wallNanos;
    }

    /** Several measurements of the same work, after some warm-up rounds. */
    static final class Series {

        static final String HEADER = String.format(
                Locale.ROOT, "%12s %12s %12s %14s", "ns / event", "million / s", "at best", "by wall clock");

        private final LongSupplier work;
        private final List<Measurement> all = new ArrayList<>();

        Series(int warmups, LongSupplier work) {
            this.work = work;
            for (int i = 0; i < warmups; i++) {
                long unused = work.getAsLong();
            }
        }

        Series measure(int times) {
            for (int i = 0; i < times; i++) {
                all.add(of(work));
            }
            return this;
        }

        /** The measurement in the middle, by processor time per event. */
        Measurement median() {
            return all.stream()
                    .sorted(Comparator.comparingDouble(Measurement::nanosPerEvent))
                    .toList()
                    .get(all.size() / 2);
        }

        /** The columns of {@link #HEADER}. */
        @Override
        public String toString() {
            Measurement median = median();
            double best = all.stream()
                    .mapToDouble(Measurement::millionsPerSecond)
                    .max()
                    .orElse(Double.NaN);
            double wall = all.stream()
                    .mapToDouble(Measurement::millionsPerWallSecond)
                    .sorted()
                    .toArray()[all.size() / 2];
            return String.format(
                    Locale.ROOT,
                    "%12.1f %12.2f %12.2f %14.2f",
                    median.nanosPerEvent(),
                    median.millionsPerSecond(),
                    best,
                    wall);
        }
    }

    /** Prints a line; numbers look the same everywhere. */
    public static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    /** What the figures were measured on, without naming it. */
    static void printMachine() {
        Runtime runtime = Runtime.getRuntime();
        print(
                "JDK %s, %s, %d processors (load %.1f), heap up to %.1f GB",
                Runtime.version(),
                System.getProperty("os.arch"),
                runtime.availableProcessors(),
                SYSTEM.getSystemLoadAverage(),
                runtime.maxMemory() / 1e9);
        print("Figures are medians per second of processor time; the last column is by the clock on the wall.");
        print("");
    }
}
