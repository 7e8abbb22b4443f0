package io.meshlock.laboratory.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A million events of every format are read within ten seconds: 100,000 a second at the least. */
class TraceSpeedTest {

    private static final int EVENTS = 1_000_000;
    private static final int NODES = 100;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("large");
    }

    @ParameterizedTest
    @EnumSource
    void aMillionEvents(TraceFormat format) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            write(format, out);
        }
        long begin = workNanos();
        Trace trace = TraceReader.read(TraceSource.of(file, format));
        assertThat(Duration.ofNanos(workNanos() - begin)).isLessThan(LIMIT);
        assertThat(trace.events()).isBetween(EVENTS - 1L, 3L * EVENTS);
    }

    /**
     * What this thread has worked: on a busy machine it waits for its turn as well, which is not the reader's fault.
     */
    private static long workNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void write(TraceFormat format, PrintWriter out) {
        switch (format) {
            case NS2 -> ns2(out);
            case BONNMOTION -> bonnMotion(out);
            case CSV -> {
                for (int i = 0; i < EVENTS; i++) {
                    out.println(i * 0.01 + "," + i % NODES + "," + place(i) + "," + place(i + 1));
                }
            }
            case ONE -> {
                for (int i = 0; i < EVENTS; i++) {
                    out.println(i * 0.01 + " CONN " + i / 2 % NODES + " x" + i / 2 % NODES
                            + (i % 2 == 0 ? " up" : " down"));
                }
            }
            case CONTACTS -> {
                for (int i = 0; i < EVENTS / 2; i++) {
                    out.println(i % NODES + " " + (i + 1) % NODES + " " + i * 0.01 + " " + (i + 500) * 0.01);
                }
            }
            case GRAPH -> graph(out);
        }
    }

    private static void ns2(PrintWriter out) {
        for (int node = 0; node < NODES; node++) {
            out.println("$node_(" + node + ") set X_ 0.0\n$node_(" + node + ") set Y_ 0.0");
        }
        for (int i = 0; i < EVENTS; i++) {
            out.println("$ns_ at " + i * 0.01 + " \"$node_(" + i % NODES + ") setdest " + place(i) + " " + place(i + 1)
                    + " 20.0\"");
        }
    }

    private static void bonnMotion(PrintWriter out) {
        for (int node = 0; node < NODES; node++) {
            for (int i = 0; i < EVENTS / NODES; i++) {
                out.print(i + 0.5 + " " + place(i) + " " + place(i + node) + " ");
            }
            out.println();
        }
    }

    private static void graph(PrintWriter out) {
        int nodes = 1500;
        out.println("{\"nodes\": [0");
        for (int node = 1; node < nodes; node++) {
            out.println(", " + node);
        }
        out.println("], \"links\": [{\"source\": 0, \"target\": 1}");
        for (int i = 1; i < EVENTS; i++) {
            int from = i / 1000;
            out.println(", {\"source\": " + from + ", \"target\": " + (from + 1 + i % 499) + ", \"quality\": 0.75}");
        }
        out.println("]}");
    }

    private static double place(int i) {
        return i * 7919 % 100_000 / 100.0;
    }
}
