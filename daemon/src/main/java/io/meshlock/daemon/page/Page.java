package io.meshlock.daemon.page;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.Extension;
import io.meshlock.daemon.http.CallerShares;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * The page's routes: its files under {@code /page/}, and under {@code /feed/} what it shows.
 *
 * <table>
 * <caption>What it shows</caption>
 * <tr><td>{@code /feed/about}</td><td>live or replay; of a recorded run, its length, chunks and overview</td></tr>
 * <tr><td>{@code /feed/live}</td><td>server-sent events: a picture first, then ten batches a second</td></tr>
 * <tr><td>{@code /feed/chunks/N}</td><td>a stretch of a recorded run</td></tr>
 * </table>
 */
public final class Page implements Extension {

    private final @Nullable LiveFeed live;
    private final @Nullable RecordedRun run;

    private Page(@Nullable LiveFeed live, @Nullable RecordedRun run) {
        this.live = live;
        this.run = run;
    }

    /** Shows what happens now. */
    public static Page of(LiveFeed feed) {
        return new Page(feed, null);
    }

    /** Shows a recorded run. */
    public static Page of(RecordedRun run) {
        return new Page(null, run);
    }

    /** Whether this program was built with the page's files; the feed is there in any case. */
    public static boolean isBuilt() {
        return PageFiles.areThere();
    }

    @Override
    public void addTo(RoutesConfig routes, Daemon daemon) {
        addTo(routes);
    }

    /** The files hold no secrets; the feed does. Whoever opens the address in a browser is led to the page, which asks. */
    @Override
    public Set<String> openPaths() {
        return Set.of("/", "/page");
    }

    /** Tells watching pages that the feed ends. */
    void end() {
        LiveFeed feed = live;
        if (feed != null) {
            feed.close();
        }
    }

    void addTo(RoutesConfig routes) {
        routes.get("/", ctx -> ctx.redirect("/page/"));
        routes.get("/page", ctx -> {
            if (ctx.path().endsWith("/")) {
                PageFiles.serve(ctx, "index.html");
            } else {
                ctx.redirect("/page/");
            }
        });
        routes.get("/page/{file}", ctx -> PageFiles.serve(ctx, ctx.pathParam("file")));
        routes.get("/feed/about", this::about);
        LiveFeed feed = live;
        if (feed != null) {
            routes.get("/feed/live", ctx -> stream(ctx, feed));
        }
        RecordedRun recorded = run;
        if (recorded != null) {
            routes.get("/feed/chunks/{number}", ctx -> chunk(ctx, recorded));
        }
    }

    private void about(Context ctx) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = JsonMapper.shared().createGenerator(bytes)) {
            RecordedRun recorded = run;
            if (recorded != null) {
                recorded.writeAbout(out);
            } else {
                out.writeStartObject();
                out.writeStringProperty("mode", "live");
                out.writeStringProperty("unit", "s");
                out.writeEndObject();
            }
        }
        PageFiles.secure(ctx);
        ctx.contentType("application/json").header("Cache-Control", "no-store").result(bytes.toByteArray());
    }

    private static void chunk(Context ctx, RecordedRun recorded) throws IOException {
        String number = ctx.pathParam("number");
        byte[] chunk = number.matches("\\d{1,9}") ? recorded.chunk(Integer.parseInt(number)) : null;
        if (chunk == null) {
            ctx.status(HttpStatus.NOT_FOUND).contentType("text/plain").result("no chunk '" + number + "'\n");
            return;
        }
        PageFiles.secure(ctx);
        ctx.disableCompression(); // it is compressed already
        ctx.contentType("application/json").header("Content-Encoding", "gzip").result(chunk);
    }

    /**
     * Sends batches until the page goes away. A page that is slow to read blocks this thread and no other; events that
     * it misses are counted.
     */
    private static void stream(Context ctx, LiveFeed feed) throws InterruptedException {
        try (Watcher watcher = feed.watch(CallerShares.of(ctx))) {
            if (watcher == null) {
                ctx.status(HttpStatus.SERVICE_UNAVAILABLE)
                        .header("Retry-After", "5")
                        .contentType("text/plain")
                        .result("too many pages watch already\n");
                return;
            }
            PageFiles.secure(ctx);
            ctx.disableCompression();
            ctx.contentType("text/event-stream").header("Cache-Control", "no-store");
            OutputStream out = ctx.res().getOutputStream();
            for (byte[] batch = watcher.next(); batch != null; batch = watcher.next()) {
                send(out, batch);
            }
            out.write("event: end\ndata: {}\n\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        } catch (IOException e) {
            // The page is gone.
        }
    }

    private static void send(OutputStream out, byte[] batch) throws IOException {
        out.write("data: ".getBytes(StandardCharsets.US_ASCII));
        out.write(batch);
        out.write("\n\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
