package io.meshlock.daemon;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.meshlock.Meshlock;
import java.net.URI;
import java.util.List;

/**
 * An HTTP server beside a node.
 *
 * <pre>{@code
 * try (Meshlock mesh = Meshlock.builder().node("drone-7").found().start();
 *         Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT, List.of())) {
 *     System.out.println(daemon.uri());
 * }
 * }</pre>
 *
 * <p>Closing it gives back what its clients hold; the mesh stays open.
 */
public final class Daemon implements AutoCloseable {

    private final Meshlock mesh;
    private final HttpSettings settings;
    private final Javalin server;

    private Daemon(Meshlock mesh, HttpSettings settings, List<Extension> extensions) {
        this.mesh = mesh;
        this.settings = settings;
        this.server = Javalin.create(config -> configure(config, extensions));
    }

    /**
     * Starts a server.
     *
     * @throws io.javalin.util.JavalinException if the address is taken
     */
    public static Daemon start(Meshlock mesh, HttpSettings settings, List<Extension> extensions) {
        Daemon daemon = new Daemon(mesh, settings, extensions);
        daemon.server.start();
        return daemon;
    }

    private void configure(JavalinConfig config, List<Extension> extensions) {
        config.startup.showJavalinBanner = false;
        config.jetty.host = settings.host();
        config.jetty.port = settings.port();
        config.http.prefer405over404 = true;
        extensions.forEach(extension -> extension.addTo(config.routes, this));
    }

    /** The mesh that it serves. */
    public Meshlock mesh() {
        return mesh;
    }

    /** Where it listens, as {@code http://127.0.0.1:7480}. */
    public URI uri() {
        String host = settings.host();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.port());
    }

    @Override
    public void close() {
        server.stop();
    }
}
