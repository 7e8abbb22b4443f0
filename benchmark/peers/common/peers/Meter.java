package peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * What this process and its children used so far.
 *
 * @param nanos the clock on the wall
 * @param processor nanoseconds of processor time, in steps of 10 ms
 * @param packets packets on the loopback interface: this network namespace has no other, and nobody else is in it
 */
record Meter(long nanos, long processor, long packets) {

    static final Meter ZERO = new Meter(0, 0, 0);

    private static final Path INTERFACES = Path.of("/proc/self/net/dev");
    private static final int RECEIVED_PACKETS = 2;

    static Meter read() throws IOException {
        long processor = processes()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToLong(Duration::toNanos)
                .sum();
        return new Meter(System.nanoTime(), processor, countPackets());
    }

    Meter since(Meter before) {
        return new Meter(nanos - before.nanos, processor - before.processor, packets - before.packets);
    }

    Meter plus(Meter other) {
        return new Meter(nanos + other.nanos, processor + other.processor, packets + other.packets);
    }

    double seconds() {
        return nanos / 1e9;
    }

    static double residentMegabytes() throws IOException {
        return sum("VmRSS:") / 1024.0;
    }

    static long threads() throws IOException {
        return sum("Threads:");
    }

    private static Stream<ProcessHandle> processes() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.concat(Stream.of(self), self.descendants());
    }

    private static long countPackets() throws IOException {
        for (String line : Files.readAllLines(INTERFACES)) {
            if (line.strip().startsWith("lo:")) {
                return Long.parseLong(line.strip().split("\\s+")[RECEIVED_PACKETS]);
            }
        }
        throw new IOException("no loopback interface in " + INTERFACES);
    }

    private static long sum(String key) throws IOException {
        long sum = 0;
        for (ProcessHandle process : processes().toList()) {
            sum += value(Path.of("/proc/" + process.pid() + "/status"), key);
        }
        return sum;
    }

    private static long value(Path status, String key) throws IOException {
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(key))
                    .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]))
                    .sum();
        } catch (NoSuchFileException e) {
            return 0; // it ended meanwhile
        }
    }
}
