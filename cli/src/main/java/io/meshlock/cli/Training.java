package io.meshlock.cli;

import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.cli.command.ScratchFolder;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.http.HttpSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Uses what nodes and most commands use, while the JVM records the classes for the archive that lets them start fast
 * ({@code -XX:ArchiveClassesAtExit}). Not a command: the launcher runs it after a build. Whatever it leaves out has its
 * classes read from jars and checked at every start.
 */
public final class Training {

    private Training() {}

    public static void main(String[] args) {
        int code = 1;
        try {
            train();
            code = 0;
        } catch (IOException | RuntimeException e) {
            System.err.println("training failed: " + e.getMessage());
        } finally {
            System.exit(code); // whatever happened: the nodes' threads would go on
        }
    }

    private static void train() throws IOException {
        ScratchFolder scratch = new ScratchFolder("meshlock-training"); // it goes when the JVM ends
        Path folder = scratch.path();
        meshlock("keys", "init", "--mesh=training", "--dir=" + folder.resolve("keys"));
        meshlock("keys", "issue", "a", "--dir=" + folder.resolve("keys"));
        meshlock("keys", "issue", "b", "--dir=" + folder.resolve("keys"));
        String links = "127.0.0.1:" + freePort();
        String a = node(folder, "a", "--listen=" + links, "--bootstrap", "--pool=p=1");
        String b = node(folder, "b", "--peer=" + links);
        use(a);
        use(b);
        try (Meshlock mesh = Meshlock.builder().node("c").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            mesh.pool("p", PoolConfig.permits(1));
            use(daemon.uri().toString()); // over TCP
        }
        meshlock("man"); // which reads the flags of all commands
        meshlock("help");
    }

    /** Starts a node with keys and a state folder, and gives the address of its API. */
    private static String node(Path folder, String name, String... flags) {
        Path socket = folder.resolve(name + ".sock");
        String[] all = Stream.concat(
                        Stream.of(
                                "node",
                                "--name=" + name,
                                "--keys=" + folder.resolve("keys/nodes").resolve(name),
                                "--state=" + folder.resolve(name),
                                "--http=127.0.0.1:0",
                                "--socket=" + socket),
                        Stream.of(flags))
                .toArray(String[]::new);
        Thread thread = new Thread(() -> meshlock(all), "node-" + name);
        thread.setDaemon(true); // it goes on until the JVM ends
        thread.start();
        return "unix:" + socket;
    }

    private static void use(String api) {
        meshlock("run", "p", "--api=" + api, "--connect-wait=1m", "--wait=1m", "--", "true");
        meshlock("status", "--api=" + api);
        meshlock("pools", "--api=" + api);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void meshlock(String... args) {
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        if (Main.run(nowhere, nowhere, args) != 0) {
            throw new IllegalStateException("'meshlock " + String.join(" ", args) + "' failed");
        }
    }
}
