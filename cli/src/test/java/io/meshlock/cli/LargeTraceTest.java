package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The heap that a trace takes does not grow with its length: these have more than a heap of 32 MB would hold. */
class LargeTraceTest {

    private static final String HEAP = "-Xmx32m";

    /** 36 MB of points, in lines of a megabyte. */
    private static final int NODES = 30;

    private static final int WAYPOINTS = 50_000;

    /** 32 MB of events, and as much of changes. */
    private static final int CONTACTS = 1_000_000;

    @TempDir
    private Path folder;

    @Test
    void paths() throws Exception {
        Path file = folder.resolve("large.movements");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int node = 0; node < NODES; node++) {
                for (int i = 0; i < WAYPOINTS; i++) {
                    out.print(i + " " + (node * 10 + i % 2) + " " + (i + node) % 3 + " ");
                }
                out.println();
            }
        }
        assertThat(show(file, "--radius", "12"))
                .contains("\"events\" : " + NODES * WAYPOINTS + ",", "\"duration\" : " + (WAYPOINTS - 1) + ".0");
    }

    @Test
    void contactsInNoOrder() throws Exception {
        Path file = folder.resolve("large.contacts");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int i = 0; i < CONTACTS; i++) {
                int start = i ^ 3; // almost in order, as recordings of several devices are
                out.println(i % NODES + " " + (i + 1) % NODES + " " + start + " " + (start + 1));
            }
        }
        assertThat(show(file)).contains("\"events\" : " + 2 * CONTACTS + ",");
    }

    private String show(Path file, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "trace",
                "show",
                file.toString(),
                "--json"));
        command.addAll(List.of(more));
        File log = folder.resolve("log.txt").toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        int code = process.waitFor();
        String text = Files.readString(log.toPath());
        assertThat(code).as(text).isZero();
        return text;
    }
}
