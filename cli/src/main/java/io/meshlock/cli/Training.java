package io.meshlock.cli;

import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.http.HttpSettings;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Uses what most commands use, while the JVM records the classes for the archive that lets commands start fast ({@code
 * -XX:ArchiveClassesAtExit}). Not a command: the launcher runs it after a build.
 */
public final class Training {

    private Training() {}

    public static void main(String[] args) {
        try (Meshlock mesh = Meshlock.builder().node("training").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            mesh.pool("p", PoolConfig.permits(1));
            String api = "--api=" + daemon.uri();
            meshlock("run", "p", api, "--", "true");
            meshlock("status", api);
            meshlock("pools", api);
        }
        meshlock("help");
        System.exit(0);
    }

    private static void meshlock(String... args) {
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        if (Main.run(nowhere, nowhere, args) != 0) {
            throw new IllegalStateException("'meshlock " + String.join(" ", args) + "' failed");
        }
    }
}
