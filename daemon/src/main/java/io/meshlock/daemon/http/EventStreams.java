package io.meshlock.daemon.http;

import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams of server-sent events. Each has a thread of its own, since writing to a slow client blocks; so there is a
 * limit on how many there are, of which each caller has a share. A comment is sent at intervals, so that a client that is gone is noticed.
 */
final class EventStreams implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    private static final Duration HEARTBEAT = Duration.ofSeconds(2);

    /** How long streams have to end; a client that does not read may hold one up. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private static final String SIGN_OF_LIFE = ":\n\n";

    private final EventHub events;
    private final CallerShares places;
    private final ExecutorService threads;

    EventStreams(EventHub events, int most) {
        this.events = events;
        this.places = new CallerShares(most);
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "meshlock-events");
            thread.setDaemon(true);
            return thread;
        });
    }

    private interface Writer {
        void write(ServletOutputStream out) throws IOException, InterruptedException;
    }

    /** Everything that happens at this node, from now on. */
    void all(Context ctx) {
        EventHub.Subscription subscription = events.subscribe();
        try {
            open(ctx, subscription::close, out -> {
                send(out, ": from here on\n\n");
                while (true) {
                    EventHub.Event event = subscription.next(HEARTBEAT.toMillis());
                    send(out, event == null ? SIGN_OF_LIFE : text(event.type(), event.data(), event.number()));
                }
            });
        } catch (Problem e) {
            subscription.close();
            throw e;
        }
    }

    /** The states of one request, to its end. While it waits, a stream of its own client is a sign of life. */
    void follow(Context ctx, ClientRequest request, boolean isOwn) {
        Duration beat = HEARTBEAT.compareTo(request.spec().lease().dividedBy(3)) < 0
                ? HEARTBEAT
                : request.spec().lease().dividedBy(3);
        open(ctx, () -> {}, out -> {
            ClientRequest.State last = null;
            while (true) {
                ClientRequest.State now = request.state();
                send(out, now == last ? SIGN_OF_LIFE : text(now.label(), Json.write(request.document()), null));
                last = now;
                if (!now.isOpen()) {
                    return;
                }
                if (isOwn) {
                    request.touch();
                }
                request.awaitChange(now, beat.toMillis());
            }
        });
    }

    private void open(Context ctx, Runnable atEnd, Writer writer) {
        String caller = CallerShares.of(ctx);
        if (!places.take(caller)) {
            throw Problem.unavailable("events: " + places.refusal(caller, "streams are open"));
        }
        ctx.contentType("text/event-stream").header("Cache-Control", "no-store").header("X-Accel-Buffering", "no");
        ctx.future(() -> CompletableFuture.runAsync(() -> run(ctx, caller, atEnd, writer), threads));
    }

    private void run(Context ctx, String caller, Runnable atEnd, Writer writer) {
        try {
            writer.write(ctx.res().getOutputStream());
        } catch (IOException e) {
            // The client is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.giveBack(caller);
            atEnd.run();
        }
    }

    private static String text(String type, String data, @Nullable Long number) {
        return (number == null ? "" : "id: " + number + "\n") + "event: " + type + "\ndata: " + data + "\n\n";
    }

    private static void send(ServletOutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /**
     * Ends all streams, and waits until they have ended: Javalin would retry for ever to finish an answer of a server
     * that has stopped.
     */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("a stream of events did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
