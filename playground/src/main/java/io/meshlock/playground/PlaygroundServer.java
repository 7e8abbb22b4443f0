package io.meshlock.playground;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves the page to this machine alone, and only by its own names, so that no other site can read what is given to it. */
public final class PlaygroundServer implements AutoCloseable {

    private static final String GIVEN = "given.json";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json");

    /** Nothing from elsewhere, nothing inline, and nobody puts the page into a frame. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpServer server;
    private final @Nullable String given;

    private PlaygroundServer(HttpServer server, @Nullable String given) {
        this.server = server;
        this.given = given;
    }

    /**
     * Starts a server.
     *
     * @param port 0 for any that is free
     * @param given what to open, as JSON with name and text, or null
     * @throws java.net.BindException if the port is taken
     */
    public static PlaygroundServer start(int port, @Nullable String given) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        PlaygroundServer made = new PlaygroundServer(http, given);
        http.createContext("/", made::answer);
        http.start();
        return made;
    }

    /** Where the page is. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + (given == null ? "" : "#given"));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String name = path.equals("/") ? "index.html" : path.substring(1);
            byte[] body = name.equals(GIVEN) && given != null
                    ? given.getBytes(StandardCharsets.UTF_8)
                    : PlaygroundFiles.load(name);
            if (!isOwnName(exchange.getRequestHeaders().getFirst("Host"))) {
                send(exchange, 403, "text/plain", "not served under this name\n".getBytes(StandardCharsets.US_ASCII));
            } else if (body == null) {
                send(exchange, 404, "text/plain", "no such file\n".getBytes(StandardCharsets.US_ASCII));
            } else {
                String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
                send(exchange, 200, type, body);
            }
        }
    }

    /** A name of another site that leads here is a trick to read what this machine shows to its own browser. */
    private static boolean isOwnName(@Nullable String host) {
        return host != null && host.matches("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d+)?");
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().set("Cache-Control", "no-cache");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
