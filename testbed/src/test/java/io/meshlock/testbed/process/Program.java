package io.meshlock.testbed.process;

import static io.meshlock.testbed.Patience.await;

import io.meshlock.testbed.Patience;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One {@code meshlock} command as a process of its own, with what it prints in files. */
final class Program implements AutoCloseable {

    private final Process process;
    private final Path out;
    private final Path err;

    private Program(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts {@code meshlock args…} in a folder, which also gets what it prints. */
    static Program start(Path folder, Map<String, String> environment, String... args) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT", // whoever runs the tests in the background ignores it, and so would the program
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1", // starts fast, and is not here to run fast
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                "io.meshlock.cli.Main"));
        command.addAll(List.of(args));
        try {
            Path out = Files.createTempFile(folder, args[0], ".out");
            Path err = Files.createTempFile(folder, args[0], ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            return new Program(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the command line has at run time; the tests' silent logger is not part of it. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("slf4j-nop"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until its standard output has this text. */
    String awaitOutput(String text) {
        await().until(() -> {
            if (!process.isAlive() && !out().contains(text)) {
                throw new IllegalStateException("it ended: " + out() + err());
            }
            return out().contains(text);
        });
        return out();
    }

    /** Sends a signal, as {@code INT}. */
    void signal(String name) {
        try {
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its exit code, once it has ended by itself. */
    int exitCode() {
        try {
            if (!process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("it does not end: " + out() + err());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
