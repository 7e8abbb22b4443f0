package io.meshlock.daemon;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.meshlock.Meshlock;
import io.meshlock.daemon.http.Api;
import io.meshlock.daemon.http.EventHub;
import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.daemon.local.LocalAccess;
import io.meshlock.daemon.local.LocalEndpoint;
import io.meshlock.daemon.local.UnixConnector;
import io.meshlock.daemon.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP server beside a node.
 *
 * <pre>{@code
 * try (Meshlock mesh = Meshlock.builder().node("drone-7").bootstrap().start();
 *         Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT, List.of())) {
 *     System.out.println(daemon.uri());
 * }
 * }</pre>
 *
 * <p>Closing it gives back what its clients hold; the mesh stays open.
 */
public final class Daemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    /** More than the limits on requests and streams together; further calls wait until a thread is free. */
    private static final int MAX_CONNECTIONS = 10_000;

    /**
     * How many callers wait to be let in. Of a burst of more than Java's usual 50 the kernel would drop some, and they would
     * try again after 1, 3, 7 … seconds.
     */
    private static final int ACCEPT_QUEUE = 1024;

    private final Meshlock mesh;
    private final HttpSettings settings;
    private final Api api;
    private final CountDownLatch drained = new CountDownLatch(1);
    private final Javalin server;
    private volatile @Nullable String configuredToken;
    private volatile @Nullable UnixConnector unix;

    private Daemon(Meshlock mesh, HttpSettings settings, List<Extension> extensions, TimeSource time) {
        this.mesh = mesh;
        this.settings = settings;
        this.configuredToken = settings.token();
        Set<String> openPaths =
                extensions.stream().flatMap(each -> each.openPaths().stream()).collect(Collectors.toUnmodifiableSet());
        this.api = new Api(mesh, settings, openPaths, time, drained::countDown);
        this.server = Javalin.create(config -> configure(config, extensions));
    }

    /**
     * Makes sure that a server can have its addresses, and gives them free again: to be asked before a node joins a mesh
     * that it would have to leave at once.
     *
     * @throws IOException in one line, that of {@code java.net} for the TCP address
     */
    public static void check(HttpSettings settings) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true); // as the server does: an address of connections that ended lately is free
            socket.bind(new InetSocketAddress(settings.host(), settings.port()));
            if (settings.local().isDemanded()) {
                checkLocally(settings.local(), socket.getLocalPort());
            }
        }
    }

    private static void checkLocally(LocalAccess access, int port) {
        try {
            LocalEndpoint.check(access, port);
        } catch (IOException e) {
            throw new UncheckedIOException("http.socket: " + e.getMessage(), e);
        }
    }

    /**
     * Starts a server.
     *
     * @throws io.javalin.util.JavalinException if the address is taken
     */
    public static Daemon start(Meshlock mesh, HttpSettings settings, List<Extension> extensions) {
        return start(mesh, settings, extensions, TimeSource.system());
    }

    /**
     * Starts a server with another clock, for tests.
     *
     * @param time is closed with the daemon
     */
    public static Daemon start(Meshlock mesh, HttpSettings settings, List<Extension> extensions, TimeSource time) {
        Daemon daemon = new Daemon(mesh, settings, extensions, time);
        try {
            daemon.server.start();
        } catch (RuntimeException e) {
            daemon.close();
            throw e;
        }
        daemon.openLocally();
        return daemon;
    }

    /** A socket that was not asked for by name is a convenience: where it cannot be, TCP does. */
    private void openLocally() {
        LocalAccess access = settings.local();
        String token = token();
        try {
            if (access.isOn()) {
                LocalEndpoint endpoint = LocalEndpoint.open(access, server.port(), token);
                Server jetty = server.jettyServer().server();
                HttpConfiguration like = jetty.getConnectors()[0]
                        .getConnectionFactory(HttpConnectionFactory.class)
                        .getHttpConfiguration();
                unix = UnixConnector.start(jetty, like, endpoint);
            }
        } catch (IOException e) {
            if (access.isDemanded()) {
                close();
                throw new UncheckedIOException("http.socket: " + e.getMessage(), e);
            }
            LOG.warn("no socket for programs on this machine, and no file with the token: {}", e.getMessage());
        }
        UnixConnector opened = unix;
        api.start(opened == null ? "" : opened.endpoint().tokenFile().toString());
    }

    /** What clients over TCP must send to change something. */
    public String token() {
        String configured = configuredToken;
        return configured == null ? api.ownToken() : configured;
    }

    /** The socket for programs on this machine; null if there is none. */
    public @Nullable Path socket() {
        UnixConnector opened = unix;
        return opened == null ? null : opened.endpoint().socket();
    }

    private void configure(JavalinConfig config, List<Extension> extensions) {
        config.startup.showJavalinBanner = false;
        config.jetty.host = settings.host();
        config.jetty.port = settings.port();
        config.jetty.modifyServer(jetty -> {
            jetty.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, jetty));
            RenewalsFirst.around(jetty);
            jetty.addEventListener(new LongAcceptQueue(jetty));
        });
        api.addTo(config);
        extensions.forEach(extension -> extension.addTo(config.routes, this));
    }

    /** Set as the server starts: by then it has its connectors. */
    private record LongAcceptQueue(Server jetty) implements LifeCycle.Listener {

        @Override
        public void lifeCycleStarting(LifeCycle event) {
            for (Connector connector : jetty.getConnectors()) {
                if (connector instanceof ServerConnector tcp) {
                    tcp.setAcceptQueueSize(ACCEPT_QUEUE);
                }
            }
        }
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

    /** What happens at this node, as it happens. */
    public EventHub events() {
        return api.events();
    }

    /**
     * Replaces the token that clients must show.
     *
     * @throws IllegalArgumentException if there is none, and others can reach this daemon
     */
    public void token(@Nullable String value) {
        HttpSettings unused = settings.token(value); // it checks
        configuredToken = value;
        api.token(value);
        UnixConnector opened = unix;
        if (opened != null) {
            try {
                opened.endpoint().token(token());
            } catch (IOException e) {
                LOG.warn("'{}' was not written: {}", opened.endpoint().tokenFile(), e.getMessage());
            }
        }
    }

    /** Waits until this daemon was told to drain and all permits are back. */
    public void awaitDrained() throws InterruptedException {
        drained.await();
    }

    /**
     * Shuts down gracefully: takes no more requests, refuses renewals, and waits until clients have given back their
     * permits or their leases are over. Closing without this takes away permits that clients still believe they hold.
     *
     * @return false if a client still holds permits after that
     */
    public boolean settle() throws InterruptedException {
        return api.settle();
    }

    /** Gives back all permits that clients hold, and stops. */
    @Override
    public void close() {
        api.close();
        UnixConnector opened = unix;
        if (opened != null) {
            opened.close();
        }
        server.stop();
    }
}
