package io.meshlock.daemon.page;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URI;
import java.util.Set;

/** Serves a page without a daemon: on loopback, and only under its own names, so that no other site can read it. */
public final class PageServer implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final Set<String> OWN_NAMES = Set.of(HOST, "localhost", "[::1]");

    private final Page page;
    private final Javalin server;

    private PageServer(Page page, Javalin server) {
        this.page = page;
        this.server = server;
    }

    /**
     * Starts a server.
     *
     * @param port 0 for any that is free
     * @throws io.javalin.util.JavalinException if the port is taken
     */
    public static PageServer start(Page page, int port) {
        Javalin server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.jetty.host = HOST;
            config.jetty.port = port;
            config.routes.before(PageServer::refuseOtherNames);
            page.addTo(config.routes);
        });
        server.start();
        return new PageServer(page, server);
    }

    /** Refuses foreign Host names, as in DNS rebinding. */
    private static void refuseOtherNames(Context ctx) {
        String host = ctx.host();
        String name = host == null ? "" : host.replaceFirst(":\\d+$", "");
        if (!OWN_NAMES.contains(name)) {
            ctx.status(HttpStatus.FORBIDDEN).contentType("text/plain").result("not served under this name\n");
            ctx.skipRemainingHandlers();
        }
    }

    /** Where the page is, as {@code http://127.0.0.1:7480/page/}. */
    public URI uri() {
        return URI.create("http://" + HOST + ":" + server.port() + "/page/");
    }

    /** Ends what the page shows, and stops. */
    @Override
    public void close() {
        page.end();
        server.stop();
    }
}
