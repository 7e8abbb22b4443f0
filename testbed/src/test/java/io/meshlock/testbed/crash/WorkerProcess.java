package io.meshlock.testbed.crash;

import io.meshlock.testbed.Timeouts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker as its parent sees it. */
final class WorkerProcess implements AutoCloseable {

    private final Process process;
    private final Path log;
    private final Writer to;
    private final BufferedReader from;
    private final int port;
    private boolean stopped;

    /**
     * The status that a worker reports.
     *
     * @param ready it takes part, and if it is a voter, its vote counts
     */
    record Status(boolean token, boolean ready, String epoch, int members, long grants, boolean valid) {}

    private WorkerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        to = process.outputWriter(StandardCharsets.US_ASCII);
        from = process.inputReader(StandardCharsets.US_ASCII);
        port = Integer.parseInt(read("port ")[1]);
    }

    static WorkerProcess start(Path log, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Worker.class.getName()));
        command.addAll(arguments);
        try {
            return new WorkerProcess(
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start(),
                    log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    Status status() {
        try {
            to.write("?\n");
            to.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the worker is gone", e);
        }
        String[] word = read("status ");
        return new Status(
                Boolean.parseBoolean(word[1]),
                Boolean.parseBoolean(word[2]),
                word[3],
                Integer.parseInt(word[4]),
                Long.parseLong(word[5]),
                !Boolean.parseBoolean(word[6]));
    }

    private String[] read(String expected) {
        try {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                if (line.startsWith(expected)) {
                    return line.split(" ", -1);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("the worker ended before it said '" + expected + "': " + logged());
    }

    String describe() {
        return (stopped ? "stopped" : process.isAlive() ? status().toString() : "dead") + logged();
    }

    /** The end of its log. */
    private String logged() {
        try {
            List<String> lines = Files.readAllLines(log);
            return "\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Has it leave the mesh in good order, and ends it. */
    void leave() {
        try {
            to.write("leave\n");
            to.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the worker is gone", e);
        }
        String[] unused = read("left");
        kill();
    }

    /** As {@code kill -9}; it is dead when this returns. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(Timeouts.SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + process.pid() + " does not die");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a signal by its name: STOP, CONT. */
    void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + name + " answered " + code);
            }
            stopped = name.equals("STOP");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
