package io.meshlock.testbed.process;

import static io.meshlock.testbed.Timeouts.await;

import io.meshlock.testbed.Timeouts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One {@code meshlock} command as a process of its own, with what it prints in files. */
public final class Program implements AutoCloseable {

    /** The state of such a socket, in the kernel's table. */
    private static final String LISTENS = "0A";

    private final Process process;
    private final Path out;
    private final Path err;

    private Program(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    public static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** Starts {@code meshlock args…} in a folder, which also gets what it prints. */
    public static Program start(Path folder, Map<String, String> environment, String... args) {
        List<String> command = new ArrayList<>(meshlock());
        command.addAll(List.of(args));
        return launch(folder, args[0], environment, ProcessBuilder.Redirect.from(new File("/dev/null")), command);
    }

    /** Starts another program in a folder, which also gets what it prints. */
    public static Program launch(Path folder, String name, Map<String, String> environment, List<String> command) {
        return launch(folder, name, environment, ProcessBuilder.Redirect.from(new File("/dev/null")), command);
    }

    /** Mounts nothing over /proc, and runs the rest with no other program in sight. Java finds its libraries by /proc. */
    private static final String HIDE =
            "mount -t tmpfs none /proc && LD_LIBRARY_PATH=\"$1\" PATH=/nowhere && export LD_LIBRARY_PATH PATH && shift && exec \"$@\"";

    /** What starts a command without /proc and without programs of the system; empty if that is not allowed here. */
    static List<String> hiding() {
        String libraries = Path.of(System.getProperty("java.home"), "lib").toString();
        List<String> prefix =
                List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", HIDE, "sh", libraries);
        List<String> trial = new ArrayList<>(prefix);
        trial.addAll(List.of("/bin/sh", "-c", "! test -e /proc/self"));
        try {
            Process tried = new ProcessBuilder(trial)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return tried.waitFor() == 0 ? prefix : List.of();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts {@code meshlock args…} behind the words of {@link #hiding}. */
    static Program startHidden(List<String> hiding, Path folder, Map<String, String> environment, String... args) {
        List<String> command = new ArrayList<>(hiding);
        command.addAll(meshlock().subList(meshlock().indexOf(JAVA), meshlock().size()));
        command.addAll(List.of(args));
        return launch(folder, args[0], environment, ProcessBuilder.Redirect.from(new File("/dev/null")), command);
    }

    /**
     * Starts a shell script in a terminal of its own, in which {@code meshlock} is the command. What the terminal shows
     * is this program's output, and {@link #type} is its keyboard.
     */
    static Program inTerminal(Path folder, String script) {
        String meshlock = meshlock().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        String all = "meshlock() { " + meshlock + " \"$@\"; }\n" + script;
        return launch(
                folder,
                "terminal",
                Map.of("TERM", "xterm", "SHELL", "/bin/sh"),
                ProcessBuilder.Redirect.PIPE,
                List.of("script", "--quiet", "--flush", "--return", "--command", all, "/dev/null"));
    }

    /** The command, which its arguments follow. */
    public static List<String> meshlock() {
        return List.of(
                "env",
                "--default-signal=INT,HUP", // tests in the background or under nohup ignore one of them, and
                // so would the program
                JAVA,
                ClassArchive.option(),
                "-XX:TieredStopAtLevel=1", // for a fast start
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                "io.meshlock.cli.Main");
    }

    private static Program launch(
            Path folder,
            String name,
            Map<String, String> environment,
            ProcessBuilder.Redirect input,
            List<String> command) {
        try {
            Path out = Files.createTempFile(folder, name, ".out");
            Path err = Files.createTempFile(folder, name, ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(input)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            // Nodes keep their state there, and tests must not meet each other's.
            builder.environment()
                    .put("XDG_STATE_HOME", folder.resolve("state-home").toString());
            builder.environment().putAll(environment);
            return new Program(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the command line has at run time; the tests and their silent logger are not part of it. */
    static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("slf4j-nop") && !entry.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** False also for a zombie: a process that has ended and was not waited for yet. */
    public static boolean isRunning(long pid) throws IOException {
        Path stat = Path.of("/proc/" + pid + "/stat");
        if (!Files.exists(stat)) {
            return false;
        }
        String text = Files.readString(stat);
        return text.charAt(text.lastIndexOf(')') + 2) != 'Z';
    }

    /** The TCP ports at which it listens, as the kernel says. */
    Set<Integer> listens() throws IOException {
        Set<String> own = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid() + "/fd"))) {
            for (Path file : files.toList()) {
                try {
                    own.add(Files.readSymbolicLink(file).toString());
                } catch (NoSuchFileException e) {
                    // Closed meanwhile.
                }
            }
        }
        Set<Integer> ports = new TreeSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid() + "/net/" + table))) {
                String[] words = line.trim().split(" +", -1);
                if (words[3].equals(LISTENS) && own.contains("socket:[" + words[9] + "]")) {
                    ports.add(Integer.parseInt(words[1].substring(words[1].indexOf(':') + 1), 16));
                }
            }
        }
        return ports;
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

    /** Types these keys in its terminal. */
    void type(String keys) {
        try {
            process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a signal, as {@code INT}. */
    public void signal(String name) {
        signal(name, process.pid());
    }

    /** Sends a signal to the {@code meshlock} in its terminal. */
    void signalInTerminal(String name) {
        signal(
                name,
                process.descendants()
                        .filter(each -> each.info().command().orElse("").endsWith("java"))
                        .findFirst()
                        .orElseThrow()
                        .pid());
    }

    private static void signal(String name, long pid) {
        try {
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
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
    public int exitCode() {
        return exitCode(Timeouts.SECONDS);
    }

    /** The same, of one that may take so many seconds. */
    int exitCode(long seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
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
