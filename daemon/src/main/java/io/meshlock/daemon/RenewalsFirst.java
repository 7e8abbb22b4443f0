package io.meshlock.daemon;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Keeps threads free for renewals, since permits are lost if those are late: no more than so many threads may be busy
 * with anything else at one time, and further calls are told to come back. Before that, bodies are read without a
 * thread: a client that sends its body slowly, or never, holds a connection and nothing more.
 */
final class RenewalsFirst extends Handler.Wrapper {

    /** Jetty has 250 threads, of which it keeps some for itself. */
    private static final int MOST_BUSY = 200;

    /** A little more than the daemon takes: what is longer is refused without being read. */
    private static final int MOST_BYTES = 17 * 1024;

    private final AtomicInteger busy = new AtomicInteger();

    private RenewalsFirst() {
        super(false);
    }

    static void around(Server server) {
        EagerContentHandler bodies = new EagerContentHandler(
                new RenewalsFirst(), new EagerContentHandler.RetainedContentLoaderFactory(MOST_BYTES, 64, false));
        server.setHandler(bodies);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (Request.getPathInContext(request).endsWith("/renew")) {
            return super.handle(request, response, callback);
        }
        try {
            if (busy.incrementAndGet() <= MOST_BUSY) {
                return super.handle(request, response, callback);
            }
        } finally {
            busy.decrementAndGet();
        }
        response.setStatus(503);
        response.getHeaders().put(HttpHeader.RETRY_AFTER, "1").put(HttpHeader.CONTENT_TYPE, "application/problem+json");
        String problem = "{\"type\":\"about:blank\",\"title\":\"unavailable\",\"status\":503,"
                + "\"detail\":\"this node is busy; expected fewer calls at once\"}";
        response.write(true, StandardCharsets.UTF_8.encode(problem), callback);
        return true;
    }
}
